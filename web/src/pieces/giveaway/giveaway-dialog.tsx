import { api, type Poll } from "@saha/contract";
import { IconConfetti, IconGift, IconShieldCheck, IconX } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { isLost, keyOf, queryOf, sentenceOf } from "../../api.ts";
import { usePress } from "../../press.ts";
import { useConnected } from "../../realtime.ts";
import { useMember } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { withRow } from "../../ui/data-table/list-changes.ts";
import { FullScreen } from "../../ui/full-screen/full-screen.tsx";
import { Press, PressLink } from "../../ui/press/press.tsx";
import { ErrorState, Waiting } from "../../ui/state/state.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { DrawStage } from "./draw-stage.tsx";
import { Fingerprint } from "./fingerprint.tsx";
import style from "./giveaway.module.css";
import { PollName } from "./poll-name.tsx";
import { rememberSeed } from "./seen-seeds.ts";
import { isGone, isUntold, useSpin } from "./use-spin.ts";

/** Milliseconds between two looks while no news arrives, of each phone its own: a hall loses its sockets together. */
const lookMs = 10_000 + Math.random() * 10_000;

/**
 * A giveaway as an attendee takes part in it (spec §2): what there is to win, the own entry, the draw as it happens,
 * who has won. Where its booth has several, as one for each evening, the others are a press away. `onWinShown` tells
 * that the own win of a giveaway stands before its reader.
 */
export function GiveawayDialog(props: { pollId: number; onClose: () => void; onWinShown?: (pollId: number) => void }) {
  const { pollId, onClose, onWinShown } = props;
  const [shownId, setShownId] = useState(pollId);
  const isConnected = useConnected();
  const query = useQuery({
    ...queryOf(api.polls.get, { params: { id: String(shownId) } }),
    refetchInterval: isConnected ? false : lookMs,
  });
  const poll = isGone(query.error) ? leftOf(query.data) : query.data;
  const polls = useQuery(queryOf(api.polls.list)).data ?? [];
  const boothId = polls.find(({ id }) => id === shownId)?.boothId;
  const ofBooth = polls.filter((one) => one.boothId === boothId);
  const hasChoice = ofBooth.length > 1;
  return (
    <FullScreen label={poll?.name ?? m.giveaway_title()} onClose={onClose} className={style.screen}>
      <div className={style.page}>
        <Press variant="icon" className={style.close} aria-label={m.giveaway_close()} onClick={onClose}>
          <IconX size={24} aria-hidden="true" />
        </Press>
        {hasChoice && <Choice polls={ofBooth} shownId={shownId} onChoose={setShownId} />}
        {poll && <Giveaway key={poll.id} poll={poll} hasFocus={!hasChoice} onWinShown={onWinShown} />}
        {!poll && query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {!poll && !query.error && <Waiting width="100%" height={320} />}
      </div>
    </FullScreen>
  );
}

/**
 * What is left of a giveaway that is not to be found: one without a draw was deleted, and is none to be in; of a drawn
 * one, whose booth was switched off, the draw as long as it runs, and a winner who was told.
 */
function leftOf(poll: Poll | undefined): Poll | undefined {
  return poll && (poll.lastWinner ?? poll.spinningUntil) && !isUntold(poll) ? poll : undefined;
}

/** The giveaways of one booth. */
function Choice(props: { polls: Poll[]; shownId: number; onChoose: (id: number) => void }) {
  const { polls, shownId, onChoose } = props;
  const name = useId();
  return (
    <fieldset className={style.choice}>
      <legend>{m.giveaway_choose()}</legend>
      {polls.map((poll) => (
        <label key={poll.id} className="row gap-12 touch semibold">
          <input type="radio" name={name} checked={poll.id === shownId} onChange={() => onChoose(poll.id)} />
          <PollName poll={poll} among={polls} />
        </label>
      ))}
    </fieldset>
  );
}

/** `hasFocus`: the press to join; beside a choice it would scroll that out of sight. */
function Giveaway(props: { poll: Poll; hasFocus: boolean; onWinShown: ((pollId: number) => void) | undefined }) {
  const { poll, hasFocus, onWinShown } = props;
  const { id, name, secondary, entries, joined, entryLeft, lastWinner, spinningUntil } = poll;
  const user = useMember();
  const own = useQuery(queryOf(api.polls.entries));
  // Where the prize is handed over; one prize may be drawn at several booths.
  const booth = useQuery(queryOf(api.booths.list)).data?.find(({ id }) => id === poll.boothId)?.name;
  const spin = useSpin(poll);
  const entry = own.data?.find(({ pollId, userId }) => pollId === id && userId === user.id);
  // Whose entry takes part in no further draw has won one, whoever won since.
  const isWinner = lastWinner === user.username || (joined && entryLeft === null);
  const isWinShown = !spin && spinningUntil === null && lastWinner !== null && isWinner;
  const result = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isWinShown) result.current?.scrollIntoView?.({ block: "nearest" });
  }, [isWinShown]);
  useEffect(() => {
    if (isWinShown) onWinShown?.(id);
  }, [isWinShown, onWinShown, id]);
  return (
    <>
      <header className={style.head}>
        <p className={style.kind}>
          <IconGift size={20} aria-hidden="true" />
          <span className="break-words">
            {m.giveaway_title()}
            {booth && (
              <>
                {" · "}
                <bdi>{booth}</bdi>
              </>
            )}
          </span>
        </p>
        <h2 className={style.name}>
          <bdi>{name}</bdi>
        </h2>
        {secondary && <p className={style.secondary}>{secondary}</p>}
        <p className={style.count}>{m.giveaway_entries({ count: entries })}</p>
      </header>
      {spin && (
        <section className={style.now}>
          <DrawStage drawId={id} entries={entries} mine={entryLeft} duration={spin.duration} elapsed={spin.elapsed} />
          <p role="status">{m.giveaway_spinning()}</p>
        </section>
      )}
      {!spin && lastWinner && (
        <section ref={result} className={style.result} data-won={isWinner || undefined} role="status">
          {isWinner && <IconConfetti size={32} aria-hidden="true" />}
          <h3>{isWinner ? m.giveaway_won() : m.giveaway_last_winner()}</h3>
          <bdi>{isWinner ? user.username : lastWinner}</bdi>
        </section>
      )}
      {/* Who joined on another phone, or whose answer was lost, learns it by a look at the giveaway alone. */}
      <Stub entryId={entry?.id ?? entryLeft} isJoined={joined} />
      {!joined && <Join poll={poll} userId={user.id} hasFocus={hasFocus} />}
      <Secret pollId={id} />
    </>
  );
}

