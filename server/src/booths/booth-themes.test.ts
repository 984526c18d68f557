import { api, type Request, Role } from "@saha/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusalOf, sessionHeaders } from "../../test/caller.ts";
import { form } from "../../test/form.ts";
import type { Member } from "../../test/given.ts";
import { openServer, type Server } from "../../test/harness.ts";
import { picture } from "../../test/picture-bytes.ts";
import { expectRefused } from "../../test/refused.ts";

type Language = { language: "ar" | "en" };

let saha: Server;
let admin: Member;
const colours = { primary: "#112233", secondary: "#445566", tertiary: "#778899" };

beforeAll(async () => {
  saha = await openServer();
  admin = await saha.given.user({ roleId: Role.Admin });
});
afterAll(() => saha.close());

const create = (boothId: number, options?: Language) =>
  admin.call(api.boothThemes.create, { body: { boothId, ...colours } }, options);
const change = (id: number, body: Request<typeof api.boothThemes.update>["body"], options?: Language) =>
  admin.call(api.boothThemes.update, { params: { id }, body }, options);
const remove = (id: number, options?: Language) => admin.call(api.boothThemes.remove, { params: { id } }, options);

describe("a booth theme", () => {
  test("is made by a form with a logo, read by anyone, changed in part, and deleted with its logo", async () => {
    const booth = await saha.given.booth();
    const fields = { boothId: String(booth.id), ...colours, logo: { bytes: await picture("png") } };
    const answer = await saha.send("POST", "/api/theme", await form(fields, sessionHeaders(admin)));
    expect(answer.status).toBe(201);
    const theme = JSON.parse(answer.text).data as { id: number; logo: string };
    expect(theme).toMatchObject({ boothId: booth.id, ...colours, logo: expect.stringMatching(/^\/files\//) });
    expect((await saha.stranger(api.boothThemes.get, { params: { id: theme.id } })).data).toEqual(theme);
    expect((await saha.stranger(api.boothThemes.list)).data).toContainEqual(theme);

    const painted = await change(theme.id, { primary: "#ABCDEF" });
    expect(painted.data).toMatchObject({ ...colours, primary: "#ABCDEF", logo: theme.logo });
    expect((await change(theme.id, { logo: "" })).data.logo).toBeNull();
    expect((await saha.send("GET", theme.logo)).status).toBe(404);
    expect((await remove(theme.id)).data).toEqual({ id: theme.id });
    await expectRefused(saha.query, (options) => remove(theme.id, options), "theme.not_found");
    await expectRefused(saha.query, (options) => change(theme.id, {}, options), "theme.not_found");
  });

  test("of a booth that is not active is shown to staff alone, the event's own to anyone", async () => {
    const booth = await saha.given.booth({ isActive: false });
    const { id } = (await create(booth.id)).data;
    const main = (await saha.stranger(api.themes.main)).data;
    for (const caller of [saha.stranger, (await saha.given.user()).call]) {
      expect((await caller(api.boothThemes.get, { params: { id } })).code).toBe("theme.not_found");
      expect((await caller(api.boothThemes.list)).data.map((theme) => theme.id)).not.toContain(id);
      expect((await caller(api.boothThemes.get, { params: { id: main.id } })).data).toEqual(main);
    }
    expect((await admin.call(api.boothThemes.list)).data.map((theme) => theme.id)).toContain(id);
    const body = { isActive: true };
    await admin.call(api.booths.update, { params: { id: booth.id }, body });
    expect((await saha.stranger(api.boothThemes.get, { params: { id } })).data.id).toBe(id);
  });

  test("is one for each booth that is there", async () => {
    const booth = await saha.given.booth();
    await create(booth.id);
    await expectRefused(saha.query, (options) => create(booth.id, options), "theme.booth_taken");
    const { refusal } = await expectRefused(saha.query, (o) => create(2_000_000_000, o), "booth.not_found");
    expect(refusal?.issues).toMatchObject([{ field: "boothId" }]);
  });

  test.each([{ primary: "red" }, { secondary: "#12345" }, { tertiary: "#1234567" }, { primary: "#GGGGGG" }])(
    "is refused with a colour that is none: %j",
    async (wrong) => {
      const booth = await saha.given.booth();
      const headers = { ...sessionHeaders(admin), "content-type": "application/json", "accept-language": "en" };
      const body = JSON.stringify({ boothId: booth.id, ...colours, ...wrong });
      const message = "Color must be a valid HEX code like #FFFFFF";
      const issues = [{ field: Object.keys(wrong)[0], message }];
      expect(refusalOf(await saha.send("POST", "/api/theme", { headers, body }))).toMatchObject({ issues });
      const { data } = await create(booth.id);
      expect(refusalOf(await saha.send("PUT", `/api/theme/${data.id}`, { headers, body }))).toMatchObject({ issues });
    },
  );
});

describe("the main theme", () => {
  test("is not among the booths' themes: it can neither be deleted nor changed by its id", async () => {
    const { data } = await saha.stranger(api.themes.main);
    expect((await saha.stranger(api.boothThemes.list)).data.map(({ id }) => id)).not.toContain(data.id);
    expect((await saha.stranger(api.boothThemes.get, { params: { id: data.id } })).data).toEqual(data);
    await expectRefused(saha.query, (options) => remove(data.id, options), "theme.protected");
    await expectRefused(saha.query, (options) => change(data.id, { primary: "#000000" }, options), "theme.not_found");
  });

  test("loses its logo to an empty text", async () => {
    const sent = await form({ logo: { bytes: await picture("png") } }, sessionHeaders(admin));
    const { logo } = JSON.parse((await saha.send("PUT", "/api/main-theme", sent)).text).data as { logo: string };
    expect((await admin.call(api.themes.updateMain, { body: {} })).data.logo).toBe(logo);
    expect((await admin.call(api.themes.updateMain, { body: { logo: "" } })).data.logo).toBeNull();
    expect((await saha.send("GET", logo)).status).toBe(404);
  });
});

describe("at once", () => {
  const rounds = 10;
  /** The themes that a booth has when many are made for it at once, over some rounds. */
  async function race(createOne: (boothId: number) => Promise<unknown>): Promise<number[]> {
    const made: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const booth = await saha.given.booth();
      await Promise.all([1, 2, 3, 4].map(() => createOne(booth.id)));
      const themes = await saha.query.selectFrom("themes").select("id").where("boothId", "=", booth.id).execute();
      made.push(themes.length);
    }
    return made;
  }

  test("many themes for one booth make one", async () => {
    expect(await race((boothId) => create(boothId))).toEqual(Array(rounds).fill(1));
  });

  test("the broken twin, which looks first and has no index, makes more", async () => {
    await sql`drop index themes_one_per_booth`.execute(saha.owner);
    const { primary, secondary, tertiary } = colours;
    const made = await race((boothId) =>
      saha.core.database.transact(async (tx) => {
        const theme = await tx.selectFrom("themes").select("id").where("boothId", "=", boothId).executeTakeFirst();
        if (theme) return;
        const values = { boothId, primaryColour: primary, secondaryColour: secondary, tertiaryColour: tertiary };
        await tx.insertInto("themes").values(values).execute();
      }),
    );
    expect(Math.max(...made)).toBeGreaterThan(1);
  });
});
