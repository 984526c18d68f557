import { setTimeout as sleep } from "node:timers/promises";
import { api, Category, Role } from "@saha/contract";
import { sql } from "kysely";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import type { Member } from "../../test/given.ts";
import { openServer } from "../../test/harness.ts";
import { brokenLaws } from "../../test/laws.ts";
import { expectRefused } from "../../test/refused.ts";
import { full, retryWhileBusy } from "../../test/soak.ts";
import { showInvitationCode } from "./invitation-code.ts";

const saha = await openServer({ now: "2026-10-20T12:00:00Z" });
const { given, query } = saha;
const admin = await given.user({ roleId: Role.Admin });
afterEach(async () => {
  expect(await brokenLaws(query)).toEqual([]);
});
afterAll(saha.close);

const { redeem } = api.invitations;
const arabicDigit = (digit: string) => String.fromCharCode(0x660 + Number(digit));

/** An invitation ticket of a day, made as an administrator makes it, with its codes. */
async function invite(
  quantity = 1,
  facts: Partial<Record<"day" | "ticketInviter" | "description", string>> & { active?: boolean } = {},
) {
  const body = { title: "دعوة", day: given.today(), quantity, category: Category.Invitation, ...facts };
  const { id } = (await admin.call(api.tickets.create, { body })).data;
  const codes = (await admin.call(api.invitations.list)).data.filter(({ ticketId }) => ticketId === id);
  return { id, codes: codes.map(({ code }) => code), rows: codes };
}

const use = (member: Member, invitationCode: string) => member.call(redeem, { body: { invitationCode } });
const rowOf = async (code: string) => (await admin.call(api.invitations.list)).data.find((row) => row.code === code);
const ticketOf = async (id: number) => (await admin.call(api.tickets.list)).data.find((row) => row.id === id);

test("a code takes the place of its ticket once, and says by whom and when", async () => {
  const { id, codes } = await invite(2, { ticketInviter: "ساحة" });
  const member = await given.user();
  const { status, data } = await use(member, codes[0] ?? "");
  expect(status).toBe(201);
  expect(data).toMatchObject({ userId: member.id, status: "ACTIVE", ticket: { id, ticketInviter: "ساحة" } });
  expect(await rowOf(codes[0] ?? "")).toMatchObject({
    redeemed: true,
    redeemedBy: { id: member.id, username: member.username },
    redeemedAt: data.createdAt,
    enteredAt: null,
  });
  expect(await ticketOf(id)).toMatchObject({ purchased: 1, redeemed: 1 });
  const scanner = await given.user({ roleId: Role.ScanAdmin });
  await scanner.call(api.scans.entry, { body: { qrToken: data.shortCode } });
  expect((await rowOf(codes[0] ?? ""))?.enteredAt).toMatch(/Z$/);
});

test("who invites is told to the invited and to administrators, not to whoever lists the tickets", async () => {
  const { id, codes } = await invite(1, { ticketInviter: "ضيف الشرف", description: "فريق الصحافة" });
  const member = await given.user();
  const seen = async (by: Member) => (await by.call(api.tickets.list)).data.find((row) => row.id === id);
  const inviterFor = async (by: Member) => (await seen(by))?.ticketInviter;
  expect(await inviterFor(member)).toBeNull();
  expect(await inviterFor(await given.user({ roleId: Role.ScanAdmin }))).toBeNull();
  expect(await inviterFor(admin)).toBe("ضيف الشرف");
  // Whom it is for is a column of the dashboard (0115).
  expect([(await seen(member))?.description, (await seen(admin))?.description]).toEqual([".", "فريق الصحافة"]);
  expect((await use(member, codes[0] ?? "")).data.ticket.ticketInviter).toBe("ضيف الشرف");
  expect(await inviterFor(member)).toBeNull();
});

test.each<[string, (code: string) => string]>([
  ["in small letters without dashes", (code) => code.toLowerCase().replaceAll("-", "")],
  ["with spaces and long dashes", (code) => ` ${code.replaceAll("-", " – ")} `],
  ["in Arabic-Indic digits", (code) => code.replace(/\d/g, arabicDigit)],
  ["as the whole link", (code) => `https://saha.example/ticket/invitation?code=${code}`],
])("a code is read %s", async (_how, written) => {
  const { codes } = await invite();
  expect((await use(await given.user(), written(codes[0] ?? ""))).status).toBe(201);
});

