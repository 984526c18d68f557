import { api, Platform, type Request, Role } from "@saha/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusalOf, sessionHeaders } from "../../test/caller.ts";
import { filesIn, form } from "../../test/form.ts";
import type { Member } from "../../test/given.ts";
import { openServer, type Server } from "../../test/harness.ts";
import { picture } from "../../test/picture-bytes.ts";
import { expectRefused } from "../../test/refused.ts";

type Language = { language: "ar" | "en" };
type Change = Request<typeof api.games.update>["body"];

let saha: Server;
let admin: Member;
let boothId: number;
let png: Buffer;

beforeAll(async () => {
  saha = await openServer();
  admin = await saha.given.user({ roleId: Role.Admin });
  boothId = (await saha.given.booth()).id;
  png = await picture("png");
});
afterAll(() => saha.close());

const whole = () => ({
  name: "تيكن",
  shortName: "تيكن",
  winPoints: 10,
  losePoints: -3,
  platformId: Platform.PlayStation as number,
  boothId,
});
const create = (body: Partial<Request<typeof api.games.create>["body"]> = {}, options?: Language) =>
  admin.call(api.games.create, { body: { ...whole(), ...body } }, options);
const change = (id: number, body: Change, options?: Language) =>
  admin.call(api.games.update, { params: { id }, body }, options);
const remove = (id: number, options?: Language) => admin.call(api.games.remove, { params: { id } }, options);

async function send(method: "POST" | "PUT", path: string, fields: Parameters<typeof form>[0]) {
  const answer = await saha.send(method, path, await form(fields, sessionHeaders(admin)));
  if (answer.status >= 400) throw new Error(refusalOf(answer).code);
  return JSON.parse(answer.text).data as { id: number; image: string; logo: string; finite: boolean; min: number };
}

