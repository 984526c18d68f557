import { api, Role } from "@saha/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

const keeper = () => saha.given.user({ roleId: Role.BoothAdmin });
const assign = (userId: number, boothId: number | null, options?: Language) =>
  admin.call(api.booths.assignAdmin, { body: { userId, boothId } }, options);
const boothOf = async (userId: number) =>
  (await admin.call(api.booths.admins)).data.find(({ id }) => id === userId)?.boothId;

describe("a booth admin", () => {
  test("is assigned to a booth, and to none again; the same again is no change", async () => {
    const [{ id, username }, booth] = [await keeper(), await saha.given.booth()];
    expect(await boothOf(id)).toBeNull();
    expect((await assign(id, booth.id)).data).toEqual({ id, username, boothId: booth.id });
    expect((await assign(id, booth.id)).status).toBe(200);
    expect(await boothOf(id)).toBe(booth.id);
    expect((await assign(id, null)).data).toEqual({ id, username, boothId: null });
    expect((await assign(id, null)).status).toBe(200);
    expect(await boothOf(id)).toBeNull();
  });

  test("sees the list too, which holds that role alone", async () => {
    const one = await keeper();
    const { data } = await one.call(api.booths.admins);
    expect(data.map(({ id }) => id)).toContain(one.id);
    expect(data.map(({ id }) => id)).not.toContain(admin.id);
  });

  test("has one booth, and a booth has one admin", async () => {
    const [first, second, booth, other] = [
      await keeper(),
      await keeper(),
      await saha.given.booth(),
      await saha.given.booth(),
    ];
    await assign(first.id, booth.id);
    await expectRefused(saha.query, (options) => assign(second.id, booth.id, options), "booth.has_admin");
    await expectRefused(saha.query, (options) => assign(first.id, other.id, options), "booth.admin_assigned");
    await assign(first.id, null);
    expect((await assign(second.id, booth.id)).status).toBe(200);
  });

  test("loses only the booth that was meant, when it is named", async () => {
    const [{ id }, booth, other] = [await keeper(), await saha.given.booth(), await saha.given.booth()];
    const unassign = (fromBoothId: number, options?: Language) =>
      admin.call(api.booths.assignAdmin, { body: { userId: id, boothId: null, fromBoothId } }, options);
    await assign(id, other.id);
    await expectRefused(saha.query, (options) => unassign(booth.id, options), "booth.admin_moved");
    expect(await boothOf(id)).toBe(other.id);
    expect((await unassign(other.id)).status).toBe(200);
    // Pressed again after a lost answer.
    expect((await unassign(other.id)).status).toBe(200);
    expect(await boothOf(id)).toBeNull();
  });

  test("must be one, and booth and account must be there", async () => {
    const [{ id }, booth] = [await keeper(), await saha.given.booth()];
    await expectRefused(saha.query, (options) => assign(admin.id, booth.id, options), "booth.not_booth_admin");
    await expectRefused(saha.query, (options) => assign(2_000_000_000, booth.id, options), "user.not_found");
    const answer = await expectRefused(saha.query, (o) => assign(id, 2_000_000_000, o), "booth.not_found");
    expect(answer.refusal?.issues).toMatchObject([{ field: "boothId" }]);
  });

  test("who loses the role loses the booth; another change of the account keeps it", async () => {
    const [{ id }, booth, next] = [await keeper(), await saha.given.booth(), await keeper()];
    await assign(id, booth.id);
    const update = (body: { roleId?: Role; isBlocked?: boolean }) =>
      admin.call(api.users.update, { params: { id }, body });
    await update({ isBlocked: true });
    await update({ roleId: Role.BoothAdmin, isBlocked: false });
    expect(await boothOf(id)).toBe(booth.id);
    await update({ roleId: Role.ScanAdmin });
    expect(await boothOf(id)).toBeUndefined();
    await update({ roleId: Role.BoothAdmin });
    expect(await boothOf(id)).toBeNull();
    expect((await assign(next.id, booth.id)).status).toBe(200);
  });

  test("who is deleted, with history or without, frees the booth", async () => {
    const booth = await saha.given.booth();
    for (const hasHistory of [false, true]) {
      const { id } = await keeper();
      if (hasHistory) {
        const [game, player] = [await saha.given.game(), await saha.given.user()];
        await saha.given.score({ userId: player.id, gameId: game.id, score: 5, actorId: id });
      }
      await assign(id, booth.id);
      await admin.call(api.users.remove, { params: { id } });
      expect(await saha.query.selectFrom("boothAdmins").selectAll().execute()).not.toContainEqual(
        expect.objectContaining({ boothId: booth.id }),
      );
    }
  });

  test("is told of an assignment on open screens", async () => {
    const [{ id }, booth] = [await keeper(), await saha.given.booth()];
    const heard: unknown[] = [];
    saha.core.notices.on((notice) => {
      if (notice.kind === "news" && notice.event === "Booth:assigned") heard.push([notice.to, notice.ids]);
    });
    await assign(id, booth.id);
    await assign(id, booth.id);
    await assign(id, null);
    expect(heard).toEqual([
      [[`user:${id}`], { boothId: booth.id }],
      [[`user:${id}`], { boothId: null }],
    ]);
  });
});

