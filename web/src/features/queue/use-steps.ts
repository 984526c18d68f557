import { api, type QueueEntry, Role, type ScoreChange, undoSeconds } from "@saha/contract";
import { hashKey, replaceEqualDeep, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { keyOf, queryOf, Refusal, sentenceOf } from "../../api.ts";
import { askPast } from "../../ask-past.ts";
import { isUndecided, usePress } from "../../press.ts";
import { serverNow } from "../../server-clock.ts";
import { m } from "../../text/compiled/messages.js";
import { withoutRow, withRow } from "../../ui/data-table/list-changes.ts";
import { toast } from "../../ui/toast/toast.ts";
import { numberOf, type Step } from "./line.ts";

/** In a hall a connection can hang without breaking. */
const timeout = 15_000;

/** Milliseconds in which a second tap at the same place is the first one's, and not meant for what has moved there. */
export const rest = 500;

const listKey = queryOf(api.queue.list).queryKey;

/** A win or lose that can still be taken back, until when. */
export type Result = { entry: QueueEntry; kind: "win" | "lose"; change: number; until: number };

/**
 * The presses of the queue screen: each counts once however often it is pressed, changes the list as the server
 * answers, and says in the server's words what was refused (spec §8). What somebody else did meanwhile is fetched. A
 * press whose answer was lost keeps its key until its entry changes, leaves or comes back: what is pressed then is
 * meant for how it stands now, such as a win that counted and was taken back (0063).
 */
export function useSteps(roleId: Role, onChange: (entry: QueueEntry) => void) {
  const queries = useQueryClient();
  const pressed = useRef(new Map<number, { entry: QueueEntry; at: number }>());
  const standsBefore = useRef(new WeakMap<object, object | undefined>());
  const undecided = useRef(new Map<string, { id: number; row: QueueEntry | undefined; forget: () => void }>());
  const [result, setResult] = useState<Result | null>(null);
  const [answered, setAnswered] = useState<number | null>(null);
  useEffect(() => {
    if (answered === null) return;
    const timer = setTimeout(() => setAnswered(null), rest);
    return () => clearTimeout(timer);
  }, [answered]);

  function forgetChanged() {
    for (const [press, { id, row, forget }] of undecided.current) {
      if (replaceEqualDeep(row, rowOf(id)) === row) continue;
      undecided.current.delete(press);
      forget();
    }
  }
  // Not with what is drawn, which passes over who leaves and is back at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads what is kept in this browser alone
  useEffect(() => {
    const list = hashKey(listKey);
    return queries.getQueryCache().subscribe(({ query }) => void (query.queryHash === list && forgetChanged()));
  }, [queries]);

  const rowOf = (id: number) => queries.getQueryData(listKey)?.find((row) => row.id === id);
  /** What changes with a row: itself, or the list that it is missing in. */
  const standOf = (id: number) => rowOf(id) ?? queries.getQueryData(listKey);
  /** Shows an answer; a row that has changed since the press may be newer than it, and the list is asked for. */
  function put(id: number, next: QueueEntry | undefined, request: object) {
    const row = rowOf(id);
    if (replaceEqualDeep(row, next) === row) return;
    if (standOf(id) !== standsBefore.current.get(request)) return void queries.invalidateQueries({ queryKey: listKey });
    queries.setQueryData(listKey, (rows) => rows && (next ? withRow(rows, next) : withoutRow(rows, id)));
    askPast(queries, listKey);
  }
  function keep(entry: QueueEntry, request: object) {
    setAnswered(Date.now());
    // Score admins see who plays, nobody else (spec §4).
    const isShown = !entry.isFinished && (roleId !== Role.ScoreAdmin || entry.isPlaying);
    put(entry.id, isShown ? entry : undefined, request);
    onChange(entry);
  }
  function ended(kind: Result["kind"], { change }: ScoreChange, request: { body: { queueId: number } }) {
    const { queueId } = request.body;
    const press = pressed.current.get(queueId);
    // What undid an earlier result of the entry, its answer lost, is no undo of this one.
    undo.forget({ params: { id: String(queueId) } });
    const until = (press?.at ?? 0) + undoSeconds * 1000;
    // A late answer stands over no newer result, which would be the one meant by "undo".
    if (press) setResult((now) => (now && now.until > until ? now : { entry: press.entry, kind, change, until }));
    setAnswered(Date.now());
    put(queueId, undefined, request);
  }
  const failed = (fallback: () => string) => (cause: unknown, request: { params?: object; body?: object }) => {
    const { id, queueId } = { ...request.params, ...request.body } as { id?: string; queueId?: number };
    const { entry } = pressed.current.get(queueId ?? Number(id)) ?? {};
    // Somebody else may be in hand by now, to whom it would be done again.
    const title = entry && `${numberOf(entry)} ${entry.user.name || entry.user.username}`;
    void toast({ kind: "error", ...(title && { title }), message: sentenceOf(cause, fallback()) });
    if (cause instanceof Refusal) void queries.invalidateQueries({ queryKey: keyOf(api.queue.list) });
  };

  const call = usePress(api.queue.call, { timeout, onDone: keep, onFailed: failed(m.staff_call_failed) });
  const enter = usePress(api.queue.enter, { timeout, onDone: keep, onFailed: failed(m.staff_enter_failed) });
  const update = usePress(api.queue.update, { timeout, onDone: keep, onFailed: failed(m.staff_play_failed) });
  const remove = usePress(api.queue.remove, {
    timeout,
    onDone: ({ id }, request) => put(id, undefined, request),
    onFailed: failed(m.staff_delete_failed),
  });
  const win = usePress(api.scores.win, {
    timeout,
    onDone: (change, request) => ended("win", change, request),
    onFailed: failed(m.staff_win_failed),
  });
  const lose = usePress(api.scores.lose, {
    timeout,
    onDone: (change, request) => ended("lose", change, request),
    onFailed: failed(m.staff_lose_failed),
  });
  const undo = usePress(api.queue.undo, {
    timeout,
    onDone: keep,
    onFailed: failed(m.staff_undo_failed),
  });

  async function takeBack(undone: Result) {
    const { id } = undone.entry;
    const request = { params: { id: String(id) } };
    standsBefore.current.set(request, standOf(id));
    const came = await undo.press(request);
    // What the server refused it refuses again; a result that came meanwhile stays.
    const isOver = came && ("data" in came || came.error instanceof Refusal);
    if (isOver) setResult((now) => (now === undone ? null : now));
  }

  function pressOf(step: Step, { id, userId, gameId, state }: QueueEntry): Pressable {
    if (step === "call") return bound(call, { body: { queueId: id } });
    if (step === "enter") return bound(enter, { body: { queueId: id } });
    if (step === "play") return bound(update, { params: { id: String(id) }, body: { isPlaying: true } });
    if (step === "back") return bound(update, { params: { id: String(id) }, body: { isPlaying: false } });
    if (step === "remove") return bound(remove, { params: { id: String(id) }, query: { state } });
    return bound(step === "win" ? win : lose, {
      params: { userId: String(userId), gameId: String(gameId) },
      body: { queueId: id, state },
    });
  }

  return {
    press: async (step: Step, entry: QueueEntry) => {
      // By key as by finger; a removal is pressed in a dialog that names its entry.
      if (answered !== null && step !== "remove") return;
      const { press, request, forget } = pressOf(step, entry);
      const { id } = entry;
      const row = rowOf(id);
      pressed.current.set(entry.id, { entry, at: serverNow() });
      standsBefore.current.set(request, standOf(id));
      undecided.current.delete(`${step} ${id}`);
      navigator.vibrate?.(12);
      const came = await press();
      if (!came || !("error" in came && isUndecided(came.error))) return;
      undecided.current.set(`${step} ${id}`, { id, row, forget });
      forgetChanged();
    },
    isBusy: (step: Step, entry: QueueEntry) => pressOf(step, entry).isPending,
    /** Whether the list has just changed under the finger: buttons take no press then. */
    isResting: answered !== null,
    result,
    undo: async () => void (result && (await takeBack(result))),
    isUndoing: result !== null && (undo.of({ params: { id: String(result.entry.id) } })?.isPending ?? false),
    forget: () => setResult(null),
  };
}

export type Steps = ReturnType<typeof useSteps>;
type Came = { data: unknown } | { error: unknown } | undefined;
type Pressable = { request: object; press: () => Promise<Came>; forget: () => void; isPending: boolean };
type Presses<R> = {
  press: (request: R) => Promise<Came>;
  of: (request: R) => { isPending: boolean } | undefined;
  forget: (request: R) => void;
};

function bound<R extends object>(presses: Presses<R>, request: R): Pressable {
  return {
    request,
    press: () => presses.press(request),
    forget: () => presses.forget(request),
    isPending: presses.of(request)?.isPending ?? false,
  };
}