describe("a game", () => {
  test("is new: queueable, active, not doubled, without pictures, bounds or a place on the leaderboard", async () => {
    const { data } = await create();
    expect(data).toMatchObject({
      ...whole(),
      image: "",
      logo: "",
      description: "",
      isQueueable: true,
      isActive: true,
      isDoubled: false,
      externalGame: false,
      finite: false,
      min: null,
      max: null,
      leaderboard: false,
    });
    expect((await admin.call(api.games.list)).data).toContainEqual(data);
  });

  test("is made by a form, everything as text, with both pictures and a description without what could run", async () => {
    const texts = Object.fromEntries(Object.entries(whole()).map(([field, value]) => [field, String(value)]));
    const game = await send("POST", "/api/game", {
      ...texts,
      externalGame: "true",
      finite: "true",
      min: "-٥٠",
      max: "100",
      leaderboard: "true",
      description: "<h2>القواعد</h2><p>جولتان<script>alert(1)</script></p>",
      image: { bytes: png },
      logo: { bytes: png },
    });
    expect(game).toMatchObject({ externalGame: true, finite: true, min: -50, max: 100, leaderboard: true });
    expect(game).toMatchObject({ description: "<h2>القواعد</h2><p>جولتان</p>" });
    for (const path of [game.image, game.logo]) expect((await saha.send("GET", path)).status).toBe(200);

    const bare = await send("PUT", `/api/game/${game.id}`, { logo: "", isDoubled: "true", isQueueable: "false" });
    expect(bare).toMatchObject({ logo: "", image: game.image, isDoubled: true, isQueueable: false, finite: true });
    expect((await saha.send("GET", game.logo)).status).toBe(404);
    await remove(game.id);
    expect((await saha.send("GET", game.image)).status).toBe(404);
  });

  test("keeps what is not sent, and stores no field that can't be changed", async () => {
    const { data: before } = await create({ description: "<p>أ</p>", finite: true, min: -5, max: 5 });
    const body = JSON.stringify({ name: "جديد", id: 1, lastNumber: 99, lowest: 3, createdAt: "2000-01-01T00:00:00Z" });
    const headers = { ...sessionHeaders(admin), "content-type": "application/json" };
    const answer = await saha.send("PUT", `/api/game/${before.id}`, { headers, body });
    expect(JSON.parse(answer.text).data).toEqual({ ...before, name: "جديد", updatedAt: expect.any(String) });
    const row = saha.query.selectFrom("games").select("lastNumber").where("id", "=", before.id);
    expect((await row.executeTakeFirstOrThrow()).lastNumber).toBe(0);
  });

  test.each([
    { isActive: false },
    { isQueueable: false },
    { isDoubled: true },
    { externalGame: true },
    { leaderboard: true },
    { winPoints: 0, losePoints: -1_000_000 },
    { description: '<p dir="rtl">نص</p>' },
    { platformId: Platform.Quest },
  ] satisfies Change[])("takes %j", async (body) => {
    const { data } = await create();
    expect((await change(data.id, body)).data).toMatchObject(body);
  });

  test.each([
    { field: "name", body: { name: " " } },
    { field: "shortName", body: { shortName: "x".repeat(21) } },
    { field: "winPoints", body: { winPoints: -1 } },
    { field: "winPoints", body: { winPoints: 1_000_001 } },
    { field: "winPoints", body: { winPoints: 1.5 } },
    { field: "losePoints", body: { losePoints: -1_000_001 } },
    { field: "platformId", body: { platformId: 0 } },
    { field: "boothId", body: { boothId: "x" } },
    { field: "description", body: { description: "a\u0000b" } },
    { field: "description", body: { description: "x".repeat(20_001) } },
    { field: "finite", body: { finite: "perhaps" } },
    { field: "max", body: { finite: true, min: 0, max: 2_000_000_000 } },
  ])("with a wrong $field is refused at that field: $body", async ({ field, body }) => {
    const headers = { ...sessionHeaders(admin), "content-type": "application/json" };
    const answer = await saha.send("POST", "/api/game", { headers, body: JSON.stringify({ ...whole(), ...body }) });
    expect(refusalOf(answer)).toMatchObject({ code: "request.invalid", issues: [{ field }] });
  });

  test("of a booth or on a platform that is none is refused at that field", async () => {
    const unknown = 2_000_000_000;
    const { data } = await create();
    for (const ask of [
      (options: Language) => create({ boothId: unknown }, options),
      (options: Language) => change(data.id, { boothId: unknown }, options),
    ]) {
      const { refusal } = await expectRefused(saha.query, ask, "booth.not_found");
      expect(refusal?.issues).toMatchObject([{ field: "boothId" }]);
    }
    for (const ask of [
      (options: Language) => create({ platformId: unknown }, options),
      (options: Language) => change(data.id, { platformId: unknown }, options),
    ]) {
      const { refusal } = await expectRefused(saha.query, ask, "platform.not_found");
      expect(refusal?.issues).toMatchObject([{ field: "platformId" }]);
    }
    await expectRefused(saha.query, (options) => change(unknown, { name: "x" }, options), "game.not_found");
    await expectRefused(saha.query, (options) => remove(unknown, options), "game.not_found");
  });

  test("whose form is refused leaves no picture behind", async () => {
    const before = filesIn(saha.core.config.dataDir);
    const texts = Object.fromEntries(Object.entries(whole()).map(([field, value]) => [field, String(value)]));
    const post = (fields: object) => send("POST", "/api/game", { ...texts, image: { bytes: png }, ...fields });
    await expect(post({ boothId: "2000000000" })).rejects.toThrow("booth.not_found");
    await expect(post({ finite: "true", min: "1", max: "2" })).rejects.toThrow("game.bounds");
    await expect(post({ logo: { bytes: Buffer.from("no picture") } })).rejects.toThrow("file.not_image");
    expect(filesIn(saha.core.config.dataDir)).toEqual(before);
  });
});

