import { useEffect, useState } from "react";
import { m } from "../../text/compiled/messages.js";
import style from "./qr-plate.module.css";

/** What has a code to show: a purchase. */
type Coded = { qrImage: string; ticket: { title: string } };

/**
 * Shows a QR picture on white paper in both schemes, at least 240 px, so that any camera reads it; a big X over it once
 * it is used up (spec §4). `isHeld`: as large as the screen lets it be, on a page that is white itself. A picture that
 * did not come says so, and is asked for until it comes: somebody stands at the gate with it.
 */
export function QrPlate(props: { purchase: Coded; isCrossed?: boolean; isHeld?: boolean }) {
  const { purchase, isCrossed = false, isHeld = false } = props;
  return (
    <span className={style.plate} data-crossed={isCrossed || undefined} data-held={isHeld || undefined}>
      <Code key={purchase.qrImage} purchase={purchase} />
      {isCrossed && (
        <svg viewBox="0 0 100 100" aria-hidden="true" className={style.cross}>
          <path d="M12 12 88 88M88 12 12 88" />
        </svg>
      )}
    </span>
  );
}

/** Milliseconds until a picture that did not come is asked for again, half of it more or less, and at most. */
const [firstMs, longestMs] = [3000, 20_000];

/** Asks again less and less often, not with the whole hall, and at once when the line is back. */
function Code({ purchase }: { purchase: Coded }) {
  const [isBroken, setIsBroken] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (!isBroken) return;
    const again = () => setTries(tries + 1);
    const timer = setTimeout(again, Math.min(longestMs, firstMs * 2 ** tries) * (0.5 + Math.random()));
    window.addEventListener("online", again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", again);
    };
  }, [isBroken, tries]);
  return (
    <>
      {isBroken && <span className={style.broken}>{m.tickets_qr_failed()}</span>}
      <img
        // A picture that failed is asked for again by a new element alone.
        key={tries}
        src={purchase.qrImage}
        alt={m.tickets_qr_of({ title: purchase.ticket.title })}
        width={240}
        height={240}
        draggable={false}
        hidden={isBroken}
        onLoad={() => setIsBroken(false)}
        onError={() => setIsBroken(true)}
      />
    </>
  );
}
