import type { Purchase } from "@saha/contract";
import { IconX } from "@tabler/icons-react";
import { Pass } from "../../pieces/pass/pass.tsx";
import { ShortCode } from "../../pieces/pass/short-code.tsx";
import { ValidityMark } from "../../pieces/pass/validity-mark.tsx";
import { QrPlate } from "../../pieces/qr-plate/qr-plate.tsx";
import { m } from "../../text/compiled/messages.js";
import { FullScreen } from "../../ui/full-screen/full-screen.tsx";
import { Press } from "../../ui/press/press.tsx";
import { useScreenAwake } from "../../ui/use-screen-awake.ts";
import style from "./tickets.module.css";

/**
 * A ticket held up to the gate: the pass from edge to edge, the QR as large as the phone is wide, the screen kept
 * awake.
 */
export function TicketFullScreen({ purchase, onClose }: { purchase: Purchase; onClose: () => void }) {
  useScreenAwake();
  const { ticket, status, shortCode } = purchase;
  return (
    <FullScreen label={ticket.title} onClose={onClose} className={style.held}>
      <Pass ticket={ticket} size="held">
        <QrPlate purchase={purchase} isCrossed={status === "USED_FOR_FEATURE"} isHeld />
        <div className={`stack items-center gap-10 whole ${style.heldFoot}`}>
          <ShortCode code={shortCode} />
          <span role="status">
            <ValidityMark purchase={purchase} />
          </span>
          <Press aria-label={m.tickets_close()} onClick={onClose} autoFocus>
            <IconX size={22} stroke={2.4} aria-hidden />
            {m.tickets_close()}
          </Press>
        </div>
      </Pass>
    </FullScreen>
  );
}
