import { Button } from "@mantine/core";
import { api, type User } from "@saha/contract";
import { IconTicket } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { createLink, Link } from "@tanstack/react-router";
import { useId } from "react";
import { queryOf } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { Hero } from "../../ui/hero/hero.tsx";
import { ErrorState } from "../../ui/state/state.tsx";
import { greeting } from "./greeting.tsx";
import classes from "./home.module.css";
import { MyTicket, MyTicketSkeleton } from "./my-ticket.tsx";
import { nextTicket } from "./next-ticket.ts";
import { OpenTickets } from "./open-tickets.tsx";

const ButtonLink = createLink(Button<"a">);

/** An attendee's first screen: who they are, and the way to a ticket or to its code in one press (spec §2, interface: Ticket). */
export function Welcome({ user }: { user: User }) {
  const mine = useQuery({ ...queryOf(api.purchases.mine), refetchOnWindowFocus: "always" });
  const ruleId = useId();
  const live = mine.data?.filter(({ status }) => status !== "INACTIVE") ?? [];
  const next = nextTicket(live);
  return (
    <div className={classes.home}>
      <Hero overline={m.home_overline()} {...greeting(user)} text={m.home_welcome()}>
        {live.length > 0 ? (
          <Button
            size="lg"
            variant="hero"
            disabled
            aria-describedby={ruleId}
            leftSection={<IconTicket size={24} aria-hidden="true" />}
          >
            {m.home_get_ticket()}
          </Button>
        ) : (
          <ButtonLink
            to="/ticket/free"
            component="a"
            size="lg"
            variant="hero"
            leftSection={<IconTicket size={24} aria-hidden="true" />}
          >
            {m.home_get_ticket()}
          </ButtonLink>
        )}
        {/* One line in both cases: nothing moves when the answer comes. */}
        <p id={ruleId} className={classes.rule}>
          {live.length > 0 ? m.home_have_ticket() : m.home_one_a_day()}
        </p>
      </Hero>
      {mine.isPending && <MyTicketSkeleton />}
      {mine.isError && !mine.data && <ErrorState error={mine.error} onRetry={() => void mine.refetch()} />}
      {next && <MyTicket purchase={next} />}
      {live.length > 1 && (
        <Link to="/ticket/my-tickets" className={classes.more}>
          {m.home_all_tickets()} <bdi>({live.length})</bdi>
        </Link>
      )}
      {mine.data && <OpenTickets live={live} />}
    </div>
  );
}
