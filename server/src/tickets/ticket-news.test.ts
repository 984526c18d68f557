import { api, Role } from "@saha/contract";
import { afterAll, afterEach, expect, test } from "vitest";
import type { Member } from "../../test/given.ts";
import { openServer } from "../../test/harness.ts";
import { openListener } from "../../test/listener.ts";

const saha = await openServer();
const { given } = saha;
const scanner = await given.user({ roleId: Role.ScanAdmin });
const admin = await given.user({ roleId: Role.Admin });
const open: ReturnType<typeof openListener>[] = [];
afterEach(() => {
  for (const listener of open.splice(0)) listener.close();
});
afterAll(saha.close);

async function listen(member: Member) {
  const listener = openListener(saha.address, member, { "accept-language": "en" });
  open.push(listener);
  expect((await listener.handshake).isOpen).toBe(true);
  return listener;
}

type Held = { id: number; ticketId: number; qrToken: string; member: Member };
const idOf = (id: number) => ({ params: { id: String(id) } });
const changes: Record<string, (held: Held) => Promise<{ status: number }>> = {
  "an entry scan": ({ qrToken }) => scanner.call(api.scans.entry, { body: { qrToken } }),
  "taking it back by an administrator": ({ id }) => admin.call(api.purchases.remove, idOf(id)),
  "giving it back on another device": async ({ id, member }) =>
    (await given.signIn(member)).call(api.purchases.remove, idOf(id)),
  "another title": ({ ticketId }) =>
    admin.call(api.tickets.update, { ...idOf(ticketId), body: { title: "Another night" } }),
  "another day": ({ ticketId }) => admin.call(api.tickets.update, { ...idOf(ticketId), body: { day: "2026-10-29" } }),
};

test.each(Object.entries(changes))(
  "%s is news to the holder within a second, and to nobody else",
  async (_name, change) => {
    const [member, other] = [await given.user(), await given.user()];
    const ticket = await given.ticket();
    const purchase = await given.purchase({ userId: member.id, ticketId: ticket.id });
    await member.call(api.auth.me, undefined, { language: "en" });
    const [holder, ...bystanders] = [
      await listen(member),
      await listen(other),
      await listen(scanner),
      await listen(admin),
    ];
    expect((await change({ ...purchase, member })).status).toBeLessThan(300);
    const told = performance.now();
    const news = { message: "Your ticket has changed", ticketId: ticket.id, isForMany: false };
    expect(await holder.hears("Ticket:changed")).toEqual(news);
    expect(performance.now() - told).toBeLessThan(1000);
    expect(holder.heard).toHaveLength(1);
    expect(bystanders.flatMap(({ heard }) => heard)).toEqual([]);
  },
);

test("what all holders hear at once says so: their phones need not ask at once", async () => {
  const [one, other] = [await given.user(), await given.user()];
  const ticket = await given.ticket();
  for (const { id } of [one, other]) await given.purchase({ userId: id, ticketId: ticket.id });
  const holders = [await listen(one), await listen(other)];
  await admin.call(api.tickets.update, { ...idOf(ticket.id), body: { title: "Another night" } });
  for (const { hears } of holders) expect(await hears("Ticket:changed")).toMatchObject({ isForMany: true });
});

test("food is news as the entry was; what was refused, asked again under its key or not to be seen is none", async () => {
  const member = await given.user();
  const ticket = await given.ticket();
  const { qrToken } = await given.purchase({ userId: member.id, ticketId: ticket.id });
  const holder = await listen(member);
  const count = () => holder.heard.filter(({ event }) => event === "Ticket:changed").length;
  const scan = (kind: typeof api.scans.entry | typeof api.scans.feature, idempotencyKey?: string) =>
    scanner.call(kind, { body: { qrToken } }, idempotencyKey ? { headers: { "idempotency-key": idempotencyKey } } : {});
  const key = given.key();
  expect((await scan(api.scans.feature)).code).toBe("ticket.not_entered");
  expect((await scan(api.scans.entry, key)).status).toBe(200);
  expect((await scan(api.scans.entry, key)).status).toBe(200);
  expect((await scan(api.scans.entry)).code).toBe("ticket.already_used");
  await admin.call(api.tickets.update, { ...idOf(ticket.id), body: { visible: false } });
  expect((await scan(api.scans.feature)).status).toBe(200);
  await expect.poll(count).toBe(2);
  await member.call(api.profiles.update, { params: { userId: String(member.id) }, body: { name: "Noura" } });
  await holder.hears("Account:changed");
  expect(count()).toBe(2);
});
