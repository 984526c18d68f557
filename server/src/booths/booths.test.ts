import { api, Platform, type Request, Role } from "@saha/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusalOf, sessionHeaders } from "../../test/caller.ts";
import { filesIn, form } from "../../test/form.ts";
import type { Member } from "../../test/given.ts";
import { openServer, type Server } from "../../test/harness.ts";
import { picture } from "../../test/picture-bytes.ts";
import { expectRefused } from "../../test/refused.ts";
import { nextSeedHashes } from "../polls/poll-view.ts";
import { boothThemes, themeOfBooth, themesById } from "../themes/theme-view.ts";
import { boothFinder } from "./booth-view.ts";

type Language = { language: "ar" | "en" };

let saha: Server;
let admin: Member;
let attendee: Member;
let png: Buffer;

beforeAll(async () => {
  saha = await openServer();
  admin = await saha.given.user({ roleId: Role.Admin });
  attendee = await saha.given.user();
  png = await picture("png");
});
afterAll(() => saha.close());

const change = (id: number, body: Request<typeof api.booths.update>["body"], options?: Language) =>
  admin.call(api.booths.update, { params: { id }, body }, options);
const remove = (id: number, options?: Language) => admin.call(api.booths.remove, { params: { id } }, options);
const listed = async (who: Member) => (await who.call(api.booths.list)).data.map(({ id }) => id);

async function send(method: "POST" | "PUT", path: string, fields: Parameters<typeof form>[0]) {
  const answer = await saha.send(method, path, await form(fields, sessionHeaders(admin)));
  if (answer.status >= 400) throw new Error(refusalOf(answer).code);
  return JSON.parse(answer.text).data as { id: number; name: string; image: string | null; isActive: boolean };
}

