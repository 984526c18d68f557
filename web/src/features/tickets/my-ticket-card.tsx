import "@mantine/core/styles/Button.css";
import { Button } from "@mantine/core";
import type { Purchase, PurchaseStatus } from "@saha/contract";
import { IconArrowsMaximize, IconCalendarEvent, IconCircleCheck, IconDoorEnter, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { m } from "../../text/compiled/messages.js";
import { dayText, priceText } from "../../text/format.ts";
import { Card } from "../../ui/card/card.tsx";
import { Chip, type ChipTone } from "../../ui/chip/chip.tsx";
import { FeatureList } from "./feature-list.tsx";
import { statusText } from "./purchase-status.ts";
import { QrPlate } from "./qr-plate.tsx";
import style from "./tickets.module.css";
import { TypeChip } from "./type-chip.tsx";

const looks: Record<PurchaseStatus, { tone: ChipTone; icon: ReactNode }> = {
  ACTIVE: { tone: "success", icon: <IconCircleCheck /> },
  USED_FOR_ENTRY: { tone: "neutral", icon: <IconDoorEnter /> },
  USED_FOR_FEATURE: { tone: "error", icon: <IconX /> },
  INACTIVE: { tone: "neutral", icon: <IconX /> },
};

/** One own ticket: what and when, its QR on white paper, its state, and what it includes. */
export function MyTicketCard({
  purchase,
  onEnlarge,
  onGiveBack,
}: {
  purchase: Purchase;
  onEnlarge: () => void;
  onGiveBack: () => void;
}) {
  const { ticket, status, shortCode } = purchase;
  const isUsedUp = status === "USED_FOR_FEATURE";
  const { tone, icon } = looks[status];
  return (
    <Card as="li" className={style.card} mine={status === "ACTIVE"}>
      <div className={style.cardHead}>
        <Chip tone={tone} icon={icon}>
          {statusText(status)}
        </Chip>
        {ticket.type && <TypeChip type={ticket.type} />}
      </div>
      <h2 className={style.cardTitle}>
        <bdi>{ticket.title}</bdi>
      </h2>
      <p className={style.day}>
        <IconCalendarEvent size={20} aria-hidden />
        {dayText(ticket.day)}
      </p>
      {ticket.eventName && (
        <p className={style.event}>
          <bdi>{ticket.eventName}</bdi>
        </p>
      )}
      {isUsedUp ? (
        <QrPlate purchase={purchase} isCrossed />
      ) : (
        <button type="button" className={style.plateButton} onClick={onEnlarge}>
          <QrPlate purchase={purchase} />
          <span className={style.enlarge}>
            <IconArrowsMaximize size={18} aria-hidden />
            {m.tickets_enlarge()}
          </span>
        </button>
      )}
      <p className={style.shortCode}>
        <span className={style.shortCodeLabel}>{m.tickets_short_code()}</span>
        <span dir="ltr">{shortCode}</span>
      </p>
      <div className={style.notes}>
        {status === "USED_FOR_ENTRY" && <p>{m.tickets_note_entry()}</p>}
        {isUsedUp && <p>{m.tickets_note_feature()}</p>}
        {ticket.ticketInviter && <p>{m.tickets_invited_by({ name: ticket.ticketInviter })}</p>}
        {ticket.price > 0 && status === "ACTIVE" && <p>{m.tickets_pay({ sum: priceText(ticket.price) })}</p>}
      </div>
      <FeatureList features={ticket.features} />
      {status === "ACTIVE" && (
        <Button
          variant="subtle"
          color="error"
          className={style.giveBack}
          aria-label={m.tickets_give_back_name({ title: ticket.title })}
          onClick={onGiveBack}
        >
          {m.tickets_give_back()}
        </Button>
      )}
    </Card>
  );
}
