import "@mantine/core/styles/Button.css";
import { Button } from "@mantine/core";
import type { Ticket } from "@saha/contract";
import {
  IconCalendarEvent,
  IconCheck,
  IconHistory,
  IconPlayerPause,
  IconSparkles,
  IconTicket,
  IconTicketOff,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { isLost, sentenceOf } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { dayText, priceText } from "../../text/format.ts";
import { Card } from "../../ui/card/card.tsx";
import { Chip } from "../../ui/chip/chip.tsx";
import { FeatureList } from "./feature-list.tsx";
import type { Standing } from "./standing.ts";
import style from "./tickets.module.css";
import { TypeChip } from "./type-chip.tsx";

/** One ticket on offer: day, type, price, what is left of it, and the one button. */
export function FreeTicketCard({
  ticket,
  standing,
  isSending,
  refusal,
  onReserve,
}: {
  ticket: Ticket;
  standing: Standing;
  isSending: boolean;
  refusal: Error | null;
  onReserve: () => void;
}) {
  const whyId = useId();
  const left = Math.max(0, ticket.quantity - ticket.purchased);
  const why = whyNot(standing);
  const { title } = ticket;
  const [press, pressName] = isLost(refusal)
    ? [m.tickets_again(), `${m.tickets_again()}: ${title}`]
    : [m.tickets_reserve(), m.tickets_reserve_name({ title })];
  return (
    <Card as="li" className={style.card} mine={standing.kind === "mine"}>
      <div className={style.cardHead}>
        <Ribbon standing={standing} />
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
      <FeatureList features={ticket.features} fold={2} />
      <div className={style.cardFoot}>
        <div className={style.stock}>
          <span className={style.bar} aria-hidden>
            <span style={{ inlineSize: `${ticket.quantity ? Math.round((left / ticket.quantity) * 100) : 0}%` }} />
          </span>
          <span className={style.stockLine}>
            <span>{m.tickets_left({ count: left })}</span>
            <Price price={ticket.price} />
          </span>
        </div>
        <p role="alert" className={style.refusal}>
          {refusal && sentenceOf(refusal, m.ui_state_network())}
        </p>
        {standing.kind === "mine" ? (
          <Button
            renderRoot={(props) => <Link to="/ticket/my-tickets" {...props} />}
            fullWidth
            color="secondary"
            leftSection={<IconCheck size={22} aria-hidden />}
            aria-label={m.tickets_received_name({ title: ticket.title })}
          >
            {m.tickets_received()}
          </Button>
        ) : (
          <Button
            fullWidth
            leftSection={<IconTicket size={22} aria-hidden />}
            loading={isSending}
            disabled={why !== null}
            aria-label={pressName}
            aria-describedby={why ? whyId : undefined}
            onClick={onReserve}
          >
            {press}
          </Button>
        )}
        {why && (
          <p id={whyId} className={style.why}>
            {why}
          </p>
        )}
      </div>
    </Card>
  );
}

function Price({ price }: { price: number }) {
  if (price === 0) return <strong className={style.price}>{m.tickets_free()}</strong>;
  return (
    <span className={style.price}>
      <strong>{priceText(price)}</strong> {m.tickets_at_venue()}
    </span>
  );
}

/** Availability in a word, an icon and a colour (spec §4). */
function Ribbon({ standing }: { standing: Standing }) {
  switch (standing.kind) {
    case "mine":
      return (
        <Chip tone="secondary" icon={<IconCheck />}>
          {m.tickets_mine_chip()}
        </Chip>
      );
    case "inactive":
      return <Chip icon={<IconPlayerPause />}>{m.tickets_inactive()}</Chip>;
    case "over":
      return <Chip icon={<IconHistory />}>{m.tickets_over()}</Chip>;
    case "soldOut":
      return (
        <Chip tone="error" icon={<IconTicketOff />}>
          {m.tickets_sold_out()}
        </Chip>
      );
    default:
      return (
        <Chip tone="success" icon={<IconSparkles />}>
          {m.tickets_available()}
        </Chip>
      );
  }
}

/** Why the button rests, in words; null when it works. */
function whyNot(standing: Standing): string | null {
  switch (standing.kind) {
    case "inactive":
      return m.tickets_why_inactive();
    case "over":
      return m.tickets_why_over();
    case "soldOut":
      return m.tickets_why_sold_out();
    case "dayTaken":
      return m.tickets_why_day_taken({ title: standing.by.ticket.title });
    case "invited":
      return m.tickets_why_invited({ title: standing.by.ticket.title });
    default:
      return null;
  }
}