/** The own entry's number on its stub; before joining the place for it is engraved and empty. */
function Stub({ entryId, isJoined }: { entryId: number | null; isJoined: boolean }) {
  return (
    <div className={style.stub} data-empty={!isJoined || undefined}>
      <span>{isJoined ? m.giveaway_joined() : m.giveaway_not_joined()}</span>
      <b dir="ltr">{entryId ?? "–"}</b>
    </div>
  );
}

function Join({ poll, userId, hasFocus }: { poll: Poll; userId: number; hasFocus: boolean }) {
  const { id: pollId, name } = poll;
  const queries = useQueryClient();
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const request = { body: { pollId, userId } };
  const { press, of } = usePress(api.polls.join, {
    refetch: [api.polls.get, api.polls.list, api.polls.ofBooth, api.polls.entries],
    onDone: (entry) => {
      queries.setQueryData(queryOf(api.polls.entries).queryKey, (now) => now && withRow(now, entry));
      void queries.invalidateQueries({ queryKey: keyOf(api.polls.get) });
      // Over another giveaway, or none, it says which one.
      const applied = m.giveaway_applied();
      void toast({ kind: "success", message: isShown.current ? applied : `${name} · ${applied}` });
    },
  });
  const sent = of(request);
  return (
    <div className={style.join}>
      <p role="alert">{sent?.error !== undefined && sentenceOf(sent.error, m.giveaway_failed())}</p>
      <Press size="large" aria-busy={sent?.isPending ?? false} onClick={() => void press(request)} autoFocus={hasFocus}>
        {isLost(sent?.error) ? m.giveaway_again() : m.giveaway_join()}
      </Press>
    </div>
  );
}

/**
 * The fingerprint of the secret that the next draw uses: here before anybody is drawn, and remembered by this browser.
 */
function Secret({ pollId }: { pollId: number }) {
  const isConnected = useConnected();
  // With the look at the giveaway: a draw publishes the seed of what stood here.
  const next = useQuery({
    ...queryOf(api.polls.nextDraw, { params: { id: String(pollId) } }),
    refetchInterval: isConnected ? false : lookMs,
  });
  const hash = next.data?.seedHash;
  useEffect(() => {
    if (hash) rememberSeed(pollId, hash);
  }, [pollId, hash]);
  return (
    <section className={style.secret}>
      <h3>
        <IconShieldCheck size={20} aria-hidden="true" />
        {m.giveaway_secret()}
      </h3>
      <p>{m.giveaway_secret_text()}</p>
      {hash && <Fingerprint hash={hash} />}
      <PressLink to="/draws/$pollId" params={{ pollId: String(pollId) }} variant="light" size="small">
        {m.giveaway_proofs()}
      </PressLink>
    </section>
  );
}
