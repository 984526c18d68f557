import { api, Role } from "@saha/contract";
import type { FastifyReply } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "../../test/given.ts";
import { openServer, type Server } from "../../test/harness.ts";
import { readLog } from "./score-log.ts";

let saha: Server;
let admin: Member;

beforeAll(async () => {
  saha = await openServer();
  admin = await saha.given.user({ roleId: Role.Admin, username: "سارة «المديرة»" });
});
afterAll(() => saha.close());

const log = () => admin.call(api.scores.log);

test("without a change it is empty", async () => {
  expect((await log()).data).toEqual([]);
});

test("each change says who, whose, where, from what, to what and when, newest first, as the contract has it", async () => {
  const [player, game] = [await saha.given.user({ username: `"\\\\<b>'` }), await saha.given.game()];
  await saha.given.score({ userId: player.id, gameId: game.id, score: 7, actorId: admin.id });
  const other = await saha.given.game();
  await saha.given.score({ userId: player.id, gameId: other.id, score: 9, actorId: admin.id });
  // The caller holds every answer to the contract, strictly.
  const { data } = await log();
  expect(data.map(({ currentScore }) => currentScore)).toEqual([9, 7]);
  const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(data[1]).toEqual({
    id: expect.any(Number),
    actor: { id: admin.id, name: admin.username },
    user: { id: player.id, name: player.username },
    game: { id: game.id, name: expect.any(String) },
    previousScore: 0,
    currentScore: 7,
    reason: "set",
    createdAt: moment,
    updatedAt: moment,
  });
  expect(Math.abs(Date.parse(String(data[1]?.createdAt)) - Date.now())).toBeLessThan(60_000);
});

test("of more changes than are shown the latest come", async () => {
  const game = await saha.given.game();
  for (const score of [1, 2, 3]) {
    await saha.given.score({ userId: (await saha.given.user()).id, gameId: game.id, score, actorId: admin.id });
  }
  const sent: unknown[] = [];
  const reply = { type: () => reply, send: (text: string) => sent.push(JSON.parse(text)) } as unknown as FastifyReply;
  (await readLog(saha.query, 2)).send(reply);
  expect(sent).toMatchObject([{ data: [{ currentScore: 3 }, { currentScore: 2 }] }]);
});
