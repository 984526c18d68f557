import { api, Category, Role } from "@saha/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openServer, type Server } from "../../test/harness.ts";
import { openMailbox } from "../../test/mailbox.ts";
import { expectRefused } from "../../test/refused.ts";
import { mailInvitation } from "./mail-invitation.ts";
import { writeInvitation } from "./write-invitation.ts";

const { update, mail, list, redeem } = api.invitations;
const params = (id: number) => ({ id: String(id) });

let saha: Server;
let mailbox: Awaited<ReturnType<typeof openMailbox>>;
let admin: Awaited<ReturnType<Server["given"]["user"]>>;
beforeAll(async () => {
  mailbox = await openMailbox();
  saha = await openServer({
    now: "2026-10-20T12:00:00Z",
    config: { smtpUrl: mailbox.url, publicUrl: "https://saha.example" },
  });
  admin = await saha.given.user({ roleId: Role.Admin });
});
afterAll(async () => {
  await saha.close();
  await mailbox.close();
});

async function invite(sentTo: string | null, facts: { day?: string; active?: boolean; ticketInviter?: string } = {}) {
  const body = { title: "ليلة الشركاء", day: "2026-10-20", quantity: 1, category: Category.Invitation, ...facts };
  const ticket = (await admin.call(api.tickets.create, { body })).data;
  const code = (await admin.call(list)).data.find(({ ticketId }) => ticketId === ticket.id);
  if (!code) throw new Error("no code was made");
  return (await admin.call(update, { params: params(code.id), body: { sentTo } })).data;
}

const send = (id: number, language: "ar" | "en" = "ar") =>
  admin.call(mail, { params: params(id), body: {} }, { language });

test("a code is mailed with its link, in the language of who sent it, and says when", async () => {
  const code = await invite("laila@mail.example", { ticketInviter: "سارة المنصوري" });
  const { data } = await send(code.id);
  expect(data).toMatchObject({ id: code.id, sentTo: "laila@mail.example", mailedAt: expect.stringMatching(/Z$/) });
  const [letter] = await mailbox.arrived("laila@mail.example");
  expect(letter?.subject).toContain("ليلة الشركاء");
  expect(letter?.text).toContain(`https://saha.example/ticket/invitation?code=${code.code}`);
  expect(letter?.text).toContain("سارة المنصوري");
  expect(letter?.text).toContain("الثلاثاء");
  expect(letter?.html).toContain(`href="https://saha.example/ticket/invitation?code=${code.code}"`);
  expect(letter?.html).toContain('dir="rtl"');
  await send(code.id, "en");
  expect((await mailbox.arrived("laila@mail.example", 2))[1]?.text).toContain("Tuesday");
});

test("a letter that is asked for again under its key leaves once, and the code is kept nowhere for it", async () => {
  const code = await invite("once@mail.example");
  const key = saha.given.key();
  const ask = () => admin.call(mail, { params: params(code.id), body: {} }, { key });
  const first = await ask();
  for (let sent = 0; sent < 3; sent++) {
    const again = await ask();
    expect([again.status, again.text]).toEqual([200, first.text]);
  }
  // Letters leave one after the other: behind the last of them there is none.
  await send(code.id, "en");
  expect((await mailbox.arrived("once@mail.example", 2)).map(({ text }) => text.includes("Tuesday"))).toEqual([
    false,
    true,
  ]);
  const answers = await saha.query
    .selectFrom("idempotencyKeys")
    .select("kept")
    .where("userId", "=", admin.id)
    .execute();
  const kept = JSON.stringify(answers);
  for (const written of [code.code, code.code.replaceAll("-", "")]) expect(kept).not.toContain(written);
});

