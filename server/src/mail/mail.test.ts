import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { api, Role } from "@saha/contract";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { openServer, type Server } from "../../test/harness.ts";
import { openMailbox, readMail } from "../../test/mailbox.ts";
import { copyTemplate } from "../../test/template.ts";
import { keyOf } from "../auth/codes/mail-code.ts";
import type { Purpose } from "../auth/codes/one-time-code.ts";
import type { Letter } from "../auth/codes/write-letter.ts";
import { openDatabase } from "../database/database.ts";
import { openLog } from "../process/logging.ts";
import { openWarnings } from "../process/warnings.ts";
import { openNotices } from "../realtime/notices.ts";
import { type Mail, openMail } from "./mail.ts";

const password = "a long good one";
let count = 0;
const newAddress = () => `reader${++count}@mail.example`;

async function register(
  saha: Server,
  email: string,
  { username = `mail-${++count}`, language = "en" as "ar" | "en" } = {},
) {
  const began = performance.now();
  const body = { username, email, password, password_confirmation: password };
  const answer = await saha.stranger(api.auth.register, { body }, { language });
  return { ...answer, ms: performance.now() - began };
}

describe("with a mail server", () => {
  let saha: Server;
  let mailbox: Awaited<ReturnType<typeof openMailbox>>;
  beforeAll(async () => {
    mailbox = await openMailbox();
    saha = await openServer({ config: { smtpUrl: mailbox.url, mailFrom: "ساحة <hello@saha.example>" } });
    const first = newAddress();
    await register(saha, first);
    await mailbox.arrived(first);
  });
  afterEach(() => mailbox.behave("takes"));
  afterAll(async () => {
    await saha.close();
    await mailbox.close();
  });

  test.each(["defers", "drops after the data"] as const)(
    "a server that %s gets the mail again, and the answer did not wait for it",
    async (manner) => {
      const email = newAddress();
      mailbox.behave(manner);
      const [answer] = await Promise.all([register(saha, email), mailbox.mistreats()]);
      expect(answer.status).toBe(201);
      expect(answer.ms).toBeLessThan(1000);
      mailbox.behave("takes");
      // Where the mail may have come through, the code in it is as good as the next one.
      const mails = await mailbox.arrived(email, manner === "defers" ? 1 : 2, 15_000);
      const otp = mails[0]?.code ?? "";
      expect((await saha.stranger(api.auth.verification, { body: { email, otp } })).status).toBe(200);
    },
  );

  test("a server that refuses the address for good gets the mail once, and the log says so", async () => {
    const email = newAddress();
    mailbox.behave("refuses the address");
    await Promise.all([register(saha, email), mailbox.mistreats()]);
    const states = () =>
      sql<{ state: string }>`select state from pgboss.job where data->>'address' = ${email}`
        .execute(saha.query)
        .then(({ rows }) => rows.map(({ state }) => state));
    await expect.poll(states, { timeout: 8_000 }).not.toContain("active");
    expect(await states()).toEqual(["completed"]);
    expect(saha.logged.join("\n")).toContain("refused a mail for good");
    expect(saha.core.warnings.list()).toEqual([]);
  });

  test.each(["refuses to relay", "refuses the sender", "refuses the data"] as const)(
    "a server that %s, which its operator can mend, gets the mail again; the home and the log say so",
    async (manner) => {
      const email = newAddress();
      mailbox.behave(manner);
      await Promise.all([register(saha, email), mailbox.mistreats()]);
      await expect.poll(() => saha.core.warnings.list()).toMatchObject([{ code: "mail.refused" }]);
      mailbox.behave("takes");
      await mailbox.arrived(email, 1, 15_000);
    },
  );

  test("an effect that is undone mails nothing", async () => {
    const email = newAddress();
    const { transact } = saha.core.database;
    const undone = transact(async (tx) => {
      await saha.core.mail.send(tx, {
        kind: "code",
        purpose: "verification",
        address: email,
        device: keyOf(null),
        language: "en",
      });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await register(saha, email);
    await mailbox.arrived(email);
    await sleep(300);
    expect(mailbox.mails.filter(({ to }) => to === email)).toHaveLength(1);
  });

  test.each([
    ["ar", "rtl", /أكّد بريدك/, "رمز تأكيد بريدك في ساحة"],
    ["en", "ltr", /Verify your email/, "Your Saha verification code"],
  ] as const)(
    "in %s both forms say the same, name the account and hold the code",
    async (language, dir, heading, subject) => {
      const email = newAddress();
      const username = `لاعب${++count}`;
      await register(saha, email, { username, language });
      const [mail] = await mailbox.arrived(email);
      expect(mail?.subject).toBe(subject);
      expect(mail?.html).toMatch(new RegExp(`<html lang="${language}" dir="${dir}">`));
      for (const form of [mail?.text, mail?.html]) {
        expect(form).toMatch(heading);
        expect(form).toContain(username);
        expect(form).toContain(mail?.code);
      }
      // The event's own colour, as the main theme has it.
      expect(mail?.html).toContain("#7C3AED");
      expect(mail?.html).not.toMatch(/https?:|<script|<img/);
    },
  );

  test("the code is the only run of six digits, whatever the account is called", async () => {
    const email = newAddress();
    await register(saha, email, { username: `abc1234567890123${++count}` });
    const [mail] = await mailbox.arrived(email);
    expect(mail?.text.match(/\d{6,}/g)).toEqual([mail?.code]);
  });

  test("a name can't be a link: what would be one is broken by a sign that nobody sees", async () => {
    const email = newAddress();
    await register(saha, email, { username: `win-a-car.evil.example-${++count}` });
    const [mail] = await mailbox.arrived(email);
    for (const words of [mail?.text, mail?.html]) {
      expect(words).toContain("win-a-car.\u200Bevil.\u200Bexample");
      expect(words).not.toMatch(/evil\.example/);
    }
  });

  test("each code that a network's registrations cause has a later turn", async () => {
    const addresses = [newAddress(), newAddress(), newAddress()];
    for (const address of addresses) await register(saha, address);
    const { rows } = await sql<{ priority: number }>`select priority from pgboss.job
      where data->>'address' = any(${addresses}) order by created_on`.execute(saha.query);
    const first = rows[0]?.priority ?? 0;
    expect(first).toBeLessThanOrEqual(0);
    expect(rows.map(({ priority }) => priority - first)).toEqual([0, -1, -2]);
  });

  test.each([
    ["with a verified address", { isVerified: true, email: "settled@mail.example" }, true],
    ["of a day", { createdAt: sql<string>`now() - interval '25 hours'` }, true],
    ["of the staff", { roleId: Role.ScanAdmin }, true],
    ["that was just made", {}, false],
  ])("an account %s has its turn before its network's registrations: %s", async (_which, columns, isFirst) => {
    const strangers = Array.from({ length: 3 }, newAddress);
    for (const address of strangers) await register(saha, address);
    const member = await saha.given.user({ password });
    await saha.query
      .updateTable("users")
      .set({ isVerified: false, ...columns })
      .where("id", "=", member.id)
      .execute();
    const email = newAddress();
    const body = { email, password };
    const change = await (await saha.given.signIn(member)).call(api.profiles.update, {
      params: { userId: String(member.id) },
      body,
    });
    expect(change.status).toBe(200);
    const { rows } = await sql<{ priority: number }>`select priority from pgboss.job
      where data->>'address' in (${email}, ${strangers.at(-1)}) order by created_on desc`.execute(saha.query);
    const [own, last] = rows.map(({ priority }) => priority);
    expect(Number(own) > Number(last)).toBe(isFirst);
  });

  test("a letter that failed once keeps its turn in the second lane", async () => {
    const addresses = [newAddress(), newAddress(), newAddress()];
    mailbox.behave("defers");
    for (const address of addresses) await register(saha, address);
    const lanes = async () => {
      const { rows } = await sql<{ address: string; priority: number; isSecond: boolean }>`
        select data->>'address' as address, priority, name like '%-again' as is_second from pgboss.job
        where data->>'address' = any(${addresses})`.execute(saha.query);
      return (isSecond: boolean) =>
        rows.filter((row) => row.isSecond === isSecond).map(({ address, priority }) => `${address} ${priority}`);
    };
    await expect.poll(async () => (await lanes())(true).length, { timeout: 20_000 }).toBe(3);
    const of = await lanes();
    expect(of(true).toSorted()).toEqual(of(false).toSorted());
    expect(new Set(of(true).map((row) => row.split(" ")[1])).size).toBe(3);
    mailbox.behave("takes");
  });

  test("recoveries on known devices of a network's attendees have turns, one after the other", async () => {
    const addresses = [newAddress(), newAddress()];
    for (const email of addresses) {
      const member = await saha.given.user({ password });
      await saha.query.updateTable("users").set({ isVerified: true, email }).where("id", "=", member.id).execute();
      for (const device of ["first", "second"]) {
        const headers = { "x-device": `${device}-device-of-member-${member.id}` };
        await saha.stranger(api.auth.login, { body: { identifier: email, password } }, { headers });
        expect((await saha.stranger(api.auth.recoverPassword, { body: { email } }, { headers })).status).toBe(200);
      }
    }
    const { rows } = await sql<{ priority: number }>`select priority from pgboss.job
      where data->>'address' = any(${addresses}) order by created_on`.execute(saha.query);
    const first = rows[0]?.priority ?? 0;
    expect(rows.map(({ priority }) => priority - first)).toEqual([0, -1, -2, -3]);
  });

  test("where a server takes few mails for an address each of a letter's comes once, to each account", async () => {
    const address = newAddress();
    const key = "a-phone-of-three-0123456789abcdef";
    for (const n of [1, 2, 3]) {
      const body = { username: `of-three-${n}`, email: address, password, password_confirmation: password };
      await saha.stranger(api.auth.register, { body }, { language: "en", headers: { "x-device": key } });
    }
    // The second and the third come too soon after it for mails of their own.
    await mailbox.arrived(address);
    await sleep(2_000);
    mailbox.behave("takes one at a time");
    const device = keyOf(key);
    const letter = { kind: "code", purpose: "verification", address, device, language: "en" } as const;
    await saha.core.database.transact((tx) => saha.core.mail.send(tx, letter));
    const mails = (await mailbox.arrived(address, 4, 30_000)).slice(1);
    const names = mails.map(({ text }) => /of-three-\d/.exec(text)?.[0]);
    expect(names.sort()).toEqual(["of-three-1", "of-three-2", "of-three-3"]);
    const waits = sql<{ count: number }>`select count(*)::int from pgboss.job
      where data->>'address' = ${address} and state < 'completed'`;
    await expect.poll(async () => (await waits.execute(saha.query)).rows, { timeout: 5_000 }).toEqual([{ count: 0 }]);
  }, 60_000);

  test("a code is not held up by 120 other mails", async () => {
    const member = await saha.given.user();
    const [others, own] = [newAddress(), newAddress()];
    mailbox.behave("stalls");
    await saha.core.database.transact(async (tx) => {
      for (let n = 0; n < 120; n++) {
        const letter = {
          kind: "email-change",
          userId: member.id,
          address: others,
          newAddress: own,
          language: "en",
        } as const;
        await saha.core.mail.send(tx, letter);
      }
    });
    // All of the other lane's senders stand before a server that says nothing.
    await mailbox.mistreats();
    mailbox.behave("takes");
    const began = performance.now();
    await register(saha, own);
    await mailbox.arrived(own);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  test("a name can put no markup into a mail", async () => {
    const email = newAddress();
    // No call takes such a name; the mail does not rely on that.
    const member = await saha.given.user({ username: `"<b>&'@x.example` });
    await member.call(api.profiles.update, { params: { userId: String(member.id) }, body: { email } });
    const [mail] = await mailbox.arrived(email);
    expect(mail?.html).toContain("&#60;b&#62;&#38;");
    expect(mail?.html).not.toContain("<b>");
  });

  test("answers are as quick while the mail server stalls as while it takes mails", async () => {
    const median = async () => {
      const times: number[] = [];
      for (let n = 0; n < 9; n++) {
        const began = performance.now();
        await saha.stranger(api.auth.recoverPassword, { body: { email: newAddress() } });
        times.push(performance.now() - began);
      }
      return times.sort((a, b) => a - b)[4] ?? 0;
    };
    const usual = await median();
    mailbox.behave("stalls");
    for (let n = 0; n < 6; n++) await register(saha, newAddress());
    expect(await median()).toBeLessThan(Math.max(100, usual * 3));
  }, 30_000);
});

describe.concurrent("with a mail server that says nothing", () => {
  async function openPost(mailbox: Awaited<ReturnType<typeof openMailbox>>) {
    const copy = await copyTemplate(inject("postgres"));
    const database = openDatabase(copy.url);
    const log = openLog({ logLevel: "silent" });
    const config = { smtpUrl: mailbox.url, mailFrom: "hello@saha.example", dataDir: "/nowhere" };
    const write = async (letter: Letter) =>
      letter.kind === "code" ? [{ to: letter.address, language: "en" as const, subject: "", text: "", html: "" }] : [];
    const invite = async ({ address }: { address: string }) => [
      { to: address, language: "en" as const, subject: "", text: "", html: "" },
    ];
    const writers = { code: write, "email-change": write, "password-set": write, invitation: invite };
    return {
      start: async (patience = { untilTaken: 12_000, untilAnswered: 90_000 }) => {
        const notices = await openNotices(database, null, log);
        return openMail({
          config,
          databaseUrl: copy.url,
          notices,
          log,
          warnings: openWarnings(log),
          writers,
          patience,
        });
      },
      send: (mail: Mail, address: string, purpose: Purpose = "verification", turn = 1) =>
        database.transact((tx) =>
          mail.send(tx, { kind: "code", purpose, address, device: keyOf(null), language: "en" }, { turn }),
        ),
      invite: (mail: Mail, address: string) =>
        database.transact((tx) => mail.send(tx, { kind: "invitation", codeId: 1, address, language: "en" })),
      /** An evening later, in which a mail server took nothing: all that waits has been tried so often. */
      afterTries: (count: number) =>
        sql`update pgboss.job set retry_count = ${count}, start_after = now() where state = 'retry'`.execute(
          database.query,
        ),
      fates: () =>
        sql<{ fate: string }>`select data->>'kind' || ' ' || state as fate from pgboss.job where name like '%-again'`
          .execute(database.query)
          .then(({ rows }) => rows.map(({ fate }) => fate).sort()),
      states: () =>
        sql<{ state: string }>`select state from pgboss.job where data->>'kind' = 'code'`
          .execute(database.query)
          .then(({ rows }) => rows.map(({ state }) => state)),
      close: async () => {
        await database.close();
        await copy.drop();
        await mailbox.close();
      },
    };
  }

  test("it is given up after seconds and tried again, and holds up no other mail", async () => {
    const mailbox = await openMailbox();
    const post = await openPost(mailbox);
    const mail = await post.start();
    mailbox.behave("stalls");
    await Promise.all([post.send(mail, "first@mail.example"), mailbox.mistreats()]);
    mailbox.behave("takes");
    await post.send(mail, "other@mail.example");
    await mailbox.arrived("other@mail.example", 1, 2_500);
    await mailbox.arrived("first@mail.example", 1, 25_000);
    await mail.close();
    await post.close();
  }, 60_000);

  test("a recovery mail waits for none of 200 verification mails; in their one lane it would (broken twin)", async () => {
    const mailbox = await openMailbox();
    const post = await openPost(mailbox);
    const mail = await post.start();
    mailbox.behave("is slow");
    for (let n = 0; n < 200; n++) await post.send(mail, `stranger${n}@mail.example`);
    const began = performance.now();
    await post.send(mail, "one-lane@mail.example");
    await post.send(mail, "owner@mail.example", "recovery");
    await mailbox.arrived("owner@mail.example", 1, 5_000);
    expect(performance.now() - began).toBeLessThan(5_000);
    await expect(mailbox.arrived("one-lane@mail.example", 1, began + 5_000 - performance.now())).rejects.toThrow(
      "0 of 1",
    );
    await mail.close();
    await post.close();
  }, 60_000);

  test("a code waits for none of 200 that one asker caused; without turns it would (broken twin)", async () => {
    const mailbox = await openMailbox();
    const post = await openPost(mailbox);
    const mail = await post.start();
    mailbox.behave("is slow");
    for (let n = 0; n < 200; n++) await post.send(mail, `stranger${n}@mail.example`, "verification", n + 1);
    const began = performance.now();
    await post.send(mail, "no-turn@mail.example", "verification", 201);
    await post.send(mail, "honest@mail.example", "verification", 1);
    await mailbox.arrived("honest@mail.example", 1, 5_000);
    await expect(mailbox.arrived("no-turn@mail.example", 1, began + 5_000 - performance.now())).rejects.toThrow(
      "0 of 1",
    );
    await mail.close();
    await post.close();
  }, 60_000);

  test("a mail that is taken comes once, however late the server says so; one that isn't is given up soon", async () => {
    const mailbox = await openMailbox();
    const post = await openPost(mailbox);
    const mail = await post.start({ untilTaken: 2_000, untilAnswered: 60_000 });
    mailbox.behave("answers late");
    await post.send(mail, "once@mail.example");
    await expect.poll(post.states, { timeout: 20_000 }).toEqual(["completed"]);
    expect(mailbox.mails).toHaveLength(1);
    mailbox.behave("holds");
    await post.send(mail, "never@mail.example");
    await expect.poll(post.states, { timeout: 20_000 }).toContain("retry");
    await mail.close();
    await post.close();
  }, 60_000);

  test("an invitation is tried on for days after a code has been given up, and leaves once mails are taken", async () => {
    const mailbox = await openMailbox();
    const post = await openPost(mailbox);
    const mail = await post.start();
    mailbox.behave("defers");
    await Promise.all([post.send(mail, "code@mail.example"), post.invite(mail, "guest@mail.example")]);
    await expect.poll(post.fates, { timeout: 20_000 }).toEqual(["code retry", "invitation retry"]);
    // Again while one of them is just being tried.
    const afterFourHours = async () => {
      await post.afterTries(24);
      return post.fates();
    };
    await expect.poll(afterFourHours, { timeout: 20_000 }).toEqual(["code failed", "invitation retry"]);
    mailbox.behave("takes");
    await post.afterTries(470);
    await mailbox.arrived("guest@mail.example", 1, 20_000);
    await mail.close();
    await post.close();
  }, 60_000);

  const sendStuck = async (send: (address: string) => Promise<void>, addressOf: (n: number) => string) => {
    for (let n = 0; n < 12; n++) await send(addressOf(n));
  };
  const ofManyDomains = (n: number) => `stranger@stuck${n}.example`;
  const forLong = { untilTaken: 120_000, untilAnswered: 120_000 };

  test("letters of one domain leave senders to others while they are stuck; many domains' don't (broken twin)", async () => {
    const mailbox = await openMailbox();
    const post = await openPost(mailbox);
    const mail = await post.start(forLong);
    const send = (address: string) => post.send(mail, address);
    mailbox.behave("holds", "stuck");
    await Promise.all([sendStuck(send, (n) => `stranger@a${n}.stuck.example`), mailbox.mistreats(2)]);
    await send("first@mail.example");
    await mailbox.arrived("first@mail.example", 1, 20_000);
    await Promise.all([sendStuck(send, ofManyDomains), mailbox.mistreats(4)]);
    await send("second@mail.example");
    await expect(mailbox.arrived("second@mail.example", 1, 1_500)).rejects.toThrow("0 of 1");
    await mail.close();
    await post.close();
  }, 60_000);

  test("letters that are tried again leave all senders to others while they are stuck", async () => {
    const mailbox = await openMailbox();
    const post = await openPost(mailbox);
    const mail = await post.start(forLong);
    const send = (address: string) => post.send(mail, address);
    mailbox.behave("defers", "stuck");
    await Promise.all([sendStuck(send, ofManyDomains), mailbox.mistreats(12)]);
    mailbox.behave("holds", "stuck");
    await mailbox.mistreats(4);
    await send("owner@mail.example");
    await mailbox.arrived("owner@mail.example", 1, 20_000);
    await mail.close();
    await post.close();
  }, 60_000);

  test("what waits when the application ends leaves with the next start", async () => {
    const mailbox = await openMailbox();
    const post = await openPost(mailbox);
    mailbox.behave("stalls");
    const dying = await post.start();
    await Promise.all([post.send(dying, "late@mail.example"), mailbox.mistreats()]);
    await dying.close();
    mailbox.behave("takes");
    const next = await post.start();
    await mailbox.arrived("late@mail.example", 1, 15_000);
    await next.close();
    await post.close();
  }, 30_000);
});

test("without a mail server each mail is a file for its owner's eyes, and its code stands in the log", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "saha-mail-"));
  const outbox = join(dataDir, "outbox");
  // As a copy has it that was brought back without its modes.
  mkdirSync(outbox, { mode: 0o755 });
  const saha = await openServer({ config: { dataDir } });
  expect(statSync(outbox).mode & 0o777).toBe(0o700);
  expect(saha.logged.filter((line) => line.includes("SMTP_URL is not set"))).toHaveLength(1);
  const email = newAddress();
  await register(saha, email, { language: "ar" });
  const said = () => saha.logged.map((line) => /the code in this mail is (\d{6})/.exec(line)?.[1]).find(Boolean);
  while (!said()) await sleep(20);
  const [file = ""] = readdirSync(outbox);
  expect(file).toMatch(/^[\w.-]+-reader\d+@mail\.example\.eml$/);
  const raw = readFileSync(join(outbox, file), "latin1").replaceAll("\n", "\r\n");
  expect(readMail(raw, email).code).toBe(said());
  expect(statSync(join(outbox, file)).mode & 0o077).toBe(0);
  expect((await saha.stranger(api.auth.verification, { body: { email, otp: said() ?? "" } })).status).toBe(200);
  await saha.close();
  rmSync(dataDir, { recursive: true, force: true });
});