describe("at once", () => {
  const rounds = 12;
  /** Many admins, one of whom is to get the booth; how many were told that they have. */
  async function race(assignOne: (userId: number, boothId: number) => Promise<boolean>) {
    const most: number[] = [];
    const booths: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const [booth, keepers] = [await saha.given.booth(), await Promise.all([keeper(), keeper(), keeper(), keeper()])];
      const won = await Promise.all(keepers.map(({ id }) => assignOne(id, booth.id)));
      most.push(won.filter(Boolean).length);
      const rows = await saha.query.selectFrom("boothAdmins").selectAll().where("boothId", "=", booth.id).execute();
      booths.push(rows.length);
    }
    return { most, booths };
  }

  test("two administrators assign one booth: one of them does", async () => {
    const { most, booths } = await race(async (userId, boothId) => {
      const { code } = await assign(userId, boothId);
      if (code !== undefined && code !== "booth.has_admin") throw new Error(code);
      return code === undefined;
    });
    expect(most).toEqual(Array(rounds).fill(1));
    expect(booths).toEqual(Array(rounds).fill(1));
  });

  test("one admin is assigned to many booths: one of them it is", async () => {
    for (let round = 0; round < rounds; round++) {
      const { id } = await keeper();
      const booths = await Promise.all([1, 2, 3, 4].map(() => saha.given.booth()));
      const codes = await Promise.all(booths.map(async (booth) => (await assign(id, booth.id)).code));
      expect(codes.filter((code) => code === undefined)).toHaveLength(1);
      expect(codes.filter((code) => code === "booth.admin_assigned")).toHaveLength(3);
    }
  });

  test("a role is taken away while a booth is given: nobody without the role keeps one", async () => {
    for (let round = 0; round < rounds; round++) {
      const [{ id }, booth] = [await keeper(), await saha.given.booth()];
      const [given] = await Promise.all([
        assign(id, booth.id),
        admin.call(api.users.update, { params: { id }, body: { roleId: Role.ScanAdmin } }),
      ]);
      expect([undefined, "booth.not_booth_admin"]).toContain(given.code);
      expect(await saha.query.selectFrom("boothAdmins").selectAll().where("userId", "=", id).execute()).toEqual([]);
    }
  });

  describe("the broken twin", () => {
    /** Looks whether the booth is free and assigns it then, with neither lock nor constraint. */
    const naive = (userId: number, boothId: number) =>
      saha.core.database.transact(async (tx) => {
        const taken = await tx.selectFrom("boothAdmins").select("userId").where("boothId", "=", boothId).execute();
        if (taken.length > 0) return false;
        await tx.insertInto("boothAdmins").values({ userId, boothId }).execute();
        return true;
      });

    test("assigns a booth more than once", async () => {
      await sql`alter table booth_admins drop constraint booth_admins_one_admin`.execute(saha.owner);
      const { most, booths } = await race(naive);
      expect(Math.max(...most)).toBeGreaterThan(1);
      expect(Math.max(...booths)).toBeGreaterThan(1);
      await sql`delete from booth_admins`.execute(saha.query);
      await sql`alter table booth_admins add constraint booth_admins_one_admin unique (booth_id)`.execute(saha.owner);
    });

    test("that takes a role without its booth is held by the database", async () => {
      const [{ id }, booth] = [await keeper(), await saha.given.booth()];
      await assign(id, booth.id);
      const change = saha.query.updateTable("users").set({ roleId: Role.User }).where("id", "=", id).execute();
      await expect(change).rejects.toThrow("booth_admins_role");
    });
  });
});
