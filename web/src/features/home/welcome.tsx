import { useMediaQuery } from "@mantine/hooks";
import { api, type User } from "@saha/contract";
import { IconTicket } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { queryOf } from "../../api.ts";
import { useEventDays } from "../../event-day.ts";
import { EmptyPass, PassSkeleton } from "../../pieces/pass/empty-pass.tsx";
import { useShownPurchases } from "../../pieces/pass/use-shown-purchases.ts";
import { m } from "../../text/compiled/messages.js";
import { numberText } from "../../text/format.ts";
import { Press, PressLink } from "../../ui/press/press.tsx";
import { CardsSkeleton, ErrorState } from "../../ui/state/state.tsx";
import { BoothsToDiscover, OwnEvening, useEvening } from "./evening.tsx";
import { HomePass } from "./home-pass.tsx";
import { OpenTickets } from "./open-tickets.tsx";
import style from "./welcome.module.css";

/**
 * An attendee's first screen says what matters now: the pass that lets them in next, or the way to one, then what is on
 * offer.
 */
export function Welcome({ user }: { user: User }) {
  const mine = useQuery({ ...queryOf(api.purchases.mine), refetchOnWindowFocus: "always" });
  const offers = useQuery(queryOf(api.tickets.list));
  const days = useEventDays();
  const isWide = useMediaQuery("(min-width: 62em)", true, { getInitialValueInEffect: false });
  const size = isWide ? "wide" : "hero";
  const live = useShownPurchases(mine.data, days);
  const next = live.find(({ ticket }) => ticket.day >= days.opening);
  const evening = useEvening();
  // Drawn at once, so that nothing is pushed from under a finger.
  const isReady = evening.isReady && !mine.isPending && !offers.isPending;
  const hasOwn = evening.places.length > 0 || Boolean(evening.profile?.total);
  return (
    <div className={`stack content-start gap-14 whole ${style.home}`}>
      <h1 className={style.hello}>
        <bdi>{m.home_hello({ name: user.name || user.username })}</bdi>
      </h1>
      <div className="stack gap-10">
        {mine.isPending && <PassSkeleton size={size} />}
        {mine.isError && !mine.data && <ErrorState error={mine.error} onRetry={() => void mine.refetch()} />}
        {next && <HomePass purchase={next} size={size} />}
        {mine.data && !next && (
          <EmptyPass size={size} title={m.home_no_ticket()} text={m.home_one_a_day()}>
            <PressLink to="/ticket/free" data-whole>
              <IconTicket size={24} aria-hidden="true" />
              {m.home_get_ticket()}
            </PressLink>
          </EmptyPass>
        )}
        {live.length > 0 && (
          <Link
            to="/ticket/my-tickets"
            className="inline-row gap-6 self-start touch text-primary text-15 bold no-underline"
          >
            {m.home_all_tickets()} <bdi>({numberText(live.length)})</bdi>
          </Link>
        )}
      </div>
      {isReady ? (
        <>
          <OwnEvening {...evening} />
          {hasOwn && <BoothsToDiscover {...evening} />}
          {mine.data && <OpenTickets live={live} opening={days.opening} rest={next && <RestingButton />} />}
          {!hasOwn && <BoothsToDiscover {...evening} />}
        </>
      ) : (
        // Below a pass that is still on its way it would be pushed down.
        !mine.isPending && <CardsSkeleton cards={2} height={124} shape="line" />
      )}
    </div>
  );
}

/**
 * The way to a ticket rests while one for today or later is held (spec §2), and never stands above the ticket itself.
 */
function RestingButton() {
  const ruleId = useId();
  return (
    <div className={`row gap-14 rows-8 wrap ${style.rest}`}>
      <Press disabled aria-describedby={ruleId}>
        <IconTicket size={22} aria-hidden="true" />
        {m.home_get_ticket()}
      </Press>
      <span id={ruleId} className="muted text-15">
        {m.home_have_ticket()}
      </span>
    </div>
  );
}
