import { api, Category, Role } from "@saha/contract";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { sessionHeaders } from "../../test/caller.ts";
import { openServer } from "../../test/harness.ts";
import { brokenLaws } from "../../test/laws.ts";
import { everyRow, expectRefused } from "../../test/refused.ts";

const saha = await openServer({ now: "2026-10-20T12:00:00Z" });
const { given, query } = saha;
const admin = await given.user({ roleId: Role.Admin });
afterEach(async () => expect(await brokenLaws(query)).toEqual([]));
afterAll(saha.close);

type Language = { language: "ar" | "en" };
type Change = Parameters<typeof change>[1];
const change = (
  id: number,
  body: Partial<Record<"title" | "day" | "eventName" | "features" | "description", string>> &
    Partial<Record<"price" | "quantity", number>> &
    Partial<Record<"active" | "visible", boolean>> & { type?: "Gold" },
  options?: Language,
) => admin.call(api.tickets.update, { params: { id: String(id) }, body }, options);
const remove = (id: number, options?: Language) =>
  admin.call(api.tickets.remove, { params: { id: String(id) } }, options);
const find = async (id: number) => (await admin.call(api.tickets.list)).data.find((ticket) => ticket.id === id);

describe("a ticket", () => {
  test("is made with what was sent and with the defaults of spec §9", async () => {
    const { data } = await admin.call(api.tickets.create, {
      body: { title: " ليلة ", quantity: 5, day: "2026-10-21", category: Category.Free },
    });
    expect(data).toMatchObject({
      title: "ليلة",
      price: 0,
      description: ".",
      type: "Silver",
      active: true,
      visible: true,
      ticketInviter: null,
      purchased: 0,
      redeemed: 0,
      entryScanned: 0,
      featureScanned: 0,
    });
    expect(await find(data.id)).toEqual(data);
    const full = { price: 99.99, features: "مقعد\nوجبة", active: false, eventName: "ساحة", type: "Premium" as const };
    const body = { title: "x", quantity: 0, day: "2026-10-21", category: Category.Free, description: "نص", ...full };
    expect((await admin.call(api.tickets.create, { body })).data).toMatchObject({
      ...full,
      description: "نص",
      quantity: 0,
    });
  });

  test("for invited people has a code for each place, all different", async () => {
    const { data } = await admin.call(api.tickets.create, {
      body: {
        title: "دعوة",
        quantity: 40,
        day: "2026-10-21",
        category: Category.Invitation,
        ticketInviter: "أحمد",
        type: "Gold",
      },
    });
    expect(data).toMatchObject({ ticketInviter: "أحمد", type: null });
    const codes = await query.selectFrom("invitationCodes").select("code").where("ticketId", "=", data.id).execute();
    expect(new Set(codes.map(({ code }) => code)).size).toBe(40);
    expect(codes.every(({ code }) => /^[2-9A-HJKMNP-Z]{12}$/.test(code))).toBe(true);
  });

  test("for invited people has at most 10,000 codes; a free one has as many places as it likes", async () => {
    const make = (category: number, quantity: number, language: "ar" | "en" = "en") =>
      admin.call(api.tickets.create, { body: { title: "x", quantity, day: "2026-10-21", category } }, { language });
    const before = await everyRow(query);
    const refusal = (message: string) => ({ code: "request.invalid", issues: [{ field: "quantity", message }] });
    expect((await make(Category.Invitation, 10_001)).refusal).toMatchObject(refusal("Must be 10000 or less"));
    expect((await make(Category.Invitation, 10_001, "ar")).refusal).toMatchObject(refusal("أكبر قيمة مسموحة 10000"));
    expect(await everyRow(query)).toEqual(before);
    expect((await make(Category.Free, 1_000_000)).status).toBe(201);
    const { data } = await make(Category.Invitation, 10_000);
    const { count } = query.fn;
    const made = query.selectFrom("invitationCodes").select(count<number>("code").distinct().as("codes"));
    expect((await made.where("ticketId", "=", data.id).executeTakeFirst())?.codes).toBe(10_000);
  });

  test.each(["Invitation", "Paid"] as const)(
    "of the category %s keeps its quantity, day and event name; the same ones sent again are no change",
    async (category) => {
      const made = { quantity: 3, day: "2026-10-21", eventName: "ليلة" };
      const { data } = await admin.call(api.tickets.create, {
        body: { title: "x", category: Category[category], ...made },
      });
      for (const body of [{ quantity: 4 }, { quantity: 2 }, { day: "2026-10-22" }, { eventName: "أخرى" }]) {
        const ask = (options: Language) => change(data.id, { title: "z", ...made, ...body }, options);
        const answer = await expectRefused(query, ask, "ticket.set_when_made");
        expect(answer.status).toBe(409);
        expect(answer.refusal?.issues).toMatchObject([{ field: Object.keys(body)[0] }]);
      }
      const changed = await change(data.id, { ...made, title: "y", price: 5, active: false, visible: false });
      expect(changed.data).toMatchObject({ ...made, title: "y", price: 5, active: false, visible: false });
    },
  );

  test("of an unknown category is refused at that field, and leaves nothing", async () => {
    const ask = (options: Language) =>
      admin.call(
        api.tickets.create,
        { body: { title: "x", quantity: 1, day: "2026-10-21", category: 999_999 } },
        options,
      );
    const answer = await expectRefused(query, ask, "category.not_found");
    expect(answer.refusal?.issues).toMatchObject([{ field: "category" }]);
  });

  test.each([
    { field: "title", body: { title: " " } },
    { field: "title", body: { title: "x".repeat(121) } },
    { field: "title", body: { title: "a\u202Eb" } },
    { field: "title", body: { title: null } },
    { field: "price", body: { price: -1 } },
    { field: "price", body: { price: 0.001 } },
    { field: "price", body: { price: "5" } },
    { field: "price", body: { price: 1_000_001 } },
    { field: "quantity", body: { quantity: -1 } },
    { field: "quantity", body: { quantity: 1.5 } },
    { field: "quantity", body: { quantity: 1_000_001 } },
    { field: "day", body: { day: "2026-02-29" } },
    { field: "day", body: { day: "0000-01-01" } },
    { field: "day", body: { day: "21/10/2026" } },
    { field: "day", body: { day: "2026-10-21T00:00:00Z" } },
    { field: "category", body: { category: 0 } },
    { field: "features", body: { features: "a\u0000b" } },
    { field: "features", body: { features: "a\uD800b" } },
    { field: "features", body: { features: "x".repeat(4001) } },
    { field: "eventName", body: { eventName: "\u0000" } },
    { field: "eventName", body: { eventName: "a\uDE00" } },
    { field: "type", body: { type: "Bronze" } },
    { field: "active", body: { active: "true" } },
    { field: "ticketInviter", body: { ticketInviter: "\u0007" } },
  ])("with a wrong $field is refused at that field in both languages: $body", async ({ field, body }) => {
    const whole = { title: "x", quantity: 1, day: "2026-10-21", category: 1, ...body };
    const before = await everyRow(query);
    const sentences = new Set<string>();
    for (const language of ["ar", "en"]) {
      const headers = { ...sessionHeaders(admin), "content-type": "application/json", "accept-language": language };
      const answer = await saha.send("POST", "/api/ticket", { headers, body: JSON.stringify(whole) });
      expect(answer.status).toBe(400);
      const { code, issues } = JSON.parse(answer.text);
      expect(code).toBe("request.invalid");
      expect(issues).toMatchObject([{ field }]);
      sentences.add(issues[0].message);
      expect(issues[0].message).toMatch(language === "ar" ? /[ء-ي]/ : /^[\x20-\x7e]+$/);
    }
    expect(sentences.size).toBe(2);
    expect(await everyRow(query)).toEqual(before);
  });

  test("is listed to administrators always, to everybody else while visible", async () => {
    const hidden = await given.ticket({ visible: false });
    const ids = async (roleId: Role) =>
      (await (await given.user({ roleId })).call(api.tickets.list)).data.map(({ id }) => id);
    expect(await ids(Role.Admin)).toContain(hidden.id);
    expect(await ids(Role.User)).not.toContain(hidden.id);
    expect(await ids(Role.ScanAdmin)).not.toContain(hidden.id);
  });

  test("counts what was taken and scanned from the rows", async () => {
    const ticket = await given.ticket();
    const members = await Promise.all([given.user(), given.user(), given.user()]);
    const [first, second] = await Promise.all(
      members.map((member) => given.purchase({ userId: member.id, ticketId: ticket.id })),
    );
    await admin.call(api.scans.entry, { body: { qrToken: first?.qrToken ?? "" } });
    await admin.call(api.scans.feature, { body: { qrToken: first?.qrToken ?? "" } });
    await admin.call(api.scans.entry, { body: { qrToken: second?.qrToken ?? "" } });
    expect(await find(ticket.id)).toMatchObject({ purchased: 3, entryScanned: 2, featureScanned: 1 });
  });
});

