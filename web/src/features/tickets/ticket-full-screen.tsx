import type { Purchase } from "@saha/contract";
import { IconX } from "@tabler/icons-react";
import { m } from "../../text/compiled/messages.js";
import { dayText } from "../../text/format.ts";
import { FullScreen } from "../../ui/full-screen/full-screen.tsx";
import { statusText } from "./purchase-status.ts";
import { QrPlate } from "./qr-plate.tsx";
import style from "./tickets.module.css";
import { useScreenAwake } from "./use-screen-awake.ts";

/** A ticket held up to the gate: white from edge to edge, the QR as large as the phone is wide, the screen kept awake. */
export function TicketFullScreen({ purchase, onClose }: { purchase: Purchase; onClose: () => void }) {
  useScreenAwake();
  const { ticket, status } = purchase;
  const { title, day } = ticket;
  return (
    <FullScreen label={title} onClose={onClose} className={style.held}>
      <div className={style.heldPage}>
        <button type="button" className={style.heldClose} aria-label={m.tickets_close()} onClick={onClose}>
          <IconX size={26} aria-hidden />
        </button>
        <div className={style.heldHead}>
          <h2 className={style.heldTitle}>
            <bdi>{title}</bdi>
          </h2>
          <p>{dayText(day)}</p>
          <p role="status" className={style.heldStatus}>
            {status === "ACTIVE" ? null : statusText(status)}
          </p>
        </div>
        <QrPlate purchase={purchase} isCrossed={status === "USED_FOR_FEATURE"} />
        <p className={style.heldCode} dir="ltr">
          {purchase.shortCode}
        </p>
      </div>
    </FullScreen>
  );
}
