import { api, Role } from "@saha/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { pathOf } from "../src/process/logging.ts";
import { sessionHeaders } from "./caller.ts";
import type { Member } from "./given.ts";
import { openServer, type Server } from "./harness.ts";

const password = "kalima-sirriya-77";

/**
 * A whole evening: everything that is secret is sent in every place where someone might send it, rightly and wrongly.
 */
async function evening(saha: Server): Promise<string[]> {
  const { given, send } = saha;
  const [guard, admin] = [await given.user({ roleId: Role.ScanAdmin }), await given.user({ roleId: Role.Admin })];
  const body = { username: "zaki", password, password_confirmation: password };
  await saha.stranger(api.auth.register, { body });
  const { data: session } = await saha.stranger(api.auth.login, { body: { identifier: "zaki", password } });
  const headers = { ...sessionHeaders(session), "content-type": "application/json" };
  const ticket = await given.ticket();
  const reserved = await send("POST", "/api/ticket-purchase", {
    headers,
    body: JSON.stringify({ ticketId: ticket.id }),
  });
  const { qrImage, shortCode } = JSON.parse(reserved.text).data as { qrImage: string; shortCode: string };
  const token = /qr\/([\w-]+)\.svg/.exec(qrImage)?.[1] ?? "";

  const secrets = [session.accessToken, session.refreshToken, token];
  for (const secret of secrets) {
    for (const path of [
      `/api/auth/me?accessToken=${secret}&refreshToken=${secret}`,
      `/api/ticket-purchase/qr/${secret}.svg`,
      `/api/ticket-purchase/%71r/${secret}.svg`,
      `/api/ticket-purchase/qr/${secret}`,
      `/API/ticket-purchase/qr/${secret}.svg`,
      `/api/ticket/${secret}`,
      `/api/%zz/${secret}`,
      `/${secret}`,
      `/socket.io/?EIO=4&transport=websocket&accessToken=${secret}`,
      `/socket.io/?EIO=4&transport=polling&refreshToken=${secret}`,
    ]) {
      await send("GET", path, { headers });
      await send("POST", path, { headers, body: JSON.stringify({ qrToken: secret }) });
    }
    await send("GET", "/api/auth/me", { headers: { authorization: `Bearer ${secret}x`, "x-refresh-token": secret } });
    await send("POST", "/api/auth/login", { headers, body: `{"identifier":"${secret}","password":"${secret}` });
    await send("POST", "/api/auth/login", { headers, body: JSON.stringify({ identifier: secret, password: secret }) });
    await guard.call(api.scans.feature, { body: { qrToken: secret } }, { key: secret.slice(0, 255) });
  }
  for (const qrToken of [token, shortCode, shortCode.toLowerCase(), token]) {
    await guard.call(api.scans.entry, { body: { qrToken } });
  }
  await admin.call(api.scans.log);
  // The database fails in the middle of what holds them.
  await sql`alter table scan_log rename to gone`.execute(saha.owner);
  await guard.call(api.scans.entry, { body: { qrToken: shortCode } });
  await guard.call(api.scans.entry, { body: { qrToken: token } });
  await sql`alter table gone rename to scan_log`.execute(saha.owner);
  return [...secrets, shortCode, shortCode.replace("-", ""), password];
}

test("no token, ticket, short code or password reaches the log, at its most talkative", async () => {
  const saha = await openServer();
  saha.foreseeErrors();
  const secrets = await evening(saha);
  expect(saha.logged.length).toBeGreaterThan(50);
  const text = saha.logged.join("");
  expect(
    secrets.filter((secret) => text.includes(secret) || text.toLowerCase().includes(secret.toLowerCase())),
  ).toEqual([]);
  expect(secrets.every((secret) => secret.length > 8)).toBe(true);
  await saha.close();
});

test("the search finds what was planted, so that closing fails", async () => {
  const saha = await openServer();
  const member = await saha.given.user();
  saha.core.log.info({ note: `Bearer ${member.accessToken}` }, "planted");
  await expect(saha.close()).rejects.toThrow("1 secrets stand in the log");
});

test("a line of the log tells method, path, status, time and who, and its request", async () => {
  const saha = await openServer();
  const member = await saha.given.user();
  const { refusal } = await member.call(api.purchases.reserve, { body: { ticketId: 999_999 } });
  const line = saha.logged.map((text) => JSON.parse(text)).find(({ reqId }) => reqId === refusal?.requestId);
  expect(line).toEqual({
    level: 30,
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    reqId: refusal?.requestId,
    method: "POST",
    path: "/api/ticket-purchase",
    status: 404,
    ms: expect.any(Number),
    user: member.id,
    msg: "answered",
  });
  await saha.close();
});

