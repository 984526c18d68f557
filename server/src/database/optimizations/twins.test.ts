import { api, Role } from "@saha/contract";
import { afterAll, expect, test } from "vitest";
import { openServer, type Server } from "../../../test/harness.ts";
import { brokenLaws } from "../../../test/laws.ts";
import { optimizations, usePlainTwins } from "./twins.ts";

usePlainTwins([]);
const optimized = await openServer();
usePlainTwins(optimizations);
const plain = await openServer();
usePlainTwins([]);
afterAll(async () => {
  await optimized.close();
  await plain.close();
});

/** A rush for the last places, presses that are repeated, a line, and a crowd that asks for its own at once. */
async function evening({ given, query }: Server): Promise<unknown[]> {
  const crowd = await Promise.all(Array.from({ length: 12 }, () => given.user()));
  const ids = crowd.map(({ id }) => id).sort((one, other) => one - other);
  const nameless = (answer: unknown) =>
    JSON.parse(
      JSON.stringify(answer, (key, value) => {
        if (key === "userId" || key === "user_id") return ids.indexOf(value);
        return /^(id|uuid|qrImage|shortCode|.*(At|Id|Scan))$/i.test(key) ? typeof value : value;
      }),
    );
  const ticket = await given.ticket({ title: "The rush", quantity: 8 });
  const body = { ticketId: ticket.id };
  const rush = await Promise.all(
    crowd.map((person) => person.call(api.purchases.reserve, { body }, { key: given.key() })),
  );
  const [first] = crowd;
  if (!first) throw new Error("nobody is there");
  const key = given.key();
  const other = await given.ticket({ day: "2026-10-25" });
  const presses = [];
  for (let i = 0; i < 2; i++) {
    presses.push(await first.call(api.purchases.reserve, { body: { ticketId: other.id } }, { key }));
  }
  const mismatch = await first.call(api.purchases.reserve, { body }, { key });
  const game = await given.game({ leaderboard: true });
  for (const [index, person] of crowd.slice(0, 5).entries()) {
    await person.call(api.queue.apply, { body: { gameId: game.id } });
    await given.score({ userId: person.id, gameId: game.id, score: 10 * (index + 1) });
  }
  const own = await Promise.all(
    crowd.map(async (person) => ({
      me: (await person.call(api.auth.me)).data,
      tickets: (await person.call(api.purchases.mine)).data.length,
      slots: (await person.call(api.queue.slots, { params: { id: person.id } })).data,
      place: (await person.call(api.scores.ofBooth, { params: { id: person.id, boothId: game.boothId } })).data,
    })),
  );
  const admin = await given.user({ roleId: Role.Admin });
  const { data: categories } = await admin.call(api.categories.list);
  expect(own.map(({ me }) => me.username)).toEqual(crowd.map(({ username }) => username));
  expect(presses[0]?.text).toBe(presses[1]?.text);
  expect(await brokenLaws(query)).toEqual([]);
  return nameless([
    rush.map(({ status }) => status).sort(),
    own.reduce((sum, { tickets }) => sum + tickets, 0),
    presses.map(({ data }) => data),
    mismatch.code,
    own.map(({ slots, place }) => ({ slots, place })),
    categories,
  ]) as unknown[];
}

test("an evening goes the same way with all optimizations and on their plain twins", async () => {
  const [fast, simple] = [await evening(optimized), await evening(plain)];
  expect(fast.slice(0, 2)).toEqual([[...Array(8).fill(201), ...Array(4).fill(409)], 9]);
  expect(simple).toEqual(fast);
});