describe("a booth", () => {
  test("is made by a form with a picture and a switch as text, and its picture is served", async () => {
    const booth = await send("POST", "/api/booth", { name: " جناح القتال ", isActive: "false", image: { bytes: png } });
    expect(booth).toMatchObject({ name: "جناح القتال", isActive: false, image: expect.stringMatching(/^\/files\//) });
    expect((await saha.send("GET", String(booth.image))).status).toBe(200);
    expect(await listed(admin)).toContain(booth.id);
  });

  test("is made by JSON, active and without a picture unless told", async () => {
    const { data } = await admin.call(api.booths.create, { body: { name: "جناح" } });
    expect(data).toMatchObject({ name: "جناح", isActive: true, image: null, waiting: 0, wait: null });
  });

  test("is not busy while nobody stands in a line of its games", async () => {
    const { boothId } = await saha.given.game();
    expect((await admin.call(api.booths.get, { params: { id: boothId } })).data).toMatchObject({ waiting: 0 });
    const { data: games } = await admin.call(api.booths.games, { params: { id: boothId } });
    expect(games.map(({ waiting }) => waiting)).toEqual([0]);
  });

  test("keeps what is not sent; an empty picture takes the picture away, another replaces it", async () => {
    const made = await send("POST", "/api/booth", { name: "قديم", isActive: "true", image: { bytes: png } });
    const renamed = await change(made.id, { name: "جديد" });
    expect(renamed.data).toMatchObject({ name: "جديد", isActive: true, image: made.image });
    const again = await send("PUT", `/api/booth/${made.id}`, { image: { bytes: png } });
    expect(again.image).not.toBe(made.image);
    expect((await saha.send("GET", String(made.image))).status).toBe(404);
    const bare = await send("PUT", `/api/booth/${made.id}`, { image: "" });
    expect(bare).toMatchObject({ name: "جديد", image: null });
    expect((await saha.send("GET", String(again.image))).status).toBe(404);
    expect((await change(made.id, { image: "" })).data.image).toBeNull();
  });

  test("never takes a path in a picture's place", async () => {
    const made = await send("POST", "/api/booth", { name: "أول", image: { bytes: png } });
    const other = await admin.call(api.booths.create, { body: { name: "ثانٍ", image: String(made.image) } });
    expect(other.data.image).toBeNull();
    expect((await change(made.id, { image: "/files/else.webp" })).data.image).toBe(made.image);
  });

  test("that is none leaves no picture behind", async () => {
    const before = filesIn(saha.core.config.dataDir);
    await expect(send("PUT", "/api/booth/2000000000", { image: { bytes: png } })).rejects.toThrow("booth.not_found");
    await expect(send("POST", "/api/booth", { name: "", image: { bytes: png } })).rejects.toThrow("request.invalid");
    const fake = { name: "x", image: { bytes: Buffer.from("MZ no picture") } };
    await expect(send("POST", "/api/booth", fake)).rejects.toThrow("file.not_image");
    expect(filesIn(saha.core.config.dataDir)).toEqual(before);
  });

  test.each([
    { field: "name", body: { name: " " } },
    { field: "name", body: { name: "x".repeat(81) } },
    { field: "name", body: { name: "a\u202Eb" } },
    { field: "isActive", body: { name: "x", isActive: "maybe" } },
  ])("with a wrong $field is refused at that field: $body", async ({ field, body }) => {
    const headers = { ...sessionHeaders(admin), "content-type": "application/json" };
    const answer = await saha.send("POST", "/api/booth", { headers, body: JSON.stringify(body) });
    expect(refusalOf(answer)).toMatchObject({ code: "request.invalid", issues: [{ field }] });
  });

  test("that nothing belongs to is deleted with its theme, picture and assignment", async () => {
    const made = await send("POST", "/api/booth", { name: "زائل", image: { bytes: png } });
    const colours = { primary: "#112233", secondary: "#445566", tertiary: "#778899" };
    const theme = await admin.call(api.boothThemes.create, { body: { boothId: made.id, ...colours } });
    const keeper = await saha.given.user({ roleId: Role.BoothAdmin });
    await admin.call(api.booths.assignAdmin, { body: { userId: keeper.id, boothId: made.id } });
    expect((await remove(made.id)).data).toEqual({ id: made.id });
    expect((await saha.send("GET", String(made.image))).status).toBe(404);
    expect((await admin.call(api.boothThemes.get, { params: { id: theme.data.id } })).code).toBe("theme.not_found");
    const { data: admins } = await admin.call(api.booths.admins);
    expect(admins.find(({ id }) => id === keeper.id)?.boothId).toBeNull();
    await expectRefused(saha.query, (options) => remove(made.id, options), "booth.not_found");
  });

  test("with games is kept whole, theme and all, and the refusal says what to do instead", async () => {
    const game = await saha.given.game();
    const colours = { primary: "#112233", secondary: "#445566", tertiary: "#778899" };
    await admin.call(api.boothThemes.create, { body: { boothId: game.boothId, ...colours } });
    await expectRefused(saha.query, (options) => remove(game.boothId, options), "booth.in_use");
    await admin.call(api.games.remove, { params: { id: game.id } });
    expect((await remove(game.boothId)).status).toBe(200);
  });
});

describe("who sees what", () => {
  test("attendees see active booths and their active games, everybody else all; what is hidden is as unknown", async () => {
    const [open, closed] = [await saha.given.booth(), await saha.given.booth({ isActive: false })];
    const shown = await saha.given.game({ boothId: open.id });
    const stopped = await saha.given.game({ boothId: open.id, isActive: false });
    const hidden = await saha.given.game({ boothId: closed.id });
    const gamesOf = async (who: Member) => (await who.call(api.games.list)).data.map(({ id }) => id);
    const gamesAt = (who: Member, id: number) => who.call(api.booths.games, { params: { id } });

    expect(await listed(attendee)).toContain(open.id);
    expect(await listed(attendee)).not.toContain(closed.id);
    expect(await gamesOf(attendee)).toContain(shown.id);
    for (const { id } of [stopped, hidden]) expect(await gamesOf(attendee)).not.toContain(id);
    expect((await gamesAt(attendee, open.id)).data.map(({ id }) => id)).toEqual([shown.id]);
    for (const id of [closed.id, 2_000_000_000]) {
      await expectRefused(saha.query, (o) => attendee.call(api.booths.get, { params: { id } }, o), "booth.not_found");
      await expectRefused(saha.query, (o) => attendee.call(api.booths.games, { params: { id } }, o), "booth.not_found");
      await expectRefused(saha.query, (o) => saha.stranger(api.booths.theme, { params: { id } }, o), "booth.not_found");
    }
    for (const roleId of [Role.Admin, Role.BoothAdmin, Role.GameAdmin, Role.ScanAdmin]) {
      const member = await saha.given.user({ roleId });
      expect(await listed(member)).toEqual(expect.arrayContaining([open.id, closed.id]));
      expect(await gamesOf(member)).toEqual(expect.arrayContaining([shown.id, stopped.id, hidden.id]));
      expect((await gamesAt(member, closed.id)).data.map(({ id }) => id)).toEqual([hidden.id]);
      expect((await member.call(api.booths.get, { params: { id: closed.id } })).status).toBe(200);
      expect((await member.call(api.booths.theme, { params: { id: closed.id } })).status).toBe(200);
    }
  });

  test("what an administrator changes is seen by attendees with their next look", async () => {
    const { data: booth } = await admin.call(api.booths.create, { body: { name: "جناح" } });
    expect(await listed(attendee)).toContain(booth.id);
    await change(booth.id, { isActive: false });
    expect(await listed(attendee)).not.toContain(booth.id);
    await change(booth.id, { isActive: true });
    const { data: game } = await admin.call(api.games.create, {
      body: { name: "لعبة", shortName: "ل", winPoints: 1, losePoints: 0, platformId: Platform.Pc, boothId: booth.id },
    });
    const seen = () => attendee.call(api.booths.games, { params: { id: booth.id } });
    expect((await seen()).data.map(({ name }) => name)).toEqual(["لعبة"]);
    await admin.call(api.games.update, { params: { id: game.id }, body: { name: "أخرى", isQueueable: false } });
    expect((await seen()).data).toMatchObject([{ name: "أخرى", isQueueable: false }]);
    await admin.call(api.games.update, { params: { id: game.id }, body: { isActive: false } });
    expect((await seen()).data).toEqual([]);
  });

  test("games and booths say how many wait", async () => {
    const booth = await saha.given.booth();
    const [one, other] = [await saha.given.game({ boothId: booth.id }), await saha.given.game({ boothId: booth.id })];
    for (const gameId of [one.id, one.id, other.id]) {
      await saha.given.entry({ userId: (await saha.given.user()).id, gameId });
    }
    const { data } = await admin.call(api.booths.games, { params: { id: booth.id } });
    expect(data.map(({ id, waiting }) => [id, waiting])).toEqual([
      [one.id, 2],
      [other.id, 1],
    ]);
    expect((await admin.call(api.booths.get, { params: { id: booth.id } })).data.waiting).toBe(3);
    expect((await admin.call(api.booths.list)).data.find(({ id }) => id === booth.id)?.waiting).toBe(3);
  });
});

describe("a booth's theme", () => {
  test("is its own, to anyone; without one it is the main theme", async () => {
    const booth = await saha.given.booth();
    const main = (await saha.stranger(api.themes.main)).data;
    const theme = () => saha.stranger(api.booths.theme, { params: { id: booth.id } });
    expect((await theme()).data).toEqual(main);
    const colours = { primary: "#0A0B0C", secondary: "#0D0E0F", tertiary: "#101112" };
    const made = await admin.call(api.boothThemes.create, { body: { boothId: booth.id, ...colours } });
    expect((await theme()).data).toEqual(made.data);
    await admin.call(api.boothThemes.remove, { params: { id: made.data.id } });
    expect((await theme()).data).toEqual(main);
  });

  test("that is not there costs attendees no connection of its own, however many are asked for", async () => {
    const member = await saha.given.user();
    await member.call(api.auth.me);
    let taken = 0;
    const count = () => taken++;
    saha.core.database.pool.on("acquire", count);
    const params = Array.from({ length: 60 }, (_, n) => ({ id: String(1_000_000 + n) }));
    const asked = params.flatMap((one) => [
      member.call(api.booths.get, { params: one }),
      member.call(api.booths.games, { params: one }),
    ]);
    const codes = new Set((await Promise.all(asked)).map(({ code }) => code));
    saha.core.database.pool.off("acquire", count);
    expect([...codes]).toEqual(["booth.not_found"]);
    expect(taken).toBeLessThan(60);
  });

  test("is read by one statement for all who ask at once; one by one each takes its own (broken twin)", async () => {
    const { query } = saha.core.database;
    let statements = 0;
    const counted = new Proxy(query, {
      get(target, key) {
        if (key === "selectFrom") statements++;
        const value = Reflect.get(target, key, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const statementsOf = async (ask: (id: number) => Promise<unknown>) => {
      statements = 0;
      // Strangers may name any booth, also one that never was.
      await Promise.all(Array.from({ length: 100 }, (_, id) => ask(id)));
      return statements;
    };
    for (const open of [boothThemes, themesById, boothFinder]) {
      expect(await statementsOf(open(counted))).toBeLessThanOrEqual(2);
    }
    expect(await statementsOf(nextSeedHashes(counted)).catch(() => statements)).toBe(1);
    expect(await statementsOf((id) => themeOfBooth(counted, id))).toBe(200);
  });
});
