import { Role, type User } from "@saha/contract";
import { IconCheck, IconKey, IconMail } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useMember } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { roleName } from "../../text/role-name.ts";
import { Card } from "../../ui/card/card.tsx";
import { Chip } from "../../ui/chip/chip.tsx";
import { late } from "../../ui/on-demand.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Press } from "../../ui/press/press.tsx";
import { CardsSkeleton } from "../../ui/state/state.tsx";
import { WhenSeen } from "../../ui/when-seen.tsx";
import { DetailsForm } from "./details-form.tsx";
import { PlayerCode } from "./player-code.tsx";
import style from "./profile.module.css";

const BoothScores = late(async () => (await import("./booth-scores.tsx")).BoothScores);
const Devices = late(async () => (await import("./devices.tsx")).Devices);
const EmailCode = late(async () => (await import("./email-code.tsx")).EmailCode);

/**
 * The own account, for every role; whoever finds Change Password here rather than in the menu is given
 * `onChangePassword` (rules §2).
 */
export function Profile({ onChangePassword }: { onChangePassword?: (() => void) | undefined }) {
  const user = useMember();
  const [asked, setAsked] = useState<string | null>(null);
  const form = useFormKey(user.email);
  const place = <CardsSkeleton cards={1} height={240} />;
  // As high as what waits in it, and as the scores of whoever has none.
  const scoresPlace = <CardsSkeleton cards={1} height={200} />;
  const waiting = user.pendingEmail ?? (user.isVerified ? null : user.email);
  const [wasWaiting] = useState(waiting !== null);
  const code = waiting && <EmailCode key={waiting} user={user} address={waiting} wasSent={asked === waiting} />;
  return (
    <Page title={m.profile_title()} lead={<Who user={user} />}>
      <div className={`stack top gap-16 ${style.columns}`}>
        <div className={`stack gap-16 ${style.column}`}>
          {/* There from the first, it comes with the page: nothing moves; asked for later, it has its own place. */}
          {wasWaiting ? code : code && <Suspense fallback={<CardsSkeleton cards={1} height={320} />}>{code}</Suspense>}
          <Card as="section">
            <div className="row gap-12 rows-4 wrap between mb-16">
              <h2 className="text-20 strong">{m.profile_details()}</h2>
              <EmailChip user={user} />
            </div>
            <DetailsForm key={form} user={user} onAsked={setAsked} />
          </Card>
        </div>
        <div className={`stack gap-16 ${style.column}`}>
          <PlayerCode user={user} />
          {user.roleId === Role.User && (
            <WhenSeen place={scoresPlace}>
              <Suspense fallback={scoresPlace}>
                <BoothScores user={user} />
              </Suspense>
            </WhenSeen>
          )}
          {onChangePassword && (
            <Card as="section">
              <h2 className="text-20 strong">{m.users_password()}</h2>
              <p className="mb-16 muted">{m.profile_password_text()}</p>
              <Press variant="light" className={style.whole} onClick={onChangePassword}>
                <IconKey size={20} aria-hidden="true" />
                {m.password_change()}
              </Press>
            </Card>
          )}
          <WhenSeen place={place}>
            <Suspense fallback={place}>
              <Devices />
            </Suspense>
          </WhenSeen>
        </div>
      </div>
    </Page>
  );
}

/**
 * Changes once the email was taken from the account meanwhile: the form is then filled anew, and it can be given again.
 */
function useFormKey(email: string | null): number {
  const [seen, setSeen] = useState({ email, key: 0 });
  if (seen.email !== email) setSeen({ email, key: seen.key + Number(email === null) });
  return seen.key;
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
