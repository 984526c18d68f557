import { setTimeout as sleep } from "node:timers/promises";
import { api, Category, type PurchaseStatus, Role } from "@saha/contract";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { openServer } from "../../test/harness.ts";
import { brokenLaws } from "../../test/laws.ts";
import { everyRow, expectRefused } from "../../test/refused.ts";

// 12:00 in UTC is 15:00 of the same day in the event's zone.
const saha = await openServer({ now: "2026-10-20T12:00:00Z" });
const { given, query } = saha;
const today = "2026-10-20";
afterEach(async () => {
  saha.setClock("2026-10-20T12:00:00Z");
  expect(await brokenLaws(query)).toEqual([]);
});
afterAll(saha.close);

const { reserve, remove, mine } = api.purchases;
type Member = Awaited<ReturnType<typeof given.user>>;
const asks = (member: Member, ticketId: number) => (options: { language: "ar" | "en" }) =>
  member.call(reserve, { body: { ticketId } }, options);
const counterOf = async (id: number) =>
  (await query.selectFrom("tickets").select("purchased").where("id", "=", id).executeTakeFirstOrThrow()).purchased;

test("a reserved ticket is the caller's own, has a QR and a short code, and takes one place", async () => {
  const member = await given.user();
  const ticket = await given.ticket({ title: "ليلة الأبطال", price: 50.25, features: "مقعد\nوجبة" });
  const { data } = await member.call(reserve, { body: { ticketId: ticket.id } });
  expect(data).toMatchObject({
    userId: member.id,
    ticketId: ticket.id,
    status: "ACTIVE",
    ticket: {
      id: ticket.id,
      title: "ليلة الأبطال",
      price: 50.25,
      day: today,
      categoryId: Category.Free,
      type: "Silver",
    },
    lastQrEntryScan: null,
  });
  expect(data.qrImage).toMatch(/^\/api\/ticket-purchase\/qr\/[\w-]{43}\.svg$/);
  expect(data.shortCode).toMatch(/^[2-9A-HJKMNP-Z]{5}-[2-9A-HJKMNP-Z]{5}$/);
  expect((await member.call(mine)).data).toEqual([data]);
  expect(await counterOf(ticket.id)).toBe(1);
  const picture = await saha.send("GET", data.qrImage);
  expect(picture.headers["content-type"]).toBe("image/svg+xml");
  expect(picture.text).toContain("<svg");
});

describe("is refused", () => {
  test("for a ticket that does not exist", async () => {
    await expectRefused(query, asks(await given.user(), 2_000_000_000), "ticket.not_found");
  });

  test("at another price, or on another day, than was shown, also where they change meanwhile", async () => {
    const [member, { id }] = [await given.user(), await given.ticket({ price: 50.25 })];
    const asksFor = (shown: { price?: number; day?: string }) => (options: { language: "ar" | "en" }) =>
      member.call(reserve, { body: { ticketId: id, ...shown } }, options);
    await expectRefused(query, asksFor({ price: 0, day: today }), "ticket.changed");
    await expectRefused(query, asksFor({ price: 50.25, day: "2026-10-21" }), "ticket.changed");
    const changing = saha.core.database.transact(async (tx) => {
      await tx.updateTable("tickets").set({ price: 150 }).where("id", "=", id).execute();
      await sleep(200);
    });
    await sleep(50);
    expect((await asksFor({ price: 50.25, day: today })({ language: "en" })).code).toBe("ticket.changed");
    await changing;
    expect(await counterOf(id)).toBe(0);
    expect((await asksFor({ price: 150, day: today })({ language: "en" })).status).toBe(201);
  });

  test("for an invitation, whose id is no way around its code", async () => {
    const { id } = await given.ticket({ categoryId: Category.Invitation });
    await expectRefused(query, asks(await given.user(), id), "ticket.invitation_only");
  });

  test.each([
    { what: "inactive", facts: { active: false } },
    { what: "hidden", facts: { visible: false } },
  ])("for one that is $what", async ({ facts }) => {
    const { id } = await given.ticket(facts);
    await expectRefused(query, asks(await given.user(), id), "ticket.inactive");
  });

  test("when the day is over", async () => {
    const { id } = await given.ticket({ day: "2026-10-19" });
    await expectRefused(query, asks(await given.user(), id), "ticket.over");
  });

  test("when every place is taken", async () => {
    const { id } = await given.ticket({ quantity: 1 });
    await given.purchase({ userId: (await given.user()).id, ticketId: id });
    await expectRefused(query, asks(await given.user(), id), "ticket.sold_out");
  });

  test("when there never was a place", async () => {
    const { id } = await given.ticket({ quantity: 0 });
    await expectRefused(query, asks(await given.user(), id), "ticket.sold_out");
  });

  test.each(["ACTIVE", "USED_FOR_ENTRY", "USED_FOR_FEATURE"] as const)(
    "for a second ticket of the day, the first being %s",
    async (status) => {
      const member = await given.user();
      const held = await given.ticket();
      await given.purchase({ userId: member.id, ticketId: held.id, status });
      if (status !== "ACTIVE") await logAdmission(member.id);
      await expectRefused(query, asks(member, (await given.ticket()).id), "ticket.day_taken");
      await expectRefused(query, asks(member, held.id), "ticket.day_taken");
    },
  );

  test("when the caller is invited that day", async () => {
    const member = await given.user();
    const invitation = await given.ticket({ categoryId: Category.Invitation });
    await given.purchase({ userId: member.id, ticketId: invitation.id });
    await expectRefused(query, asks(member, (await given.ticket()).id), "ticket.invited_that_day");
  });

  async function logAdmission(userId: number) {
    const held = await query
      .selectFrom("purchases")
      .select("id")
      .where("userId", "=", userId)
      .executeTakeFirstOrThrow();
    const scanner = await given.user({ roleId: Role.ScanAdmin });
    await query
      .insertInto("scanLog")
      .values({
        kind: "entry",
        result: "admitted",
        wasTyped: false,
        scannerId: scanner.id,
        purchaseId: held.id,
        userId,
      })
      .execute();
  }
});