describe("changing a ticket", () => {
  test("keeps what is not sent, and stores no field that can't be changed", async () => {
    const ticket = await given.ticket({ title: "قديم", price: 5 });
    const before = await find(ticket.id);
    expect((await change(ticket.id, { title: "جديد" })).data).toEqual({
      ...before,
      title: "جديد",
      updatedAt: expect.any(String),
    });
    const body = JSON.stringify({
      categoryId: 2,
      category: 2,
      purchased: 9,
      ticketInviter: "x",
      id: 1,
      createdAt: "2000-01-01T00:00:00Z",
    });
    const headers = { ...sessionHeaders(admin), "content-type": "application/json" };
    const answer = await saha.send("PUT", `/api/ticket/${ticket.id}`, { headers, body });
    expect(JSON.parse(answer.text).data).toEqual({ ...before, title: "جديد", updatedAt: expect.any(String) });
    expect((await change(ticket.id, {})).status).toBe(200);
  });

  test.each([
    { active: false },
    { visible: false },
    { price: 9.5 },
    { eventName: "" },
    { features: "أ\nب" },
    { description: "ليلة الافتتاح" },
    { type: "Gold" },
  ] satisfies Change[])("takes %j", async (body) => {
    const ticket = await given.ticket();
    expect((await change(ticket.id, body)).data).toMatchObject(body);
  });

  test("an inactive one is held as before", async () => {
    const [member, ticket] = [await given.user(), await given.ticket()];
    const { qrToken } = await given.purchase({ userId: member.id, ticketId: ticket.id });
    await change(ticket.id, { active: false, visible: false });
    expect((await member.call(api.purchases.mine)).data).toMatchObject([{ status: "ACTIVE" }]);
    expect((await admin.call(api.scans.entry, { body: { qrToken } })).status).toBe(200);
  });

  test("that does not exist is refused", async () => {
    await expectRefused(query, (options) => change(2_000_000_000, { title: "x" }, options), "ticket.not_found");
  });

  test("to fewer places than are taken is refused at that field; to as many it is not", async () => {
    const ticket = await given.ticket({ quantity: 5 });
    for (let i = 0; i < 3; i++) await given.purchase({ userId: (await given.user()).id, ticketId: ticket.id });
    const answer = await expectRefused(
      query,
      (options) => change(ticket.id, { quantity: 2, title: "never" }, options),
      "ticket.quantity_below_purchased",
    );
    expect(answer.refusal).toMatchObject({ issues: [{ field: "quantity" }], details: { purchased: 3 } });
    expect((await change(ticket.id, { quantity: 3 })).data.quantity).toBe(3);
    const late = await given.user();
    expect((await late.call(api.purchases.reserve, { body: { ticketId: ticket.id } })).code).toBe("ticket.sold_out");
  });

  test("to another day moves its purchases, so that their holders have that day taken", async () => {
    const [member, ticket, other] = [
      await given.user(),
      await given.ticket(),
      await given.ticket({ day: "2026-10-22" }),
    ];
    await given.purchase({ userId: member.id, ticketId: ticket.id });
    expect((await change(ticket.id, { day: "2026-10-22" })).data.day).toBe("2026-10-22");
    expect((await member.call(api.purchases.mine)).data).toMatchObject([{ ticket: { day: "2026-10-22" } }]);
    expect((await member.call(api.purchases.reserve, { body: { ticketId: other.id } })).code).toBe("ticket.day_taken");
    const freed = await given.ticket();
    expect((await member.call(api.purchases.reserve, { body: { ticketId: freed.id } })).status).toBe(201);
  });

  test("to a day on which a holder has another live ticket is refused; an INACTIVE one does not count", async () => {
    const [member, ticket, other] = [
      await given.user(),
      await given.ticket(),
      await given.ticket({ day: "2026-10-23" }),
    ];
    await given.purchase({ userId: member.id, ticketId: ticket.id });
    const { id } = await given.purchase({ userId: member.id, ticketId: other.id });
    const answer = await expectRefused(
      query,
      (options) => change(ticket.id, { day: "2026-10-23" }, options),
      "ticket.day_conflict",
    );
    expect(answer.refusal?.issues).toMatchObject([{ field: "day" }]);
    await query.updateTable("purchases").set({ status: "INACTIVE" }).where("id", "=", id).execute();
    await query.updateTable("tickets").set({ purchased: 0 }).where("id", "=", other.id).execute();
    expect((await change(ticket.id, { day: "2026-10-23" })).status).toBe(200);
  });
});

