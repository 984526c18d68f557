import type { QueueEntry } from "@saha/contract";
import { describe, expect, it } from "vitest";
import { firstInHand, gamesOf, grouped, nextStep, numberOf, stateAt } from "./line.ts";

let count = 0;
function entry(fields: Partial<QueueEntry> = {}): QueueEntry {
  const id = ++count;
  const state = fields.state ?? "waiting";
  return {
    id,
    gameId: 1,
    game: { id: fields.gameId ?? 1, name: "Tekken", platformId: 1, boothId: 1 },
    userId: id,
    user: { id, username: `u${id}`, name: null, avatar: null },
    number: id,
    isPlaying: state === "playing",
    isFinished: false,
    state,
    calledAt: null,
    callExpiresAt: null,
    enteredAt: null,
    answer: null,
    playingElsewhere: false,
    createdAt: "2026-11-22T12:00:00.000Z",
    ...fields,
  };
}

describe("the line as staff see it", () => {
  it("leads each entry through Call, Enter, Playing and its result; a late one is called again", () => {
    const steps = (["waiting", "called", "entered", "playing", "late", "held"] as const).map((state) =>
      nextStep(entry({ state })),
    );
    expect(steps).toEqual(["call", "enter", "play", "win", "call", "call"]);
  });

  it("keeps the order of the numbers in a game whatever order news came in, held and late ones apart", () => {
    const [a, b, c, d] = [entry(), entry({ state: "held" }), entry({ state: "playing" }), entry({ state: "called" })];
    const { playing, line, aside } = grouped([d, c, b, a]);
    expect([playing, line, aside].map((group) => group.map(({ id }) => id))).toEqual([[c.id], [a.id, d.id], [b.id]]);
  });

  it("takes into hand who has come, then who is called, who plays, who is next and free, who was passed over", () => {
    const held = entry({ state: "held" });
    const busy = entry({ playingElsewhere: true });
    const next = entry();
    const playing = entry({ state: "playing" });
    const called = entry({ state: "called" });
    const entered = entry({ state: "entered" });
    const order = [entered, called, playing, next, busy, held];
    order.forEach((expected, index) => {
      expect(firstInHand(grouped(order.slice(index)))?.id).toBe(expected.id);
    });
    expect(firstInHand(grouped([]))).toBeUndefined();
  });

  it("takes a call as late once its time is over, unless the player is coming", () => {
    const callExpiresAt = "2026-11-22T12:03:00.000Z";
    const over = Date.parse(callExpiresAt);
    expect(stateAt(entry({ state: "called", callExpiresAt }), over - 1)).toBe("called");
    expect(stateAt(entry({ state: "called", callExpiresAt }), over)).toBe("late");
    expect(stateAt(entry({ state: "called", callExpiresAt, answer: "coming" }), over)).toBe("called");
  });

  it("offers each game with its count, and keeps the chosen one while nobody stands in it", () => {
    const two = entry({ gameId: 2 });
    expect(gamesOf([entry(), entry(), two], null).map(({ id, count: many }) => [id, many])).toEqual([
      [1, 2],
      [2, 1],
    ]);
    expect(gamesOf([entry()], { id: 2, name: "FIFA", count: 4 })).toContainEqual({ id: 2, name: "FIFA", count: 0 });
  });

  it("writes a number with three digits at least", () => {
    expect([7, 47, 1047].map((number) => numberOf({ number }))).toEqual(["007", "047", "1047"]);
  });
});
