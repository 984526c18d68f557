import { api, type WarningCode } from "@saha/contract";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { queryOf } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { Card } from "../../ui/card/card.tsx";
import { Chip } from "../../ui/chip/chip.tsx";
import classes from "./home.module.css";

/** A name of a setting, which reads from left to right wherever it stands. */
const isolated = (name: string) => `\u2066${name}\u2069`;

const sayings: Record<WarningCode, { title: () => string; text: () => string }> = {
  "proxy.untrusted": {
    title: m.home_proxy_title,
    text: () => m.home_proxy_text({ setting: isolated("TRUST_PROXY") }),
  },
  "database.powerful": {
    title: m.home_database_title,
    text: () => m.home_database_text({ setting: isolated("DATABASE_URL"), owner: isolated("DATABASE_OWNER_URL") }),
  },
  "mail.refused": {
    title: m.home_mail_title,
    text: () => m.home_mail_text({ setting: isolated("SMTP_URL"), sender: isolated("MAIL_FROM") }),
  },
  "mail.local_links": {
    title: m.home_links_title,
    text: () => m.home_links_text({ setting: isolated("PUBLIC_URL") }),
  },
};

/** What the server noticed of its own setup, for whoever runs it; nothing while all is well or unknown (rules §3). */
export function SetupWarnings() {
  const { data = [] } = useQuery(queryOf(api.warnings.list));
  // A page that is older than the server has no words for a newer warning.
  const known = data.filter(({ code }) => code in sayings);
  return known.map(({ code }) => (
    <Card as="section" className="stack gap-10 items-start" key={code}>
      <Chip tone="warning" icon={<IconAlertTriangle />}>
        {m.home_setup()}
      </Chip>
      <h2 className={classes.sectionTitle}>{sayings[code].title()}</h2>
      <p className={classes.warningText}>{sayings[code].text()}</p>
    </Card>
  ));
}