describe("is refused", () => {
  test("a code that was used, also for whoever used it", async () => {
    const { codes } = await invite();
    const member = await given.user();
    await use(member, codes[0] ?? "");
    for (const again of [member, await given.user()]) {
      await expectRefused(
        query,
        (o) => again.call(redeem, { body: { invitationCode: codes[0] ?? "" } }, o),
        "invitation.used",
      );
    }
  });

  test("an unknown code, at its field", async () => {
    const member = await given.user();
    const refused = await expectRefused(
      query,
      (o) => member.call(redeem, { body: { invitationCode: "ABCD-EFGH-JKMN" } }, o),
      "invitation.unknown",
    );
    expect(refused.status).toBe(422);
  });

  test("an inactive ticket, and one whose day is over", async () => {
    const asleep = await invite(1, { active: false });
    const past = await invite(1, { day: "2026-10-18" });
    const member = await given.user();
    const ask =
      (code = "") =>
      (o: object) =>
        member.call(redeem, { body: { invitationCode: code } }, o);
    await expectRefused(query, ask(asleep.codes[0]), "ticket.inactive");
    await expectRefused(query, ask(past.codes[0]), "ticket.over");
  });

  test("a second invitation for the day, and a day with a used ticket", async () => {
    const { codes } = await invite(3);
    const ask =
      (member: Member, code = "") =>
      (o: object) =>
        member.call(redeem, { body: { invitationCode: code } }, o);
    const invited = await given.user();
    await use(invited, codes[0] ?? "");
    await expectRefused(query, ask(invited, codes[1]), "ticket.invited_that_day");
    const inside = await given.user();
    await given.purchase({ userId: inside.id, ticketId: (await given.ticket()).id, status: "ACTIVE" });
    const mine = (await inside.call(api.purchases.mine)).data[0];
    const scanner = await given.user({ roleId: Role.ScanAdmin });
    await scanner.call(api.scans.entry, { body: { qrToken: mine?.shortCode ?? "" } });
    await expectRefused(query, ask(inside, codes[2]), "ticket.day_taken");
    const paid = await given.user();
    const { id: paidId } = await given.ticket({ categoryId: Category.Paid });
    await given.purchase({ userId: paid.id, ticketId: paidId });
    await expectRefused(query, ask(paid, codes[2]), "ticket.day_taken");
  });
});

test("of what gave way on a day one stays, however often a code is given back; the gate remembers the others", async () => {
  const [free, { codes }, member] = [await given.ticket(), await invite(), await given.user()];
  const taken: string[] = [];
  for (let turn = 0; turn < 4; turn++) {
    const { data } = await member.call(api.purchases.reserve, { body: { ticketId: free.id } });
    taken.push(data.shortCode);
    const invited = await use(member, codes[0] ?? "");
    if (turn < 3) await member.call(api.purchases.remove, { params: { id: invited.data.id } });
  }
  const mine = (await member.call(api.purchases.mine)).data;
  expect(mine.map(({ status }) => status).sort()).toEqual(["ACTIVE", "INACTIVE"]);
  expect(mine.find(({ status }) => status === "INACTIVE")?.shortCode).toBe(taken.at(-1));
  const scanner = await given.user({ roleId: Role.ScanAdmin });
  const scanned = await scanner.call(api.scans.entry, { body: { qrToken: taken[0] ?? "" } });
  expect([scanned.status, scanned.code]).toEqual([409, "ticket.given_back"]);
});

test("the unused free ticket of the day becomes INACTIVE and gives its place back", async () => {
  const member = await given.user();
  const free = await given.ticket({ quantity: 1 });
  await given.purchase({ userId: member.id, ticketId: free.id });
  const { codes } = await invite();
  expect((await use(member, codes[0] ?? "")).status).toBe(201);
  const mine = (await member.call(api.purchases.mine)).data;
  expect(mine.map(({ ticketId, status }) => ticketId === free.id && status)).toContain("INACTIVE");
  expect((await ticketOf(free.id))?.purchased).toBe(0);
});

test("giving the ticket back gives its code back too", async () => {
  const { codes } = await invite();
  const member = await given.user();
  const { data } = await use(member, codes[0] ?? "");
  await member.call(api.purchases.remove, { params: { id: String(data.id) } });
  expect(await rowOf(codes[0] ?? "")).toMatchObject({ redeemed: false, redeemedBy: null });
  expect((await use(await given.user(), codes[0] ?? "")).status).toBe(201);
});

test("the eleventh code of an hour is not looked at after ten wrong ones; right and used ones cost nothing", async () => {
  const { codes } = await invite(1);
  const member = await given.user();
  await use(await given.user(), codes[0] ?? "");
  for (let i = 0; i < 15; i++) expect((await use(member, codes[0] ?? "")).code).toBe("invitation.used");
  for (let i = 0; i < 10; i++) expect((await use(member, "ABCDEFGHJKMN")).code).toBe("invitation.unknown");
  const refused = await use(member, codes[0] ?? "");
  expect(refused.code).toBe("invitation.too_many_wrong");
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3000);
});

