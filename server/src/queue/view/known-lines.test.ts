import { setTimeout as sleep } from "node:timers/promises";
import type { KyselyPlugin } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openServer } from "../../../test/harness.ts";
import type { Notice } from "../../database/notices.ts";
import { openKnownLines } from "./known-lines.ts";

const saha = await openServer();
afterAll(saha.close);

let readings = 0;
let last = 0;
const counting: KyselyPlugin = {
  transformQuery: ({ node }) => {
    readings++;
    return node;
  },
  transformResult: async ({ result }) => result,
};
beforeEach(() => {
  readings = 0;
});

/** Opens what is known of the lines of two games, in which so many stand. */
async function openLines(options: Parameters<typeof openKnownLines>[2], people = 3) {
  const [one, other] = [await saha.given.game(), await saha.given.game()];
  let hear: (notice: Notice, isOwn: boolean) => void = () => {};
  const on = (listener: typeof hear) => {
    hear = listener;
  };
  const known = openKnownLines({ query: saha.query.withPlugin(counting) }, { on }, options);
  const join = async ({ id: gameId, boothId }: typeof one, count = 1) => {
    for (let n = 0; n < count; n++) {
      const { id: userId } = await saha.given.user();
      await saha.query.insertInto("queueEntries").values({ gameId, userId, number: ++last }).execute();
    }
    hear({ kind: "queue.moved", queueId: 0, gameId, boothId, isLineMoved: true, isByStaff: false }, true);
  };
  const waiting = async () => [...(await known.busy([one.id, other.id])).values()].map((busy) => busy.waiting);
  /** How many statements it takes, and what it says. */
  const look = async () => {
    const before = readings;
    const said = await waiting();
    return { said, isRead: readings > before };
  };
  await join(one, people);
  return { one, other, known, join, look };
}

describe("what is known of lines", () => {
  test("is read anew where a line has moved, whoever looks then, and of no other line", async () => {
    const { one, other, join, look, known } = await openLines({});
    expect(await look()).toEqual({ said: [3, 0], isRead: true });
    expect(await look()).toEqual({ said: [3, 0], isRead: false });
    await join(other);
    const before = readings;
    await known.lines([one.id]);
    expect(readings).toBe(before);
    expect(await look()).toEqual({ said: [3, 1], isRead: true });
  });

  test("is a second old at most where nothing moved: calls expire by themselves", async () => {
    const { look } = await openLines({});
    await look();
    await sleep(1_000);
    expect((await look()).isRead).toBe(true);
  });

  test("rests where thousands stand in line, however often it moves, and is told anew then", async () => {
    const { one, join, look } = await openLines({ fewEntries: 2, restMsOfEntry: 200 });
    await look();
    await join(one);
    expect(await look()).toEqual({ said: [3, 0], isRead: false });
    await sleep(800);
    expect(await look()).toEqual({ said: [4, 0], isRead: true });
  });

  test("would be read with each move where it doesn't rest (broken twin)", async () => {
    const { one, join, look } = await openLines({ fewEntries: 2, restMsOfEntry: 0 });
    await look();
    await join(one);
    expect((await look()).isRead).toBe(true);
  });
});
