import type { QueueEntry, QueueState } from "@saha/contract";
import { gameNameOf } from "../../pieces/game-names.tsx";

/** What can be done with an entry (spec §2). */
export type Step = "call" | "enter" | "play" | "win" | "lose" | "back" | "remove";

/**
 * Where an entry stands now: a call that nobody answered is late once its time is over, whether its news has come or
 * not.
 */
export function stateAt({ state, answer, callExpiresAt }: QueueEntry, now: number): QueueState {
  const isOver = state === "called" && answer === null && callExpiresAt !== null && Date.parse(callExpiresAt) <= now;
  return isOver ? "late" : state;
}

/** The one step that an entry waits for: Call → Enter → Playing → Win or Lose. */
export function nextStep({ state }: QueueEntry): Step {
  if (state === "playing") return "win";
  if (state === "entered") return "play";
  return state === "called" ? "enter" : "call";
}

/** An evening's entries as staff work through them: who plays, who stands in line, who is held or late (rules §5). */
export type Groups = { playing: QueueEntry[]; line: QueueEntry[]; aside: QueueEntry[] };

/**
 * Puts entries into their groups, each in the order of the numbers; lines of several games are mixed by who came first.
 */
export function grouped(entries: readonly QueueEntry[]): Groups {
  const sorted = [...entries].sort((a, b) => (a.gameId === b.gameId ? a.number - b.number : a.id - b.id));
  const of = (...states: QueueState[]) => sorted.filter(({ state }) => states.includes(state));
  return {
    playing: of("playing"),
    line: of("waiting", "called", "entered"),
    aside: of("late", "held"),
  };
}

/**
 * Who is to be dealt with when nobody was chosen: who has come, who is called, who plays, who is next, who was passed
 * over.
 */
export function firstInHand({ playing, line, aside }: Groups): QueueEntry | undefined {
  const inState = (state: QueueState) => line.find((entry) => entry.state === state);
  return inState("entered") ?? inState("called") ?? playing[0] ?? firstToCall(line) ?? line[0] ?? aside[0];
}

/** The first in line who is free to come. */
export function firstToCall(line: readonly QueueEntry[]): QueueEntry | undefined {
  return line.find(({ state, playingElsewhere }) => state === "waiting" && !playingElsewhere);
}

export type GameChoice = { id: number; name: string; count: number };

/** The games that people stand in line for, with how many; a chosen one stays while it is empty. */
export function gamesOf(entries: readonly QueueEntry[], chosen: GameChoice | null): GameChoice[] {
  const games = new Map<number, GameChoice>();
  for (const { game } of entries) {
    const known = games.get(game.id);
    if (known) known.count++;
    else games.set(game.id, { id: game.id, name: gameNameOf(game), count: 1 });
  }
  if (chosen && !games.has(chosen.id)) games.set(chosen.id, { ...chosen, count: 0 });
  return [...games.values()].sort((a, b) => a.id - b.id);
}

/** A number as it is called and written everywhere: three digits at least. */
export function numberOf({ number }: Pick<QueueEntry, "number">): string {
  return String(number).padStart(3, "0");
}
