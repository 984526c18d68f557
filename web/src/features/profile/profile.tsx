import { Button } from "@mantine/core";
import type { User } from "@saha/contract";
import { IconCheck, IconKey, IconMail } from "@tabler/icons-react";
import { useState } from "react";
import { useMember } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { roleName } from "../../text/role-name.ts";
import { Card } from "../../ui/card/card.tsx";
import { Chip } from "../../ui/chip/chip.tsx";
import { Page } from "../../ui/page/page.tsx";
import { DetailsForm } from "./details-form.tsx";
import { Devices } from "./devices.tsx";
import { EmailCode } from "./email-code.tsx";
import { PlayerCode } from "./player-code.tsx";
import style from "./profile.module.css";

/** The own account, for every role; whoever finds Change Password here rather than in the menu is given `onChangePassword` (rules §2). */
export function Profile({ onChangePassword }: { onChangePassword?: (() => void) | undefined }) {
  const user = useMember();
  const [asked, setAsked] = useState<string | null>(null);
  const waiting = user.pendingEmail ?? (user.isVerified ? null : user.email);
  return (
    <Page title={m.profile_title()} lead={<Who user={user} />}>
      <div className={style.columns}>
        <div className={style.column}>
          {waiting && <EmailCode key={waiting} user={user} address={waiting} wasSent={asked === waiting} />}
          <Card as="section">
            <div className={style.head}>
              <h2 className={style.sectionTitle}>{m.profile_details()}</h2>
              <EmailChip user={user} />
            </div>
            <DetailsForm user={user} onAsked={setAsked} />
          </Card>
        </div>
        <div className={style.column}>
          <PlayerCode user={user} />
          {onChangePassword && (
            <Card as="section">
              <h2 className={style.sectionTitle}>{m.users_password()}</h2>
              <p className={style.lead}>{m.profile_password_text()}</p>
              <Button
                variant="light"
                fullWidth
                leftSection={<IconKey size={20} aria-hidden="true" />}
                onClick={onChangePassword}
              >
                {m.password_change()}
              </Button>
            </Card>
          )}
          <Devices />
        </div>
      </div>
    </Page>
  );
}

function Who({ user }: { user: User }) {
  return (
    <>
      <bdi>{user.username}</bdi> · {roleName(user.roleId)}
    </>
  );
}

function EmailChip({ user: { email, isVerified } }: { user: User }) {
  if (!email) return <Chip icon={<IconMail />}>{m.profile_email_none()}</Chip>;
  return isVerified ? (
    <Chip tone="success" icon={<IconCheck />}>
      {m.profile_email_verified()}
    </Chip>
  ) : (
    <Chip tone="warning" icon={<IconMail />}>
      {m.profile_email_unverified()}
    </Chip>
  );
}
