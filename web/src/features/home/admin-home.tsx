import { Button } from "@mantine/core";
import { api, type User } from "@saha/contract";
import { IconLayoutDashboard } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { createLink } from "@tanstack/react-router";
import { queryOf } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { numberText } from "../../text/format.ts";
import { Hero } from "../../ui/hero/hero.tsx";
import { CardsSkeleton, ErrorState } from "../../ui/state/state.tsx";
import { greeting } from "./greeting.tsx";
import classes from "./home.module.css";

const ButtonLink = createLink(Button<"a">);

/** The administrator's first screen: the door to the dashboard, and how the tickets stand. */
export function AdminHome({ user }: { user: User }) {
  const tickets = useQuery(queryOf(api.tickets.list));
  const sum = (field: "quantity" | "purchased" | "entryScanned" | "featureScanned") =>
    (tickets.data ?? []).reduce((total, ticket) => total + ticket[field], 0);
  return (
    <div className={classes.home}>
      <Hero overline={m.home_admin_overline()} {...greeting(user)} text={m.home_admin_text()}>
        <ButtonLink
          to="/dashboard"
          component="a"
          size="lg"
          variant="hero"
          leftSection={<IconLayoutDashboard size={24} aria-hidden="true" />}
        >
          {m.home_admin_dashboard()}
        </ButtonLink>
      </Hero>
      <h2 className={classes.sectionTitle}>{m.home_figures()}</h2>
      {tickets.isPending && <CardsSkeleton cards={3} height={148} />}
      {tickets.isError && !tickets.data && <ErrorState error={tickets.error} onRetry={() => void tickets.refetch()} />}
      {tickets.data && (
        <dl className={classes.figures}>
          <Figure name={m.home_figure_taken()} value={sum("purchased")} of={sum("quantity")} />
          <Figure name={m.home_figure_entered()} value={sum("entryScanned")} of={sum("purchased")} />
          <Figure name={m.home_figure_served()} value={sum("featureScanned")} of={sum("entryScanned")} />
        </dl>
      )}
    </div>
  );
}

function Figure({ name, value, of }: { name: string; value: number; of: number }) {
  const share = of > 0 ? Math.min(100, (value / of) * 100) : 0;
  return (
    <div className={classes.figure}>
      <dt>{name}</dt>
      <dd>
        <bdi className={classes.number}>{numberText(value)}</bdi>
        <span className={classes.of}>{m.home_figure_of({ total: numberText(of) })}</span>
      </dd>
      <span className={classes.bar} aria-hidden="true">
        <i style={{ inlineSize: `${share}%` }} />
      </span>
    </div>
  );
}