test("strangers' refusals have a few short lines a second and a count, members' all that a person asks for", async () => {
  const saha = await openServer();
  const member = await saha.given.user();
  const headers = { ...sessionHeaders(member), "content-type": "application/json" };
  const before = saha.logged.length;
  const long = `/api/${"%22a".repeat(300)}`;
  for (let i = 0; i < 6; i += 1) {
    await Promise.all(Array.from({ length: 50 }, () => saha.send("GET", long)));
    await Promise.all(Array.from({ length: 5 }, () => saha.send("GET", "/api/auth/me", { headers })));
  }
  await saha.close();
  type Line = { path?: string; user?: number; leftOut?: Record<string, number> };
  const lines = saha.logged.slice(before).map((text) => ({ text, ...(JSON.parse(text) as Line) }));
  expect(lines.filter(({ user }) => user === member.id)).toHaveLength(30);
  const refused = lines.filter(({ path }) => path?.startsWith("/api/%22a"));
  const told = lines.flatMap(({ leftOut }) => Object.values(leftOut ?? {}));
  // Once for each second that it took, and the last at the closing.
  expect(refused.length).toBeLessThanOrEqual(20 * told.length);
  expect(told.reduce((sum, count) => sum + count, refused.length)).toBe(300);
  expect(Math.max(...refused.map(({ text }) => text.length))).toBeLessThan(400);
});

test("an account that asks like a program has fifty lines a second and a count, others theirs", async () => {
  const saha = await openServer();
  const [program, person] = [await saha.given.user(), await saha.given.user()];
  const before = saha.logged.length;
  for (let i = 0; i < 4; i += 1) {
    await Promise.all(Array.from({ length: 50 }, () => program.call(api.auth.me)));
    await person.call(api.auth.me);
  }
  await saha.close();
  type Line = { user?: number; leftOut?: Record<string, number> };
  const lines = saha.logged.slice(before).map((text) => JSON.parse(text) as Line);
  const written = (of: Member) => lines.filter(({ user }) => user === of.id).length;
  const told = lines.flatMap(({ leftOut }) => (leftOut ? [leftOut] : []));
  expect(told.flatMap(Object.keys)).toContain(String(program.id));
  expect(told.flatMap(Object.keys)).not.toContain(String(person.id));
  expect(told.reduce((sum, leftOut) => sum + (leftOut[program.id] ?? 0), written(program))).toBe(200);
  expect(written(program)).toBeLessThanOrEqual(50 * (told.length + 1));
  expect(written(person)).toBe(4);
});

test("attendees together have five hundred lines a second and a count, the staff theirs", async () => {
  const saha = await openServer();
  const crowd = await Promise.all(Array.from({ length: 40 }, () => saha.given.user()));
  const staff = await saha.given.user({ roleId: Role.ScanAdmin });
  const [before, began] = [saha.logged.length, performance.now()];
  await Promise.all(crowd.flatMap((member) => Array.from({ length: 40 }, () => member.call(api.auth.me))));
  await staff.call(api.auth.me);
  await saha.close();
  type Line = { user?: number; leftOut?: Record<string, number> };
  const lines = saha.logged.slice(before).map((text) => JSON.parse(text) as Line);
  const ids = new Set(crowd.map(({ id }) => id));
  const written = lines.filter(({ user }) => user !== undefined && ids.has(user)).length;
  const told = lines.flatMap(({ leftOut }) => leftOut?.attendees ?? []);
  expect(written).toBeLessThanOrEqual(500 * (Math.ceil((performance.now() - began) / 1000) + 1));
  expect(told.reduce((sum, count) => sum + count, written)).toBe(1600);
  expect(lines.filter(({ user }) => user === staff.id)).toHaveLength(1);
});

test.each([
  ["/api/ticket/12?x=1", "/api/ticket/12"],
  ["/api/ticket-purchase/qr/abc.svg", "/api/ticket-purchase/qr/…"],
  [`/x/${"a".repeat(43)}/y`, "/x/…/y"],
  ["/assets/index-BxK29_aZ.js", "/assets/index-BxK29_aZ.js"],
])("%s is logged as %s", (url, logged) => expect(pathOf(url)).toBe(logged));