test("a letter that waits goes nowhere once the code is meant for somebody else, or its day is over", async () => {
  const [moved, stopped] = [await invite("wrong@mail.example"), await invite("stopped@mail.example")];
  const late = await invite("late@mail.example");
  const letters = [moved, stopped, late].map(({ id: codeId, sentTo }) => ({
    codeId,
    address: sentTo ?? "",
    language: "ar" as const,
  }));
  await admin.call(update, { params: params(moved.id), body: { sentTo: "right@mail.example" } });
  await admin.call(api.tickets.update, { params: { id: stopped.ticketId }, body: { active: false } });
  const { database, config } = saha.core;
  const days = { timeZone: config.eventTimeZone, dayEnds: config.eventDayEnds };
  const at = (now: string) =>
    Promise.all(
      letters.map((letter) =>
        writeInvitation({ database, publicUrl: config.publicUrl, clock: () => new Date(now), days }, letter),
      ),
    );
  expect(await at("2026-10-20T12:00:00Z")).toEqual([[], "not yet", [expect.anything()]]);
  // Its day is over.
  expect(await at("2026-10-21T03:00:00Z")).toEqual([[], [], []]);
  await send(moved.id);
  expect(await mailbox.arrived("right@mail.example")).toHaveLength(1);
});

test("a letter whose ticket is stopped for a while waits, and leaves once it is on again", async () => {
  const code = await invite("paused@mail.example");
  const turn = (active: boolean) => admin.call(api.tickets.update, { params: { id: code.ticketId }, body: { active } });
  await turn(false);
  const letter = { kind: "invitation", codeId: code.id, address: "paused@mail.example", language: "ar" } as const;
  await saha.core.database.transact((tx) => saha.core.mail.send(tx, letter));
  const isOfIt = sql`data->>'codeId' = ${String(code.id)} and state = 'created'`;
  const waits = async () => {
    const later = sql`select from pgboss.job where ${isOfIt} and start_after > now() + interval '10 minutes'`;
    return (await later.execute(saha.query)).rows.length;
  };
  await expect.poll(waits, { timeout: 10_000 }).toBe(1);
  await turn(true);
  await sql`update pgboss.job set start_after = now() where ${isOfIt}`.execute(saha.query);
  expect(await mailbox.arrived("paused@mail.example")).toHaveLength(1);
});

test("a title of markup stays words in the page, and long digits are no one-time code", async () => {
  const body = { title: '<img src=x onerror="1"> 1234567890', day: "2026-10-20", quantity: 1 };
  const ticket = (await admin.call(api.tickets.create, { body: { ...body, category: Category.Invitation } })).data;
  const code = (await admin.call(list)).data.find(({ ticketId }) => ticketId === ticket.id);
  await admin.call(update, { params: params(code?.id ?? 0), body: { sentTo: "bold@mail.example" } });
  await send(code?.id ?? 0);
  const [letter] = await mailbox.arrived("bold@mail.example");
  expect(letter?.html).not.toContain("<img");
  expect(letter?.code).toBeUndefined();
});

test.each([
  ["a name", "لينا السالم", {}, "invitation.no_address"],
  ["nobody", null, {}, "invitation.no_address"],
  ["an inactive ticket", "one@mail.example", { active: false }, "ticket.inactive"],
  ["a day that is over", "one@mail.example", { day: "2026-10-18" }, "ticket.over"],
] as const)("nothing is mailed for %s", async (_what, sentTo, facts, refusal) => {
  const code = await invite(sentTo, facts);
  await expectRefused(saha.query, (o) => admin.call(mail, { params: params(code.id), body: {} }, o), refusal);
});

test("a code that was redeemed or never was is not mailed", async () => {
  const code = await invite("late@mail.example");
  await (await saha.given.user()).call(redeem, { body: { invitationCode: code.code } });
  await expectRefused(saha.query, (o) => admin.call(mail, { params: params(code.id), body: {} }, o), "invitation.used");
  await expectRefused(
    saha.query,
    (o) => admin.call(mail, { params: params(9_999_999), body: {} }, o),
    "invitation.not_found",
  );
});

