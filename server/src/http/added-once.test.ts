import { api, Category, Platform, Role } from "@saha/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusalOf, sessionHeaders } from "../../test/caller.ts";
import { filesIn, form } from "../../test/form.ts";
import type { Member } from "../../test/given.ts";
import { openServer, type Server } from "../../test/harness.ts";
import { picture } from "../../test/picture-bytes.ts";
import { expectRefused } from "../../test/refused.ts";

let saha: Server;
let admin: Member;
let boothId: number;
let pictures: Record<"one" | "other", Buffer>;

beforeAll(async () => {
  saha = await openServer();
  admin = await saha.given.user({ roleId: Role.Admin });
  boothId = (await saha.given.booth()).id;
  pictures = { one: await picture("png"), other: await picture("png", { width: 80 }) };
});
afterAll(() => saha.close());

type Options = { key?: string; language?: "ar" | "en" };
type Counted = Parameters<Server["query"]["selectFrom"]>[0] & string;

const ticket = (title: string, category: number) => ({ title, quantity: 3, day: "2026-10-21", category });
const game = (name: string) => ({
  name,
  shortName: "تيكن",
  winPoints: 10,
  losePoints: -3,
  platformId: Platform.PlayStation as number,
  boothId,
});
const colours = (primary: string) => ({ boothId, primary, secondary: "#445566", tertiary: "#778899" });

/** Each call that adds a row, where the row stands, and a press of it; another `what` is another press. */
const presses = {
  "a ticket": ["tickets", (what: string, o?: Options) => admin.call(api.tickets.create, { body: ticket(what, 1) }, o)],
  "an invitation ticket": [
    "invitationCodes",
    (what: string, o?: Options) => admin.call(api.tickets.create, { body: ticket(what, Category.Invitation) }, o),
  ],
  "a category": [
    "ticketCategories",
    (what: string, o?: Options) => admin.call(api.categories.create, { body: { name: what } }, o),
  ],
  "a platform": [
    "platforms",
    (what: string, o?: Options) => admin.call(api.platforms.create, { body: { name: what } }, o),
  ],
  "a booth": ["booths", (what: string, o?: Options) => admin.call(api.booths.create, { body: { name: what } }, o)],
  "a game": ["games", (what: string, o?: Options) => admin.call(api.games.create, { body: game(what) }, o)],
  "a giveaway": [
    "polls",
    (what: string, o?: Options) => admin.call(api.polls.create, { body: { boothId, name: what } }, o),
  ],
  "a question": [
    "surveyQuestions",
    (what: string, o?: Options) => admin.call(api.surveys.create, { body: { question: what } }, o),
  ],
  "a booth's theme": [
    "themes",
    (what: string, o?: Options) =>
      admin.call(api.boothThemes.create, { body: colours(what === "one" ? "#112233" : "#112244") }, o),
  ],
} as const satisfies Record<string, readonly [Counted, unknown]>;

/** How many rows a press adds: an invitation ticket has a code for each place. */
const rowsOf = (name: string) => (name === "an invitation ticket" ? 3 : 1);

async function count(table: Counted): Promise<number> {
  const { rows } = await saha.query
    .selectFrom(table as "tickets")
    .select(({ fn }) => fn.countAll<string>().as("rows"))
    .executeTakeFirstOrThrow();
  return Number(rows);
}

describe.each(Object.entries(presses))("%s", (name, [table, press]) => {
  test("whose press is sent again under its key is added once, and answered by the first success", async () => {
    const [key, before] = [saha.given.key(), await count(table)];
    const first = await press("one", { key });
    expect(first.status).toBe(201);
    for (let sent = 0; sent < 3; sent++) {
      const again = await press("one", { key });
      expect([again.status, again.text]).toEqual([first.status, first.text]);
    }
    expect(await count(table)).toBe(before + rowsOf(name));
    await expectRefused(saha.query, (o) => press("other", { key, ...o }), "idempotency.mismatch");
  });
});

test("fifty at once under one key add one ticket and its codes; each is told so, or to wait", async () => {
  const [key, tickets, codes] = [saha.given.key(), await count("tickets"), await count("invitationCodes")];
  const [, press] = presses["an invitation ticket"];
  const answers = await Promise.all(Array.from({ length: 50 }, () => press("at once", { key })));
  const added = answers.filter(({ status }) => status === 201);
  expect(added.length).toBeGreaterThan(0);
  expect(new Set(added.map(({ text }) => text)).size).toBe(1);
  expect(new Set(answers.flatMap(({ code }) => code ?? []))).toEqual(
    new Set(added.length < 50 ? ["idempotency.running"] : []),
  );
  expect([await count("tickets"), await count("invitationCodes")]).toEqual([tickets + 1, codes + 3]);
});

