import { useState } from "react";
import { m } from "../../text/compiled/messages.js";
import style from "./tickets.module.css";

/** What has a code to show: a purchase. */
type Coded = { qrImage: string; ticket: { title: string } };

/** The QR picture on white paper in both schemes, at least 240 px, so that any camera reads it; a big X once it is used up (spec §4). */
export function QrPlate({ purchase, isCrossed = false }: { purchase: Coded; isCrossed?: boolean }) {
  const [isBroken, setIsBroken] = useState(false);
  return (
    <span className={style.plate} data-crossed={isCrossed || undefined}>
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