test("another address was not mailed to; the same one still was", async () => {
  const code = await invite("first@mail.example");
  await send(code.id);
  const note = (sentTo: string | null) => admin.call(update, { params: params(code.id), body: { sentTo } });
  expect((await note("first@mail.example")).data.mailedAt).not.toBeNull();
  expect((await note("second@mail.example")).data.mailedAt).toBeNull();
});

test("nothing is noted or mailed on a code that somebody else has noted or mailed since it was shown", async () => {
  const code = await invite(null);
  const note = (sentTo: string, shown = code) =>
    admin.call(update, { params: params(code.id), body: { sentTo, shown } });
  const post = (shown: typeof code, language: "ar" | "en" = "en") =>
    admin.call(mail, { params: params(code.id), body: { shown } }, { language });
  const noted = (await note("omar@mail.example")).data;
  expect((await post(code)).code).toBe("invitation.changed");
  const mailed = (await post(noted)).data;
  // Pressed again after a lost answer.
  expect((await note("omar@mail.example", code)).data).toEqual(mailed);
  const late = [await post(noted), await note("laila@mail.example"), await note("laila@mail.example", noted)];
  for (const { status, code: refusal, refusal: said } of late) {
    expect([status, refusal]).toEqual([409, "invitation.changed"]);
    expect(said?.message).toContain("omar@mail.example");
  }
  expect((await admin.call(list)).data.find(({ id }) => id === code.id)).toEqual(mailed);
  expect((await post(mailed)).status).toBe(200);
  expect(await mailbox.arrived("omar@mail.example", 2)).toHaveLength(2);
});

test("a call that says not what it was shown mails as ever", async () => {
  const code = await invite("bare@mail.example");
  const headers = { authorization: `Bearer ${admin.accessToken}`, "idempotency-key": saha.given.key() };
  expect((await saha.send("POST", `/api/invitation-code/${code.id}/mail`, { headers })).status).toBe(200);
});

test("of many who mail a code as it was shown one does", async () => {
  const shown = await invite("many@mail.example");
  const presses = Array.from({ length: 8 }, () =>
    admin.call(mail, { params: params(shown.id), body: { shown } }, { key: saha.given.key() }),
  );
  const codes = (await Promise.all(presses)).map(({ code }) => code);
  expect(codes.filter((code) => code === undefined)).toHaveLength(1);
  expect(codes.filter((code) => code === "invitation.changed")).toHaveLength(7);
});

test("a redeemed code's waiting letter is dropped when its turn comes", async () => {
  const { core } = saha;
  const code = await invite("gone@mail.example");
  await (await saha.given.user()).call(redeem, { body: { invitationCode: code.code } });
  const letter = {
    kind: "invitation" as const,
    codeId: code.id,
    address: "gone@mail.example",
    language: "ar" as const,
  };
  await core.database.transact((tx) => core.mail.send(tx, letter));
  const next = await invite("next@mail.example");
  await send(next.id);
  await mailbox.arrived("next@mail.example");
  expect(mailbox.mails.filter(({ to }) => to === "gone@mail.example")).toEqual([]);
});

test("invitations travel behind what somebody waits for", async () => {
  const code = await invite("patient@mail.example");
  // Taken away before a worker sees it, so that what was queued can be read.
  const queued = await saha.core.database
    .transact(async (tx) => {
      await mailInvitation(
        tx,
        saha.core.mail,
        { id: code.id, language: "ar" },
        { now: new Date("2026-10-20T12:00:00Z"), days: { timeZone: "Etc/GMT-3", dayEnds: "05:00" } },
      );
      const rows = await sql<{ priority: number }>`select priority from pgboss.job where data->>'kind' = 'invitation'
        and (data->>'codeId')::int = ${code.id}`.execute(tx);
      throw rows.rows[0];
    })
    .catch((row: unknown) => row);
  expect((queued as { priority: number }).priority).toBeLessThan(-100_000);
});
