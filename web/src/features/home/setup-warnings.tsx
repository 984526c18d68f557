import { api } from "@saha/contract";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { queryOf } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { Card } from "../../ui/card/card.tsx";
import { Chip } from "../../ui/chip/chip.tsx";
import classes from "./home.module.css";

/** What the server noticed of its own setup, for whoever runs it; nothing while all is well or unknown (rules §3). */
export function SetupWarnings() {
  const { data = [] } = useQuery(queryOf(api.warnings.list));
  if (!data.some(({ code }) => code === "proxy.untrusted")) return null;
  return (
    <Card as="section" className={classes.warning}>
      <Chip tone="warning" icon={<IconAlertTriangle />}>
        {m.home_setup()}
      </Chip>
      <h2 className={classes.sectionTitle}>{m.home_proxy_title()}</h2>
      <p className={classes.warningText}>{m.home_proxy_text({ setting: "\u2066TRUST_PROXY\u2069" })}</p>
    </Card>
  );
}
