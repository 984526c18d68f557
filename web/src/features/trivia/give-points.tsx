import { api, type Game, Platform } from "@saha/contract";
import { IconMinus, IconPlus, IconUserPlus } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { call, keyOf, queryOf, sentenceOf } from "../../api.ts";
import { useKeptPress } from "../../kept-press.ts";
import { gameNameOf } from "../../pieces/game-names.tsx";
import { m } from "../../text/compiled/messages.js";
import { numberText } from "../../text/format.ts";
import { inSession } from "../../tokens.ts";
import { ConfirmDialog } from "../../ui/confirm/confirm-dialog.tsx";
import { Spinner } from "../../ui/spinner/spinner.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { usePast } from "../../ui/use-past.ts";
import type { Draft } from "./draft.ts";
import { Keypad } from "./keypad.tsx";
import { readPoints } from "./points.ts";
import style from "./trivia.module.css";
import { underWay } from "./under-way.ts";
import { useScore } from "./use-score.ts";

/** Milliseconds in which a second tap is the first one's, and not meant for the button that has come there. */
const rest = 500;
/** Milliseconds until an answer counts as lost. */
const patience = 15_000;
/** How often a game's own points were pressed, by who gives them, player and game. */
const turns = new Map<string, number>();

/** The number, its sign and the one button; after a gift the next player is one press away (rules §5). */
export function GivePoints(props: {
  game: Game;
  playerId: number;
  /** Who gives them. */
  userId: number;
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
  /** Told what counts now, also when this form has gone meanwhile. */
  onGiven: (typed: Pick<Draft, "points" | "isTaking">) => void;
}) {
  const { game, playerId, userId, draft, onChange, onGiven } = props;
  const queries = useQueryClient();
  const inputId = useId();
  const errorId = useId();
  const player = useQuery(queryOf(api.profiles.get, { params: { userId: String(playerId) } }));
  const score = useScore(playerId, game);
  const [isWrong, setIsWrong] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [done, setDone] = useState<number | null>(null);
  // "Next player" stands where the points were given, and would take away the word that they were.
  const isResting = usePast(done, rest).length > 0;

  const isFixed = game.platformId === Platform.Quest;
  const typed = isFixed ? String(game.winPoints) : draft.points;
  const points = readPoints(typed);
  const { isTaking } = draft;
  const now = score.data?.score;
  const signed = (points ?? 0) * (isTaking ? -1 : 1);
  const request = {
    params: { userId: String(playerId), gameId: String(game.id) },
    body: { score: signed },
  };
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const reload = () => void queries.invalidateQueries({ queryKey: keyOf(api.scores.get) });
  const trivia = useKeptPress(api.scores.trivia, userId, {
    timeout: patience,
    onDone: (change) => {
      setDone(change.score);
      onGiven({ points: draft.points, isTaking });
      if (!isShown.current) void toast({ kind: "success", message: doneText(change.score) });
      reload();
    },
    onFailed: (cause) => {
      // Another player's form may stand here by now.
      void toast({ kind: "error", title: nameOf(), message: sentenceOf(cause, m.trivia_load_failed()) });
      reload();
    },
  });
  const isBusy = trivia.of(request)?.isPending ?? false;
  const [isLooking, setIsLooking] = useState(false);
  const isUnderWay = isBusy || isLooking;
  const isUndecided = points !== null && trivia.isUndecided(request);
  /** Another number for this player, which may count as well. */
  const other = trivia
    .open()
    .findLast(({ params, body }) => JSON.stringify(params) === JSON.stringify(request.params) && body.score !== signed);
  const isUnsure = done === null && (isUndecided || other !== undefined);

  function type(points: string) {
    // One that is put right while it is on its way would count beside itself.
    if (isUnderWay) return;
    setIsWrong(false);
    setDone(null);
    onChange({ points });
  }
  async function give() {
    setIsAsking(false);
    await underWay(userId, trivia.press(request));
  }
  async function ask() {
    if (points === null) return setIsWrong(true);
    if (!isFixed || isTaking) return give();
    // As it is now: somebody else may have given them meanwhile, or the press before, of which nobody knows; under its
    // own key that counts once, whatever is answered.
    setIsLooking(true);
    const asked = `${userId} ${playerId} ${game.id}`;
    const turn = (turns.get(asked) ?? 0) + 1;
    turns.set(asked, turn);
    const found = await underWay(userId, inSession(look())).catch((error: unknown) => ({ error }));
    setIsLooking(false);
    if (!isShown.current) {
      // Nothing is given from a form that was left, for its question can't be asked there; a later press of the same
      // says itself what became of it.
      if (turns.get(asked) === turn) void toast({ kind: "error", title: nameOf(), message: m.trivia_left_first() });
      return;
    }
    if ("error" in found)
      return void toast({ kind: "error", message: sentenceOf(found.error, m.trivia_load_failed()) });
    const data = found;
    if (data.score > 0) setIsAsking(true);
    else await give();
  }

  async function look() {
    const { params } = request;
    const signal = AbortSignal.timeout?.(patience);
    const found = await call(api.scores.get, { params }, signal && { signal });
    queries.setQueryData(queryOf(api.scores.get, { params }).queryKey, found);
    return found;
  }

  if (!player.data) return null;
  const after = now === undefined ? null : now + signed * (game.isDoubled ? 2 : 1);
  const Sign = isTaking ? IconMinus : IconPlus;

  return (
    <form
      className="column grow gap-10"
      onSubmit={(event) => {
        event.preventDefault();
        // What a hand scanner types then is the next player's code, and its digits would be this one's points.
        if (!isUnderWay && done === null) void ask();
      }}
    >
      <fieldset className={style.signs}>
        <legend className="sr-only">{m.trivia_sign()}</legend>
        {[false, true].map((takes) => (
          <button
            key={String(takes)}
            type="button"
            className={`row middle gap-8 bold ${style.sign}`}
            aria-pressed={isTaking === takes}
            data-takes={takes || undefined}
            onClick={() => {
              if (isUnderWay) return;
              setDone(null);
              onChange({ isTaking: takes });
            }}
          >
            {takes ? <IconMinus size={20} aria-hidden="true" /> : <IconPlus size={20} aria-hidden="true" />}
            {takes ? m.trivia_take() : m.trivia_add()}
          </button>
        ))}
      </fieldset>
      <label htmlFor={inputId} className="sr-only">
        {m.trivia_points()}
      </label>
      <div className={`row middle gap-2 text-success ${style.number}`} dir="ltr" data-takes={isTaking || undefined}>
        <Sign aria-hidden="true" />
        <input
          id={inputId}
          inputMode="none"
          autoComplete="off"
          className={`strong text-start tabular ${style.points}`}
          style={{ inlineSize: `${Math.max(1, typed.length) + 0.6}ch` }}
          value={typed}
          placeholder="0"
          readOnly={isFixed || isUnderWay || done !== null}
          aria-invalid={isWrong || undefined}
          aria-describedby={errorId}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
      </div>
      <p
        id={errorId}
        className={`leading-17 text-center muted ${style.after}`}
        data-wrong={isWrong || undefined}
        data-unsure={isUnsure || undefined}
        role={isWrong || isUnsure ? "alert" : "status"}
      >
        {noteOf()}
      </p>
      {!isFixed && <Keypad typed={draft.points} onType={type} />}
      <div className={style.foot} data-dock>
        {done === null ? (
          <button
            type="submit"
            className={`row middle gap-10 whole text-20 strong leading-15 ${style.main}`}
            data-takes={isTaking || undefined}
            aria-busy={isUnderWay || undefined}
          >
            {isUnderWay ? <Spinner /> : <Sign size={28} aria-hidden="true" />}
            {pressText(points ?? 0, isTaking)}
          </button>
        ) : (
          <button
            type="button"
            className={`row middle gap-10 whole text-20 strong leading-15 ${style.main}`}
            data-resting={isResting || undefined}
            onClick={() => !isResting && onChange({ playerId: null, typedId: "", points: "", isTaking: false })}
          >
            <IconUserPlus size={28} aria-hidden="true" />
            {m.trivia_next()}
          </button>
        )}
      </div>
      {isAsking && now !== undefined && (
        <ConfirmDialog
          title={m.trivia_again_title()}
          confirm={m.trivia_again_yes()}
          onConfirm={give}
          onClose={() => setIsAsking(false)}
        >
          {m.trivia_again_text({ name: nameOf(), game: gameNameOf(game), score: numberText(now) })}
        </ConfirmDialog>
      )}
    </form>
  );

  function nameOf() {
    return player.data?.name || (player.data?.username ?? "");
  }

  function doneText(score: number) {
    return m.trivia_done({ name: nameOf(), score: numberText(score) });
  }

  function noteOf() {
    if (isWrong) return m.trivia_invalid_score();
    if (done !== null) return doneText(done);
    if (isUndecided) return m.trivia_undecided();
    if (other) return m.trivia_other_undecided({ press: pressText(other.body.score) });
    const parts = [
      ...(isFixed ? [m.trivia_fixed()] : []),
      ...(after === null ? [] : [m.trivia_after({ score: numberText(after) })]),
      ...(game.finite && game.min !== null && game.max !== null
        ? [m.trivia_bounds({ min: numberText(game.min), max: numberText(game.max) })]
        : []),
      ...(game.isDoubled ? [m.trivia_doubled()] : []),
    ];
    return parts.join(" · ");
  }
}

function pressText(score: number, isTaking = score < 0): string {
  const count = Math.abs(score);
  return isTaking ? m.trivia_do_take({ count }) : m.trivia_do_add({ count });
}