test("a code is noted for whom it went to, and its link's first opening is stamped; an unknown one is answered alike", async () => {
  const { rows } = await invite();
  const [row] = rows;
  const noted = await admin.call(api.invitations.update, {
    params: { id: String(row?.id) },
    body: { sentTo: "لينا السالم" },
  });
  expect(noted.data).toMatchObject({ sentTo: "لينا السالم", openedAt: null });
  const opened = await saha.stranger(api.invitations.opened, { body: { code: row?.code ?? "" } });
  const unknown = await saha.stranger(api.invitations.opened, { body: { code: "ABCDEFGHJKMN" } });
  expect([opened.status, opened.data]).toEqual([unknown.status, unknown.data]);
  const first = (await rowOf(row?.code ?? ""))?.openedAt;
  expect(first).toMatch(/Z$/);
  await saha.stranger(api.invitations.opened, { body: { code: row?.code ?? "" } });
  expect((await rowOf(row?.code ?? ""))?.openedAt).toBe(first);
});

describe("the limit of all redemptions", () => {
  test("is made once, changed, and stops redeeming when it is reached or lowered", async () => {
    expect((await admin.call(api.maxRedeem.list)).data).toEqual([]);
    const { redeemed } = await query.selectFrom("redemptions").select("redeemed").executeTakeFirstOrThrow();
    const { data } = await admin.call(api.maxRedeem.create, { body: { maxRedeem: redeemed + 1 } });
    await expectRefused(
      query,
      (o) => admin.call(api.maxRedeem.create, { body: { maxRedeem: 5 } }, o),
      "max_redeem.exists",
    );
    const { codes } = await invite(3);
    const params = { id: String(data.id) };
    expect((await use(await given.user(), codes[0] ?? "")).status).toBe(201);
    expect((await use(await given.user(), codes[1] ?? "")).code).toBe("invitation.max_reached");
    expect((await admin.call(api.maxRedeem.update, { params, body: { maxRedeem: 0 } })).status).toBe(200);
    expect((await use(await given.user(), codes[1] ?? "")).code).toBe("invitation.max_reached");
    expect((await admin.call(api.maxRedeem.update, { params, body: { maxRedeem: null } })).data.maxRedeem).toBe(null);
    expect((await use(await given.user(), codes[1] ?? "")).status).toBe(201);
  });

  test("is told before a ticket is held, so that whoever presses on holds up no reserving", async () => {
    const { codes, id: ticketId } = await invite(1);
    const [row] = (await admin.call(api.maxRedeem.list)).data;
    const params = { id: String(row?.id) };
    const member = await given.user();
    await admin.call(api.maxRedeem.update, { params, body: { maxRedeem: 0 } });
    const { code } = await saha.core.database.transact(async (tx) => {
      await tx.selectFrom("tickets").select("id").where("id", "=", ticketId).forUpdate().execute();
      return Promise.race([use(member, codes[0] ?? ""), sleep(3_000).then(() => ({ code: "waits for the ticket" }))]);
    });
    expect(code).toBe("invitation.max_reached");
    await admin.call(api.maxRedeem.update, { params, body: { maxRedeem: null } });
  });

  const people = full({ full: 1000, otherwise: 60 });
  const limit = full({ full: 400, otherwise: 25 });

  /** As many people as codes at once, under the limit; how many were let through. */
  async function rush(): Promise<number> {
    const [row] = (await admin.call(api.maxRedeem.list)).data;
    const { redeemed } = await query.selectFrom("redemptions").select("redeemed").executeTakeFirstOrThrow();
    const params = { id: String(row?.id) };
    await admin.call(api.maxRedeem.update, { params, body: { maxRedeem: redeemed + limit } });
    const { codes } = await invite(people);
    const members = await Promise.all(codes.map(() => given.user()));
    const answers = await Promise.all(members.map((member, i) => retryWhileBusy(() => use(member, codes[i] ?? ""))));
    await admin.call(api.maxRedeem.update, { params, body: { maxRedeem: null } });
    return answers.filter(({ status }) => status === 201).length;
  }

  test(`${people} people redeem ${people} codes at once: ${limit} are let through`, async () => {
    expect(await rush()).toBe(limit);
  }, 300_000);

  test("lowered while people redeem: once that is answered, nobody is let through any more", async () => {
    const [row] = (await admin.call(api.maxRedeem.list)).data;
    const params = { id: String(row?.id) };
    const counted = async () =>
      (await query.selectFrom("redemptions").select("redeemed").executeTakeFirstOrThrow()).redeemed;
    const { codes } = await invite(30);
    const members = await Promise.all(codes.map(() => given.user()));
    const redeeming = members.map((member, i) => retryWhileBusy(() => use(member, codes[i] ?? "")));
    await admin.call(api.maxRedeem.update, { params, body: { maxRedeem: 0 } });
    const afterwards = await counted();
    const answers = await Promise.all(redeeming);
    expect(await counted()).toBe(afterwards);
    for (const { status, code } of answers) expect(status === 201 || code === "invitation.max_reached").toBe(true);

    // The broken twin, which looked at the limit before it was lowered, is stopped by the database.
    const twin = sql`update redemptions set redeemed = redeemed + 1`.execute(query);
    await expect(twin).rejects.toThrow(/limit/);
    await admin.call(api.maxRedeem.update, { params, body: { maxRedeem: null } });
  });

  test("its guard is what keeps it: the database alone refuses the count beyond the limit", async () => {
    await sql`update redemptions set max_redeem = redeemed`.execute(query);
    await expect(sql`update redemptions set redeemed = redeemed + 1`.execute(query)).rejects.toThrow(/limit/);
    await sql`update redemptions set max_redeem = null`.execute(query);
  });
});

