import { connect } from "node:net";
import { api, type Endpoint, endpoint, Role, roles } from "@saha/contract";
import fastify from "fastify";
import { afterAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { Handlers } from "../src/http/call.ts";
import { endpoints, serve } from "../src/http/serve.ts";
import { pathOf, refusalOf, sessionHeaders } from "./caller.ts";
import { openServer } from "./harness.ts";
import { notServedYet } from "./not-served-yet.ts";

const saha = await openServer();
afterAll(saha.close);
const { given } = saha;

const calls = endpoints();
const served = calls.filter(({ name }) => !notServedYet.includes(name));
const unknownId = 2_147_483_647;

function addressOf(endpoint: Endpoint): string {
  const params = Object.keys(endpoint.params?.shape ?? {}).map((name) => [name, unknownId]);
  return pathOf(endpoint, Object.fromEntries(params));
}

function mayCall({ access }: Endpoint, role: Role | undefined): boolean {
  if (access === "public") return true;
  return role !== undefined && (access === "member" || access.includes(role));
}

test.each(calls)("$name is served, unless it is known not to be yet", ({ name, endpoint: { method, path } }) => {
  expect(saha.app.hasRoute({ method, url: `/api${path}` })).toBe(!notServedYet.includes(name));
});

test("what is known not to be served yet stands in the contract", () => {
  const names = calls.map(({ name }) => name);
  expect(notServedYet.filter((name) => !names.includes(name))).toEqual([]);
});

describe.each([{ who: "a stranger", role: undefined }, ...Object.entries(Role).map(([who, role]) => ({ who, role }))])(
  "$who",
  ({ role }) => {
    test.each(served)("calls $name, or is refused before the body is read", async ({ endpoint }) => {
      const member = role && (await given.user({ roleId: role }));
      const headers = { ...(member && sessionHeaders(member)), "content-type": "application/json" };
      // A body that nobody can read: whoever is answered 401 or 403 was judged without it.
      const answer = await saha.send(endpoint.method, addressOf(endpoint), { headers, body: '{"broken' });
      if (mayCall(endpoint, role)) {
        expect(answer.status).not.toBe(401);
        expect(answer.status).not.toBe(403);
        expect(answer.status).toBeLessThan(500);
      } else {
        expect(refusalOf(answer).code).toBe(role ? "auth.forbidden" : "auth.required");
      }
    });
  },
);

test("a stranger is refused while the body is still on its way", async () => {
  const { hostname, port } = new URL(saha.address);
  const socket = connect(Number(port), hostname);
  const head = [
    "POST /api/ticket HTTP/1.1",
    `host: ${hostname}`,
    "content-type: application/json",
    "content-length: 200000",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n{`);
  const [answer] = await new Promise<Buffer[]>((resolve) => socket.once("data", (...data: Buffer[]) => resolve(data)));
  socket.destroy();
  expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /);
});

test("every role that may call it gets an answer out of a list", async () => {
  const lists = served.filter(({ endpoint: { method, params, data } }) => method === "GET" && !params && data);
  for (const roleId of roles) {
    // A booth admin has a booth here; without one, the queue is 404 (rules §2).
    const member = await (roleId === Role.BoothAdmin
      ? given.boothAdmin((await given.booth()).id)
      : given.user({ roleId }));
    for (const { endpoint } of lists.filter(({ endpoint }) => mayCall(endpoint, roleId))) {
      expect((await member.call(endpoint)).status, `${endpoint.path} as ${roleId}`).toBe(200);
    }
  }
});

test("an ended session is refused on every call that wants one", async () => {
  const member = await given.user({ roleId: Role.Admin });
  await member.call(api.auth.logout);
  for (const { endpoint } of served.filter(({ endpoint }) => endpoint.access !== "public")) {
    const answer = await saha.send(endpoint.method, addressOf(endpoint), { headers: sessionHeaders(member) });
    expect(refusalOf(answer).code).toBe("auth.required");
  }
});

describe("what is another's", () => {
  /**
   * How each call that names a row of somebody behaves towards somebody else's; a new call of that kind must be added.
   */
  const foreign: Record<string, (id: { purchase: number; session: number; user: number }) => number> = {
    "purchases.remove": ({ purchase }) => purchase,
    "auth.endSession": ({ session }) => session,
    "profiles.get": ({ user }) => user,
    "profiles.update": ({ user }) => user,
  };
  /** Calls with an id that members below an administrator may make, and whose rows belong to nobody. */
  const ownedByNobody = [
    "users.setPassword",
    "booths.get",
    "booths.games",
    "polls.get",
    "polls.ofBooth",
    ...["get", "update", "remove", "call", "enter", "answer", "undo", "slots"].map((call) => `queue.${call}`),
    ...["get", "put", "win", "lose", "trivia", "explained", "ofBooth"].map((call) => `scores.${call}`),
  ];

  const withId = calls.filter(
    ({ endpoint: { params, access } }) => params && access !== "public" && String(access) !== String([Role.Admin]),
  );

  test.each(withId)("$name is told apart as own or foreign", ({ name }) => {
    expect(name in foreign || ownedByNobody.includes(name)).toBe(true);
  });

  test.each(served.filter(({ name }) => name in foreign))(
    "$name answers 404, and changes nothing",
    async ({ name, endpoint }) => {
      const [owner, other] = [await given.user(), await given.user()];
      const ticket = await given.ticket();
      const purchase = await given.purchase({ userId: owner.id, ticketId: ticket.id });
      const id = foreign[name]?.({ purchase: purchase.id, session: owner.sessionId, user: owner.id });
      const [param = ""] = Object.keys(endpoint.params?.shape ?? {});
      const path = pathOf(endpoint, { [param]: id });
      const answer = await saha.send(endpoint.method, path, { headers: sessionHeaders(other) });
      expect(answer.status).toBe(404);
      const unknown = await saha.send(endpoint.method, addressOf(endpoint), { headers: sessionHeaders(other) });
      expect(refusalOf(answer).message).toBe(refusalOf(unknown).message);
      expect((await owner.call(api.purchases.mine)).data).toHaveLength(1);
    },
  );
});

test.each([undefined, [], "", "anyone"])("a call whose access is %j stops the start", (access) => {
  const call = {
    ...endpoint({ method: "GET", path: "/open", summary: "", access: "public", data: z.object({}) }),
    access,
  };
  const area = { call } as unknown as { call: Endpoint };
  const handlers = { call: async () => ({}) } as unknown as Handlers<typeof area>;
  expect(() => serve(fastify(), saha.core, area, handlers)).toThrow("GET /open does not say who may call it");
});
