import { api, Role } from "@saha/contract";
import { IconShieldCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { queryOf } from "../../api.ts";
import { Fingerprint } from "../../pieces/giveaway/fingerprint.tsx";
import { rememberSeed } from "../../pieces/giveaway/seen-seeds.ts";
import { useUser } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { Page } from "../../ui/page/page.tsx";
import { CardsSkeleton, EmptyState, ErrorState } from "../../ui/state/state.tsx";
import { DrawProof } from "./draw-proof.tsx";
import style from "./draws.module.css";

/**
 * The draws of a giveaway for everybody to check (rules §6): each is computed anew here, on the reader's own device.
 */
export function DrawProofs() {
  const { pollId = "" } = useParams({ strict: false });
  const user = useUser();
  const request = { params: { id: pollId } };
  const draws = useQuery(queryOf(api.polls.draws, request));
  const next = useQuery(queryOf(api.polls.nextDraw, request));
  const poll = useQuery({ ...queryOf(api.polls.get, request), enabled: user !== null });
  const isAttendee = user?.roleId === Role.User;
  // Whoever hands the prizes out reads whose entries won.
  const keeps = user?.roleId === Role.Admin || user?.roleId === Role.BoothAdmin;
  const asksWho = keeps && (draws.data?.length ?? 0) > 0;
  const entries = useQuery({ ...queryOf(api.polls.entries), enabled: isAttendee || asksWho });
  const people = useQuery({ ...queryOf(api.polls.participants), enabled: asksWho });
  const own = isAttendee ? entries.data?.find((entry) => String(entry.pollId) === pollId) : undefined;
  const mine = own?.id ?? null;
  const hash = next.data?.seedHash;
  useEffect(() => {
    if (hash) rememberSeed(Number(pollId), hash);
  }, [pollId, hash]);

  // The name, the proofs and the next draw stand above each other: all come at once.
  if ([draws, next, poll, entries, people].some(({ isLoading }) => isLoading)) {
    return (
      <Page title={m.draws_title()}>
        <CardsSkeleton key="waiting" cards={1} height={320} shape="line" />
      </Page>
    );
  }
  return (
    <Page title={poll.data ? m.draws_title_of({ name: poll.data.name }) : m.draws_title()} lead={m.draws_lead()}>
      <div className={`stack gap-20 ${style.proofs}`}>
        {body()}
        {draws.data && (
          <section className={`stack gap-8 ${style.says}`}>
            <h2>{m.draws_proves_title()}</h2>
            <ul>
              <li>{m.draws_proves_seed()}</li>
              <li>{m.draws_proves_list()}</li>
              <li>{m.draws_proves_winner()}</li>
            </ul>
            <h2>{m.draws_not_title()}</h2>
            <ul>
              <li>{m.draws_not_people()}</li>
              <li>{m.draws_not_seen()}</li>
              <li>{m.draws_not_page()}</li>
            </ul>
          </section>
        )}
        {hash && (
          <section className={`stack gap-8 ${style.next}`}>
            <h2>{m.draws_next()}</h2>
            <p>{m.draws_next_text()}</p>
            <Fingerprint hash={hash} />
          </section>
        )}
      </div>
    </Page>
  );

  function body() {
    if (!draws.data) {
      return <ErrorState error={draws.error} onRetry={() => void draws.refetch()} />;
    }
    if (draws.data.length === 0) {
      return <EmptyState icon={<IconShieldCheck />} title={m.draws_none_title()} text={m.draws_none_text()} />;
    }
    return draws.data.map((draw) => (
      <DrawProof key={draw.id} draw={draw} mine={mine} winner={nameOf(draw.winnerEntryId)} />
    ));
  }

  function nameOf(entryId: number): string | null {
    const entry = people.data && entries.data?.find(({ id }) => id === entryId);
    return people.data?.find(({ userId }) => userId === entry?.userId)?.user.username ?? null;
  }
}