test("two people redeem one code at once: one has the ticket", async () => {
  for (let round = 0; round < 10; round++) {
    const { codes } = await invite();
    const both = await Promise.all([given.user(), given.user()]);
    const answers = await Promise.all(both.map((member) => retryWhileBusy(() => use(member, codes[0] ?? ""))));
    expect(answers.map(({ status, code }) => code ?? status).sort()).toEqual([201, "invitation.used"]);
  }
});

test("a twin that looks first and writes then lets both have it", async () => {
  const { id, codes } = await invite(2);
  const code = (codes[0] ?? "").replaceAll("-", "");
  let readers = 0;
  const bothHaveRead = Promise.withResolvers<void>();
  const withoutGuard = (member: Member) =>
    saha.core.database.transact(async (tx) => {
      const row = await tx.selectFrom("invitationCodes").selectAll().where("code", "=", code).executeTakeFirstOrThrow();
      if (++readers === 2) bothHaveRead.resolve();
      await bothHaveRead.promise;
      if (row.purchaseId !== null) return false;
      const { id: purchaseId } = await given.purchase({ userId: member.id, ticketId: id });
      await tx.updateTable("invitationCodes").set({ purchaseId }).where("id", "=", row.id).execute();
      return true;
    });
  const both = await Promise.all([given.user(), given.user()]);
  expect(await Promise.all(both.map(withoutGuard))).toEqual([true, true]);
  expect(await brokenLaws(query)).toContain("redemptions are miscounted");
  await sql`update redemptions set redeemed = redeemed + 1`.execute(query);
});

test("redeem and reserve race for one user: one live ticket, in either order", async () => {
  for (let round = 0; round < 10; round++) {
    const { codes } = await invite();
    const free = await given.ticket();
    const member = await given.user();
    const [redeemed, reserved] = await Promise.all([
      retryWhileBusy(() => use(member, codes[0] ?? "")),
      retryWhileBusy(() => member.call(api.purchases.reserve, { body: { ticketId: free.id } })),
    ]);
    expect(redeemed.status).toBe(201);
    expect([201, 409]).toContain(reserved.status);
    const live = (await member.call(api.purchases.mine)).data.filter(({ status }) => status !== "INACTIVE");
    expect(live).toHaveLength(1);
  }
});

test("a free ticket that is moved to another day while an invitation of the old one is redeemed stays", async () => {
  const { id: ticketId, day } = await given.ticket();
  const { codes } = await invite(1, { day });
  const member = await given.user();
  await member.call(api.purchases.reserve, { body: { ticketId } });
  const [locked, looked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const moving = saha.core.database.transact(async (tx) => {
    await tx.selectFrom("tickets").select("id").where("id", "=", ticketId).forUpdate().execute();
    locked.resolve();
    await looked.promise;
    await tx.updateTable("tickets").set({ day: "2026-12-24" }).where("id", "=", ticketId).execute();
  });
  await locked.promise;
  const redeemed = use(member, codes[0] ?? "");
  await sleep(300);
  looked.resolve();
  await moving;
  expect((await redeemed).status).toBe(201);
  const own = (await member.call(api.purchases.mine)).data.map(({ status }) => status);
  expect(own).toEqual(["ACTIVE", "ACTIVE"]);
});

test("codes are shown in groups of four", () => expect(showInvitationCode("ABCDEFGHJKMN")).toBe("ABCD-EFGH-JKMN"));
