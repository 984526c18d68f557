import { setTimeout as sleep } from "node:timers/promises";
import { api, Role } from "@saha/contract";
import { afterAll, describe, expect, test } from "vitest";
import type { Member } from "../../test/given.ts";
import { openServer } from "../../test/harness.ts";
import { readersAtOnce } from "../../test/held-readers.ts";
import { openAccountTurns } from "./account-turns.ts";

const here = () => false;
const by = (id: number, sessionId = 1) => ({ id, sessionId });
const turn = () => sleep(1);

/** Work that goes on until it is let go. */
function held() {
  const ends: (() => void)[] = [];
  const work = () => new Promise<void>((end) => ends.push(end));
  return { work, begun: () => ends.length, end: (at: number) => ends[at]?.() };
}

describe("the turns of accounts", () => {
  test("let each account have four at once", async () => {
    const run = openAccountTurns(4);
    const { work, begun, end } = held();
    const all = Array.from({ length: 6 }, () => run(by(1), here, work));
    expect(begun()).toBe(4);
    const other = run(by(2), here, work);
    expect(begun()).toBe(5);
    end(0);
    await turn();
    expect(begun()).toBe(6);
    for (const at of [1, 2, 3, 4, 5]) end(at);
    await turn();
    end(6);
    await Promise.all([...all, other]);
  });

  test("are taken by the sessions of an account in turns: a device waits for one call of another that sends many", async () => {
    const run = openAccountTurns(1);
    const { work, begun, end } = held();
    const order: number[] = [];
    const calls = [1, 1, 1, 1, 2].map((session) =>
      run(by(1, session), here, () => {
        order.push(session);
        return work();
      }),
    );
    for (let at = 0; at < calls.length; at++) {
      expect(begun()).toBe(at + 1);
      end(at);
      await turn();
    }
    expect(order).toEqual([1, 1, 2, 1, 1]);
    await Promise.all(calls);
  });

  test("go on after a failure, and do nothing for those who have left", async () => {
    const run = openAccountTurns(1);
    const { work, begun, end } = held();
    const first = run(by(1), here, () => work().then(() => Promise.reject(new Error("failed"))));
    const left = run(by(1), () => true, work);
    const last = run(by(1), here, work);
    for (const refused of [left, first]) refused.catch(() => {});
    end(0);
    await expect(first).rejects.toThrow("failed");
    await expect(left).rejects.toMatchObject({ code: "request.timeout" });
    expect(begun()).toBe(2);
    end(1);
    await last;
  });
});

test("of calls that hang up while others of their account wait few are kept until those are done", async () => {
  const run = openAccountTurns(1);
  const { work, end } = held();
  const [first, second] = [run(by(1), here, work), run(by(1), here, work)];
  let kept = 500;
  for (let n = 0; n < 500; n++) {
    run(by(1, n % 9), () => true, work).catch(() => {
      kept--;
    });
  }
  await turn();
  expect(kept).toBeLessThan(30);
  end(0);
  await turn();
  end(1);
  await Promise.all([first, second]);
  expect(kept).toBe(0);
});

describe("a signed-in person with twenty connections", async () => {
  const saha = await openServer();
  afterAll(saha.close);

  test("has four changes under way, and others are answered meanwhile", async () => {
    const admin = await saha.given.user({ roleId: Role.Admin });
    const other = await saha.given.user();
    const asks = Array.from({ length: 20 }, (_, at) => async () => {
      const { status } = await admin.call(api.platforms.create, { body: { name: `منصة ${at}` } });
      expect(status).toBe(201);
    });
    const meanwhile = async () => expect((await other.call(api.booths.list)).status).toBe(200);
    expect(await readersAtOnce(saha, "platforms", asks, meanwhile)).toBe(4);
  });

  test("has eight readings under way, beside its changes", async () => {
    const member = await saha.given.user();
    const other = await saha.given.user();
    const asks = Array.from({ length: 20 }, () => async () => {
      expect((await member.call(api.polls.entries)).status).toBe(200);
    });
    const meanwhile = async () => {
      expect((await member.call(api.auth.endSession, { params: { id: "999999" } })).status).toBe(404);
      expect((await other.call(api.booths.list)).status).toBe(200);
    };
    // Sixteen, all connections there are, where each reads when it comes.
    expect(await readersAtOnce(saha, "poll_entries", asks, meanwhile)).toBe(8);
  });

  test("reads what all the staff see once with all who ask at once", async () => {
    const staff = [
      await saha.given.user({ roleId: Role.GameAdmin }),
      await saha.given.user({ roleId: Role.TriviaAdmin }),
    ];
    const { boothId } = await saha.given.game();
    for (const [table, ask] of [
      ["games", (by: Member) => by.call(api.games.list)],
      ["booths", (by: Member) => by.call(api.booths.list)],
      ["booths", (by: Member) => by.call(api.booths.games, { params: { id: String(boothId) } })],
      ["platforms", (by: Member) => by.call(api.platforms.list)],
      ["ticket_categories", (by: Member) => by.call(api.categories.list)],
    ] as const) {
      const asks = staff.flatMap((by) =>
        Array.from({ length: 8 }, () => async () => expect((await ask(by)).status).toBe(200)),
      );
      // Sixteen where each reads; a booth's list has two parts.
      expect(await readersAtOnce(saha, table, asks), table).toBeLessThanOrEqual(2);
    }
  });
});