describe("the bounds of a game", () => {
  test.each([
    { min: -10, max: 10 },
    { min: 0, max: 1 },
    { min: -1, max: 0 },
  ])("are taken: %j", async (bounds) => {
    expect((await create({ finite: true, ...bounds })).data).toMatchObject({ finite: true, ...bounds });
  });

  test.each([
    { field: "min", bounds: {} },
    { field: "min", bounds: { max: 5 } },
    { field: "min", bounds: { min: null, max: 5 } },
    { field: "min", bounds: { min: 1, max: 5 } },
    { field: "max", bounds: { min: 0 } },
    { field: "max", bounds: { min: -5, max: -1 } },
    { field: "max", bounds: { min: 0, max: 0 } },
  ])("$bounds are refused at $field, new and changed", async ({ field, bounds }) => {
    const { data } = await create();
    for (const ask of [
      (options: Language) => create({ finite: true, ...bounds }, options),
      (options: Language) => change(data.id, { finite: true, ...bounds }, options),
    ]) {
      const { refusal } = await expectRefused(saha.query, ask, "game.bounds");
      expect(refusal?.issues).toMatchObject([{ field }]);
    }
  });

  test("are kept when only others are sent, cleared with finite, and ignored without it", async () => {
    const { data } = await create({ finite: true, min: -5, max: 5 });
    expect((await change(data.id, { max: 9 })).data).toMatchObject({ finite: true, min: -5, max: 9 });
    expect((await change(data.id, { finite: false })).data).toMatchObject({ finite: false, min: null, max: null });
    expect((await change(data.id, { min: -1, max: 1 })).data).toMatchObject({ finite: false, min: null, max: null });
    expect((await create({ min: 7, max: 3 })).data).toMatchObject({ finite: false, min: null, max: null });
  });

  test("can't be drawn tighter than scores that exist; up to them they can", async () => {
    const game = await saha.given.game({ finite: true, min: -50, max: 50 });
    for (const score of [-20, 30]) {
      await saha.given.score({ userId: (await saha.given.user()).id, gameId: game.id, score, actorId: admin.id });
    }
    for (const [body, field] of [
      [{ min: -19 }, "min"],
      [{ max: 29 }, "max"],
      [{ finite: false }, "finite"],
    ] as const) {
      const ask = (options: Language) => change(game.id, body, options);
      const { refusal } = await expectRefused(saha.query, ask, "game.scores_outside");
      expect(refusal).toMatchObject({ issues: [{ field }], details: { lowest: -20, highest: 30 } });
    }
    expect((await change(game.id, { min: -20, max: 30 })).status).toBe(200);
  });
});

describe("a game with people in line", () => {
  test("keeps its booth and platform until the line is empty, and takes other changes", async () => {
    const game = await saha.given.game();
    const entry = await saha.given.entry({ userId: (await saha.given.user()).id, gameId: game.id });
    for (const [body, field] of [
      [{ boothId }, "boothId"],
      [{ platformId: Platform.Trivia }, "platformId"],
    ] as const) {
      const { refusal } = await expectRefused(saha.query, (o) => change(game.id, body, o), "game.has_line");
      expect(refusal?.issues).toMatchObject([{ field }]);
    }
    const same = { boothId: game.boothId, platformId: Platform.Pc, isActive: false, isQueueable: false, name: "أخرى" };
    expect((await change(game.id, same)).status).toBe(200);
    await sql`update queue_entries set is_finished = true, finished_at = now() where id = ${entry.id}`.execute(
      saha.query,
    );
    expect((await change(game.id, { boothId, platformId: Platform.Trivia })).status).toBe(200);
  });

  test("that was ever stood in or scored in can't be deleted", async () => {
    const [stood, scored] = [await saha.given.game(), await saha.given.game()];
    const player = await saha.given.user();
    const entry = await saha.given.entry({ userId: player.id, gameId: stood.id });
    await sql`update queue_entries set is_finished = true, finished_at = now() where id = ${entry.id}`.execute(
      saha.query,
    );
    await saha.given.score({ userId: player.id, gameId: scored.id, score: 3, actorId: admin.id });
    for (const { id } of [stood, scored]) {
      await expectRefused(saha.query, (options) => remove(id, options), "game.has_history");
    }
    const untouched = await saha.given.game();
    expect((await remove(untouched.id)).data).toEqual({ id: untouched.id });
  });
});