describe("is allowed", () => {
  test("on each of several days", async () => {
    const member = await given.user();
    for (const day of ["2026-10-20", "2026-10-21", "2026-10-22"]) {
      const { id } = await given.ticket({ day });
      expect((await member.call(reserve, { body: { ticketId: id } })).status).toBe(201);
    }
    expect((await member.call(mine)).data.map(({ ticket }) => ticket.day)).toEqual([
      "2026-10-20",
      "2026-10-21",
      "2026-10-22",
    ]);
  });

  test("when the ticket of that day is INACTIVE", async () => {
    const member = await given.user();
    await given.purchase({ userId: member.id, ticketId: (await given.ticket()).id, status: "INACTIVE" });
    const { id } = await given.ticket();
    expect((await member.call(reserve, { body: { ticketId: id } })).status).toBe(201);
  });

  test("for a paid category, which is paid at the venue", async () => {
    const { id } = await given.ticket({ categoryId: Category.Paid, price: 300 });
    expect((await (await given.user()).call(reserve, { body: { ticketId: id } })).status).toBe(201);
  });

  test.each([
    { at: "2026-10-20T20:59:00Z", day: today, status: 201 },
    { at: "2026-10-20T21:00:00Z", day: today, status: 201, why: "midnight there, the night goes on" },
    { at: "2026-10-21T01:59:59Z", day: today, status: 201, why: "the last minute of the night" },
    { at: "2026-10-21T02:00:00Z", day: today, status: 409, why: "05:00 there: the day is over" },
    { at: "2026-10-21T02:00:00Z", day: "2026-10-21", status: 201 },
  ])("or not, at $at for $day: $status", async ({ at, day, status }) => {
    saha.setClock(at);
    const { id } = await given.ticket({ day });
    expect((await (await given.user()).call(reserve, { body: { ticketId: id } })).status).toBe(status);
  });
});