test("without a key one press that is sent again adds two tickets (broken twin)", async () => {
  const before = await count("tickets");
  for (let sent = 0; sent < 2; sent++) await presses["a ticket"][1]("no key");
  expect(await count("tickets")).toBe(before + 2);
});

test("what is meant as another press is another row, however alike", async () => {
  const before = await count("tickets");
  for (let meant = 0; meant < 2; meant++) await presses["a ticket"][1]("alike", { key: saha.given.key() });
  expect(await count("tickets")).toBe(before + 2);
});

test("the limit of redemptions that was made is answered again, and refused to another press", async () => {
  const make = (key: string, o?: Options) =>
    admin.call(api.maxRedeem.create, { body: { maxRedeem: 40 } }, { key, ...o });
  const key = saha.given.key();
  const first = await make(key);
  const again = await make(key);
  expect([again.status, again.text]).toEqual([201, first.text]);
  await expectRefused(saha.query, (o) => make(saha.given.key(), o), "max_redeem.exists");
});

test("a new giveaway is answered as it is read", async () => {
  const { data } = await presses["a giveaway"][1]("as it is read");
  expect((await admin.call(api.polls.get, { params: { id: data.id } })).data).toEqual(data);
});

describe("a form with a picture", () => {
  type Fields = Parameters<typeof form>[0];
  async function send(path: string, fields: Fields, key: string) {
    return saha.send("POST", path, await form(fields, { ...sessionHeaders(admin), "idempotency-key": key }));
  }
  const kept = async () => ({ files: filesIn(saha.core.config.dataDir), rows: await count("files") });

  test("that is sent again makes one booth, and the picture that came again goes", async () => {
    const [key, before] = [saha.given.key(), await count("booths")];
    const fields = { name: "بصورة", image: { bytes: pictures.one } };
    const first = await send("/api/booth", fields, key);
    expect(first.status).toBe(201);
    const { image } = JSON.parse(first.text).data as { image: string };
    const after = await kept();
    for (let sent = 0; sent < 3; sent++) {
      const again = await send("/api/booth", fields, key);
      expect([again.status, again.text]).toEqual([201, first.text]);
    }
    expect(await count("booths")).toBe(before + 1);
    expect(await kept()).toEqual(after);
    expect((await saha.send("GET", image)).status).toBe(200);
  });

  test("and another picture under its key is refused, and leaves none behind", async () => {
    const key = saha.given.key();
    await send("/api/booth", { name: "أول", image: { bytes: pictures.one } }, key);
    const after = await kept();
    for (const fields of [{ name: "أول", image: { bytes: pictures.other } }, { name: "أول" }] as Fields[]) {
      const answer = await send("/api/booth", fields, key);
      expect(refusalOf(answer).code).toBe("idempotency.mismatch");
    }
    expect(await kept()).toEqual(after);
  });

  test("counts the pictures of a game by their fields", async () => {
    const key = saha.given.key();
    const texts = Object.fromEntries(Object.entries(game("بصورتين")).map(([field, value]) => [field, String(value)]));
    const [image, logo] = [{ bytes: pictures.one }, { bytes: pictures.other }];
    const first = await send("/api/game", { ...texts, image, logo }, key);
    expect((await send("/api/game", { ...texts, image, logo }, key)).text).toBe(first.text);
    const swapped = await send("/api/game", { ...texts, image: logo, logo: image }, key);
    expect(refusalOf(swapped).code).toBe("idempotency.mismatch");
  });

  test("a dozen of which are sent at once makes one booth, and keeps one picture", async () => {
    const [key, before, { rows }] = [saha.given.key(), await count("booths"), await kept()];
    const fields = { name: "معًا", image: { bytes: pictures.one } };
    const answers = await Promise.all(Array.from({ length: 12 }, () => send("/api/booth", fields, key)));
    expect(answers.some(({ status }) => status === 201)).toBe(true);
    const refused = answers.filter(({ status }) => status !== 201).map((answer) => refusalOf(answer).code);
    expect(["idempotency.running", "server.busy", "request.too_many"]).toEqual(expect.arrayContaining(refused));
    expect(await count("booths")).toBe(before + 1);
    await expect.poll(async () => (await kept()).rows).toBe(rows + 1);
  });
});
