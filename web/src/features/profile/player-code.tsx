import { isStaff, type User } from "@saha/contract";
import { Suspense } from "react";
import { m } from "../../text/compiled/messages.js";
import { Card } from "../../ui/card/card.tsx";
import { late } from "../../ui/on-demand.tsx";
import { Waiting } from "../../ui/state/state.tsx";
import { WhenSeen } from "../../ui/when-seen.tsx";
import style from "./profile.module.css";

const QrPicture = late(async () => (await import("../../ui/qr-picture/qr-picture.tsx")).QrPicture);

/** Who this player is, for a scanner: JSON with id and email (spec §3). */
export function PlayerCode({ user: { id, email, roleId } }: { user: User }) {
  const place = <Waiting width="100%" ratio={1} />;
  return (
    <Card as="section">
      <h2 className="text-20 strong">{m.profile_code_title()}</h2>
      <p className="mb-16 muted">{isStaff(roleId) ? m.profile_code_staff() : m.profile_code_text()}</p>
      <div className={style.plate}>
        <WhenSeen place={place}>
          <Suspense fallback={place}>
            <QrPicture text={JSON.stringify({ id, email: email ?? "" })} label={m.profile_code_alt()} />
          </Suspense>
        </WhenSeen>
      </div>
      <p className={style.playerId}>
        {m.profile_code_id()} <bdi dir="ltr">{id}</bdi>
      </p>
    </Card>
  );
}