describe("deleting a ticket", () => {
  test("works while nobody took it, with its invitation codes", async () => {
    const { data } = await admin.call(api.tickets.create, {
      body: { title: "x", quantity: 3, day: "2026-10-21", category: Category.Invitation },
    });
    expect((await remove(data.id)).data).toEqual({ id: data.id });
    expect(await find(data.id)).toBeUndefined();
    expect(await query.selectFrom("invitationCodes").select("id").where("ticketId", "=", data.id).execute()).toEqual(
      [],
    );
    await expectRefused(query, (options) => remove(data.id, options), "ticket.not_found");
  });

  test.each(["ACTIVE", "USED_FOR_FEATURE", "INACTIVE"] as const)(
    "is refused once it was taken, also when that is %s",
    async (status) => {
      const ticket = await given.ticket();
      const held = await given.purchase({ userId: (await given.user()).id, ticketId: ticket.id, status });
      await expectRefused(query, (options) => remove(ticket.id, options), "ticket.has_purchases");
      await admin.call(api.purchases.remove, { params: { id: String(held.id) } });
      expect((await remove(ticket.id)).status).toBe(200);
    },
  );
});

describe("categories", () => {
  const rename = (id: number, name: string, options?: Language) =>
    admin.call(api.categories.update, { params: { id: String(id) }, body: { name } }, options);
  const removeCategory = (id: number, options?: Language) =>
    admin.call(api.categories.remove, { params: { id: String(id) } }, options);

  test("are made, renamed, listed and deleted", async () => {
    const { data } = await admin.call(api.categories.create, { body: { name: " كبار الشخصيات " } });
    expect(data.name).toBe("كبار الشخصيات");
    expect((await rename(data.id, "نخبة")).data).toMatchObject({ id: data.id, name: "نخبة" });
    const member = await given.user();
    expect((await member.call(api.categories.list)).data.map(({ name }) => name)).toContain("نخبة");
    expect((await removeCategory(data.id)).data).toEqual({ id: data.id });
    await expectRefused(query, (options) => removeCategory(data.id, options), "category.not_found");
    await expectRefused(query, (options) => rename(data.id, "x", options), "category.not_found");
  });

  test.each([1, 2, 3])("the basic category %i can't be renamed or deleted", async (id) => {
    await expectRefused(query, (options) => rename(id, "x", options), "category.protected");
    await expectRefused(query, (options) => removeCategory(id, options), "category.protected");
  });

  test("one with tickets can't be deleted, but renamed", async () => {
    const { id } = await given.category();
    const ticket = await given.ticket({ categoryId: id });
    await expectRefused(query, (options) => removeCategory(id, options), "category.in_use");
    expect((await rename(id, "ما زالت")).status).toBe(200);
    await remove(ticket.id);
    expect((await removeCategory(id)).status).toBe(200);
  });

  test("no two have the same name", async () => {
    const [one, other] = [await given.category(), await given.category()];
    const make = (options: Language) => admin.call(api.categories.create, { body: { name: one.name } }, options);
    expect((await expectRefused(query, make, "category.name_taken")).refusal?.issues).toMatchObject([
      { field: "name" },
    ]);
    await expectRefused(query, (options) => rename(other.id, one.name, options), "category.name_taken");
    expect((await rename(one.id, one.name)).status).toBe(200);
  });
});
