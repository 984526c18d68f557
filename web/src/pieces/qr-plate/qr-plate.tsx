import { useState } from "react";
import { m } from "../../text/compiled/messages.js";
import style from "./qr-plate.module.css";

/** What has a code to show: a purchase. */
type Coded = { qrImage: string; ticket: { title: string } };

/**
 * Shows a QR picture on white paper in both schemes, at least 240 px, so that any camera reads it; a big X over it once
 * it is used up (spec §4). `isHeld`: as large as the screen lets it be, on a page that is white itself.
 */
export function QrPlate(props: { purchase: Coded; isCrossed?: boolean; isHeld?: boolean }) {
  const { purchase, isCrossed = false, isHeld = false } = props;
  const [isBroken, setIsBroken] = useState(false);
  return (
    <span className={style.plate} data-crossed={isCrossed || undefined} data-held={isHeld || undefined}>
      {isBroken ? (
        <span className={style.broken}>{m.tickets_qr_failed()}</span>
      ) : (
        <img
          src={purchase.qrImage}
          alt={m.tickets_qr_of({ title: purchase.ticket.title })}
          width={240}
          height={240}
          draggable={false}
          onError={() => setIsBroken(true)}
        />
      )}
      {isCrossed && (
        <svg viewBox="0 0 100 100" aria-hidden="true" className={style.cross}>
          <path d="M12 12 88 88M88 12 12 88" />
        </svg>
      )}
    </span>
  );
}