describe("giving back", () => {
  const gives = (member: Member, id: number) => (options: { language: "ar" | "en" }) =>
    member.call(remove, { params: { id: String(id) } }, options);

  test("frees the place and the day at once", async () => {
    const [member, other] = [await given.user(), await given.user()];
    const { id } = await given.ticket({ quantity: 1 });
    const { data } = await member.call(reserve, { body: { ticketId: id } });
    expect((await member.call(remove, { params: { id: String(data.id) } })).data).toEqual({ id: data.id });
    expect(await counterOf(id)).toBe(0);
    expect((await member.call(mine)).data).toEqual([]);
    expect((await other.call(reserve, { body: { ticketId: id } })).status).toBe(201);
    const again = await given.ticket();
    expect((await member.call(reserve, { body: { ticketId: again.id } })).status).toBe(201);
  });

  test.each(["USED_FOR_ENTRY", "USED_FOR_FEATURE", "INACTIVE"] as const)(
    "is refused for an own ticket that is %s",
    async (status) => {
      const member = await given.user();
      const purchase = await given.purchase({ userId: member.id, ticketId: (await given.ticket()).id, status });
      await expectRefused(query, gives(member, purchase.id), "purchase.not_active");
      await query.deleteFrom("purchases").where("id", "=", purchase.id).execute();
      await query.updateTable("tickets").set({ purchased: 0 }).where("id", "=", purchase.ticketId).execute();
    },
  );

  test("is refused for another's ticket and for none alike", async () => {
    const [member, owner] = [await given.user(), await given.user()];
    const purchase = await given.purchase({ userId: owner.id, ticketId: (await given.ticket()).id });
    await expectRefused(query, gives(member, purchase.id), "purchase.not_found");
    await expectRefused(query, gives(member, 2_000_000_000), "purchase.not_found");
  });

  test.each([
    { status: "ACTIVE" as const, left: 0 },
    { status: "USED_FOR_ENTRY" as const, left: 0 },
    { status: "USED_FOR_FEATURE" as const, left: 0 },
    { status: "INACTIVE" as const, left: 0 },
  ])("by an administrator works on a ticket that is $status", async ({ status, left }) => {
    const admin = await given.user({ roleId: Role.Admin });
    const ticket = await given.ticket();
    const purchase = await given.purchase({ userId: (await given.user()).id, ticketId: ticket.id, status });
    expect((await admin.call(remove, { params: { id: String(purchase.id) } })).data).toEqual({ id: purchase.id });
    expect(await counterOf(ticket.id)).toBe(left);
    await expectRefused(query, gives(admin, purchase.id), "purchase.not_found");
  });

  test("by an administrator leaves a ticket alone that was let in since it was shown as unused", async () => {
    const [admin, member] = [await given.user({ roleId: Role.Admin }), await given.user()];
    const purchase = await given.purchase({ userId: member.id, ticketId: (await given.ticket()).id });
    const takesBack = (status: PurchaseStatus) => (options: { language: "ar" | "en" }) =>
      admin.call(remove, { params: { id: String(purchase.id) }, query: { status } }, options);
    expect((await admin.call(api.scans.entry, { body: { qrToken: purchase.qrToken } })).status).toBe(200);
    await expectRefused(query, takesBack("ACTIVE"), "request.outdated");
    expect((await takesBack("USED_FOR_ENTRY")({ language: "ar" })).status).toBe(200);
  });

  test("keeps the rows of the scan log", async () => {
    const [admin, member] = [await given.user({ roleId: Role.Admin }), await given.user()];
    const purchase = await given.purchase({ userId: member.id, ticketId: (await given.ticket()).id });
    expect((await admin.call(api.scans.entry, { body: { qrToken: purchase.qrToken } })).status).toBe(200);
    await admin.call(remove, { params: { id: String(purchase.id) } });
    const [first] = (await admin.call(api.scans.log)).data;
    expect(first).toMatchObject({ kind: "entry", result: "admitted", user: { id: member.id } });
  });
});

test("twenty tickets an hour are taken and given back, no more; each is counted apart", async () => {
  const member = await given.user();
  const { id } = await given.ticket({ quantity: 5 });
  for (let n = 0; n < 20; n++) {
    const taken = await member.call(reserve, { body: { ticketId: id } });
    expect(taken.status).toBe(201);
    expect((await member.call(remove, { params: { id: String(taken.data.id) } })).status).toBe(200);
  }
  const more = await member.call(reserve, { body: { ticketId: id } });
  expect(more.code).toBe("request.too_many");
  expect(Number(more.headers["retry-after"])).toBeGreaterThan(3000);
  const held = await given.purchase({ userId: member.id, ticketId: id });
  expect((await member.call(remove, { params: { id: String(held.id) } })).code).toBe("request.too_many");
  const other = await given.user();
  expect((await other.call(reserve, { body: { ticketId: id } })).status).toBe(201);
});

test("fields that are not asked for are never stored", async () => {
  const [member, other] = [await given.user(), await given.user()];
  const { id } = await given.ticket();
  const body = JSON.stringify({
    ticketId: id,
    userId: other.id,
    status: "USED_FOR_FEATURE",
    id: 77,
    uuid: "00000000-0000-4000-8000-000000000000",
    purchased: 0,
  });
  const headers = { authorization: `Bearer ${member.accessToken}`, "content-type": "application/json" };
  expect((await saha.send("POST", "/api/ticket-purchase", { headers, body })).status).toBe(201);
  const { purchases } = await everyRow(query);
  expect((purchases as { user_id: number }[]).filter((row) => row.user_id === member.id)).toMatchObject([
    { ticket_id: id, status: "ACTIVE", day: today },
  ]);
});
