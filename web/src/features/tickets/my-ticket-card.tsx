import type { Purchase } from "@saha/contract";
import { IconArrowsMaximize } from "@tabler/icons-react";
import { Pass } from "../../pieces/pass/pass.tsx";
import { ShortCode } from "../../pieces/pass/short-code.tsx";
import { validityOf } from "../../pieces/pass/validity.ts";
import { ValidityMark } from "../../pieces/pass/validity-mark.tsx";
import { QrPlate } from "../../pieces/qr-plate/qr-plate.tsx";
import { useMember } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { priceText } from "../../text/format.ts";
import { FeatureList } from "./feature-list.tsx";
import { titleAndDay } from "./standing.ts";
import style from "./tickets.module.css";

/**
 * One own ticket, whole: its QR on white paper, its code, what it is good for now, whose it is and what it includes.
 * `isLater`: on a large screen its QR is shown on a press alone, or on paper, beside another one: a camera takes
 * either, and the gate may admit both. `isCovered`: so it is now.
 */
export function MyTicketCard(props: {
  purchase: Purchase;
  isLater: boolean;
  isCovered: boolean;
  onEnlarge: () => void;
  onGiveBack: () => void;
}) {
  const { purchase, isLater, isCovered, onEnlarge, onGiveBack } = props;
  const { ticket, status, shortCode } = purchase;
  const holder = useMember();
  const validity = validityOf(purchase);
  const isUsedUp = validity === "used";
  const isGone = isUsedUp || validity === "over";
  return (
    <Pass ticket={ticket} size="full" isGone={isGone}>
      <div className="stack gap-8">
        {isUsedUp ? (
          <QrPlate purchase={purchase} isCrossed />
        ) : (
          <button type="button" className={`stack items-center whole ${style.plateButton}`} onClick={onEnlarge}>
            {/* Loaded all the same: at a gate without network it is there. */}
            <span className={isLater ? style.later : undefined}>
              <QrPlate purchase={purchase} />
            </span>
            <span className={`row middle gap-8 text-15 semibold ${style.enlarge}`}>
              <IconArrowsMaximize size={18} aria-hidden />
              {isCovered ? m.home_show_code() : m.tickets_enlarge()}
            </span>
          </button>
        )}
        <p className="text-center text-24 leading-15">
          <ShortCode code={shortCode} />
        </p>
        <p className={`row gap-12 rows-4 wrap between bold ${style.holding}`}>
          <ValidityMark purchase={purchase} />
          <bdi>{holder.name || holder.username}</bdi>
        </p>
        <div className={`stack gap-2 semibold hide-empty ${style.notes}`}>
          {validity === "entered" && <p>{m.tickets_note_entry()}</p>}
          {isUsedUp && <p>{m.tickets_note_feature()}</p>}
          {ticket.ticketInviter && <p>{m.tickets_invited_by({ name: ticket.ticketInviter })}</p>}
          {ticket.price > 0 && status === "ACTIVE" && !isGone && (
            <p>{m.tickets_pay({ sum: priceText(ticket.price) })}</p>
          )}
        </div>
        <FeatureList features={ticket.features} event={ticket.eventName} />
        {status === "ACTIVE" && !isGone && (
          <button
            type="button"
            className={`self-start touch text-15 semibold ${style.giveBack}`}
            aria-label={m.tickets_give_back_name({ title: titleAndDay(ticket) })}
            onClick={onGiveBack}
          >
            {m.tickets_give_back()}
          </button>
        )}
      </div>
    </Pass>
  );
}
