import { api, Platform, Role } from "@saha/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "../../test/given.ts";
import { openServer, type Server } from "../../test/harness.ts";
import { expectRefused } from "../../test/refused.ts";

type Language = { language: "ar" | "en" };

let saha: Server;
let admin: Member;

beforeAll(async () => {
  saha = await openServer();
  admin = await saha.given.user({ roleId: Role.Admin });
});
afterAll(() => saha.close());

const rename = (id: number, name: string, options?: Language) =>
  admin.call(api.platforms.update, { params: { id }, body: { name } }, options);
const remove = (id: number, options?: Language) => admin.call(api.platforms.remove, { params: { id } }, options);

test("the seven of every event are there, in their order, to every role", async () => {
  const member = await saha.given.user();
  const { data } = await member.call(api.platforms.list);
  expect(data.map(({ id, name }) => [id, name])).toEqual([
    [1, "PC"],
    [2, "PlayStation"],
    [3, "Xbox"],
    [4, "Mobile"],
    [5, "Trivia"],
    [6, "Quest"],
    [7, "Super Trivia"],
  ]);
});

test("one is made, renamed and deleted", async () => {
  const { data } = await admin.call(api.platforms.create, { body: { name: " واقع افتراضي " } });
  expect(data.name).toBe("واقع افتراضي");
  expect((await rename(data.id, "VR")).data).toMatchObject({ id: data.id, name: "VR" });
  expect((await remove(data.id)).data).toEqual({ id: data.id });
  await expectRefused(saha.query, (options) => remove(data.id, options), "platform.not_found");
  await expectRefused(saha.query, (options) => rename(data.id, "x", options), "platform.not_found");
});

test.each([Platform.Trivia, Platform.Quest, Platform.SuperTrivia])("platform %i stays as it is", async (id) => {
  await expectRefused(saha.query, (options) => rename(id, "x", options), "platform.protected");
  await expectRefused(saha.query, (options) => remove(id, options), "platform.protected");
});

test("one with games can't be deleted, but renamed", async () => {
  const { data } = await admin.call(api.platforms.create, { body: { name: "قديمة" } });
  const game = await saha.given.game({ platformId: data.id });
  await expectRefused(saha.query, (options) => remove(data.id, options), "platform.in_use");
  expect((await rename(data.id, "ما زالت")).status).toBe(200);
  await admin.call(api.games.remove, { params: { id: game.id } });
  expect((await remove(data.id)).status).toBe(200);
});

test("no two have the same name", async () => {
  const make = (options: Language) => admin.call(api.platforms.create, { body: { name: "PC" } }, options);
  const { refusal } = await expectRefused(saha.query, make, "platform.name_taken");
  expect(refusal?.issues).toMatchObject([{ field: "name" }]);
  await expectRefused(saha.query, (options) => rename(Platform.Xbox, "PC", options), "platform.name_taken");
});
