import type { Ticket } from "@saha/contract";
import { IconCheck } from "@tabler/icons-react";
import { useId } from "react";
import { isLost, sentenceOf } from "../../api.ts";
import { Pass } from "../../pieces/pass/pass.tsx";
import { m } from "../../text/compiled/messages.js";
import { priceText } from "../../text/format.ts";
import { Press, PressLink } from "../../ui/press/press.tsx";
import { FeatureList } from "./feature-list.tsx";
import type { Standing } from "./standing.ts";
import style from "./tickets.module.css";

/**
 * One ticket on offer: what it includes, its price, what is left when that is little, and the one button; held already,
 * the way to it.
 */
export function FreeTicketRow(props: {
  ticket: Ticket;
  standing: Standing;
  isSending: boolean;
  refusal: unknown;
  onReserve: () => void;
}) {
  const { ticket, standing, isSending, refusal, onReserve } = props;
  const whyId = useId();
  const { title } = ticket;
  if (standing.kind === "mine") {
    return (
      <Pass ticket={ticket} size="strip" heading="h3">
        <PressLink to="/ticket/my-tickets" aria-label={m.tickets_received_name({ title })} data-whole variant="bare">
          <IconCheck size={20} stroke={2.4} aria-hidden="true" />
          {m.tickets_received()}
        </PressLink>
      </Pass>
    );
  }
  const block = blockOf(standing);
  return (
    <Pass
      ticket={ticket}
      size="row"
      heading="h3"
      isGone={block !== null}
      details={
        <>
          {block && (
            <p id={whyId} className="leading-16 break-words text-14 semibold">
              {block.why}
            </p>
          )}
          <FeatureList
            features={ticket.features}
            event={ticket.eventName}
            fold={block ? 0 : 2}
            foot={
              <p className={`leading-16 break-words flex gap-10 rows-0 wrap text-14 ${style.price}`}>
                <strong>{ticket.price > 0 ? priceText(ticket.price) : m.format_free()}</strong>
                {ticket.price > 0 && <span>{m.format_at_venue()}</span>}
                {!block && <Left ticket={ticket} />}
              </p>
            }
          />
          <p role="alert" className={`hide-empty ${style.refusal}`}>
            {refusal !== undefined && sentenceOf(refusal, m.ui_state_network())}
          </p>
        </>
      }
    >
      {block ? (
        <Press disabled aria-describedby={whyId} aria-label={`${block.word}: ${m.tickets_reserve_name({ title })}`}>
          {block.word}
        </Press>
      ) : (
        <Press
          aria-busy={isSending}
          aria-label={isLost(refusal) ? `${m.tickets_again()}: ${title}` : m.tickets_reserve_name({ title })}
          onClick={onReserve}
        >
          {isLost(refusal) ? m.tickets_again() : m.tickets_reserve()}
        </Press>
      )}
    </Pass>
  );
}

/** A tenth of the places, or ten of them, is little enough to be said. */
const fewShare = 0.1;
const fewPlaces = 10;

function Left({ ticket: { quantity, purchased } }: { ticket: Ticket }) {
  const left = quantity - purchased;
  if (left > Math.max(fewPlaces, quantity * fewShare)) return <span>{m.tickets_available()}</span>;
  return <span className={style.few}>{m.format_left({ count: left })}</span>;
}

/** What blocks the button, as the word on it and a sentence; null when it works (spec §4). */
function blockOf(standing: Standing): { word: string; why: string } | null {
  switch (standing.kind) {
    case "inactive":
      return { word: m.tickets_inactive(), why: m.tickets_why_inactive() };
    case "over":
      return { word: m.format_over(), why: m.tickets_why_over() };
    case "soldOut":
      return { word: m.tickets_sold_out(), why: m.tickets_why_sold_out() };
    case "dayTaken":
      return { word: m.tickets_blocked(), why: m.tickets_why_day_taken({ title: standing.by.ticket.title }) };
    case "invited":
      return { word: m.tickets_blocked(), why: m.tickets_why_invited({ title: standing.by.ticket.title }) };
    default:
      return null;
  }
}
