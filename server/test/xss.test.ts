import { api, Category, type Endpoint, Platform, Role } from "@saha/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { xssPayloads } from "../../e2e/xss-corpus.ts";
import type { Member } from "./given.ts";
import { openServer, type Server } from "./harness.ts";
import { dangersOf } from "./inert.ts";

const payloads = xssPayloads({ run: "canary(1)", host: "off.example" });
let server: Server;
let admin: Member;
let ticketId: number;
let game: { id: number; boothId: number };

beforeAll(async () => {
  server = await openServer();
  admin = await server.given.user({ roleId: Role.Admin });
  ticketId = (await server.given.ticket()).id;
  game = await server.given.game();
});
afterAll(() => server.close());

/**
 * Every field of the contract that takes HTML, written with a text; the answer is what was stored, null when it was
 * refused.
 */
const htmlFields: Record<string, (html: string) => Promise<string | null>> = {
  "tickets.create features": async (features) => {
    const body = { title: "t", quantity: 1, day: server.given.today(), category: Category.Free, features };
    const answer = await admin.call(api.tickets.create, { body });
    return answer.refusal ? null : answer.data.features;
  },
  "tickets.update features": async (features) => {
    const answer = await admin.call(api.tickets.update, { params: { id: String(ticketId) }, body: { features } });
    return answer.refusal ? null : answer.data.features;
  },
  "games.create description": async (description) => {
    const fields = { name: "g", shortName: "g", winPoints: 1, losePoints: 0, platformId: Platform.Pc };
    const body = { ...fields, boothId: game.boothId, description };
    const answer = await admin.call(api.games.create, { body });
    return answer.refusal ? null : answer.data.description;
  },
  "games.update description": async (description) => {
    const answer = await admin.call(api.games.update, { params: { id: game.id }, body: { description } });
    return answer.refusal ? null : answer.data.description;
  },
};

test.for(Object.keys(htmlFields))("no payload of the corpus is stored so that it could run: %s", async (name) => {
  let stored = 0;
  for (const payload of payloads) {
    const html = await htmlFields[name]?.(payload);
    if (html === null || html === undefined) continue;
    stored++;
    expect(dangersOf(html), payload).toEqual([]);
  }
  expect(stored).toBeGreaterThan(payloads.length - 20);
});

test("every field that a description of the contract calls HTML is in the list above", () => {
  const described = Object.entries(api).flatMap(([area, calls]) =>
    Object.entries(calls as Record<string, Endpoint>).flatMap(([name, { body }]) =>
      Object.keys((body as { _zod?: { def: { shape?: object } } } | undefined)?._zod?.def.shape ?? {})
        .filter((field) => field === "features" || (area === "games" && field === "description"))
        .map((field) => `${area}.${name} ${field}`),
    ),
  );
  expect(described.sort()).toEqual(Object.keys(htmlFields).sort());
});

test("Arabic text, signs and line breaks come back to the letter", async () => {
  const features = "دخول كل أجنحة الألعاب\nوجبة & مشروب\n5 < 6 و 7 > 3\n«مقعد» 'أمامي' \"مميز\"";
  const body = { title: "t", quantity: 1, day: server.given.today(), category: Category.Free, features };
  expect((await admin.call(api.tickets.create, { body })).data.features).toBe(features);
});
