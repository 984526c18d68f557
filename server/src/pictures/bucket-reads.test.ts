import { createServer, request as open, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openServer, type Server } from "../../test/harness.ts";
import { newPicturePath } from "./pictures.ts";

const readsAtOnce = 50;
/** What the bucket was asked for, in this order, and the answers that it has not given yet. */
let asked: string[] = [];
let unanswered: ServerResponse[] = [];
let hangs = false;
let fault: number | undefined;
const bucket = createServer((request, response) => {
  asked.push(basename(request.url ?? ""));
  if (hangs) unanswered.push(response);
  else if (fault) response.writeHead(fault).end();
  else response.end("a picture");
});
let saha: Server;

beforeAll(async () => {
  await new Promise<void>((resolve) => bucket.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`;
  const keys = { accessKeyId: "key", secretAccessKey: "secret" };
  saha = await openServer({
    config: { s3: { endpoint, region: "eu-central-1", bucket: "saha", forcePathStyle: true, ...keys } },
  });
});
afterAll(async () => {
  await saha.close();
  bucket.closeAllConnections();
  bucket.close();
});
beforeEach(() => {
  asked = [];
  unanswered = [];
  hangs = false;
});

/** Answers all that the bucket has not answered yet, and all that it is asked for from now on. */
function recover() {
  hangs = false;
  for (const answer of unanswered.splice(0)) answer.end("a picture");
}

async function pictures(count: number): Promise<string[]> {
  const paths = Array.from({ length: count }, newPicturePath);
  await saha.query
    .insertInto("files")
    .values(paths.map((path) => ({ path })))
    .execute();
  return paths;
}

/** Asks as a browser of another network does; `leave` hangs up. */
function ask(path: string, localAddress: string) {
  const { hostname, port } = new URL(saha.address);
  const call = open({ hostname, port, path, localAddress, agent: false });
  const status = new Promise<number | string>((resolve) => {
    call.on("error", () => resolve("left"));
    call.on("response", (answer) => answer.resume().on("end", () => resolve(answer.statusCode ?? 0)));
  });
  call.end();
  return { status, leave: () => call.destroy() };
}

test("a name that no row knows is asked of nobody but the database, together; one that is kept is read once", async () => {
  const [path = ""] = await pictures(1);
  const statuses = await Promise.all(Array.from({ length: 5 }, () => ask(path, "127.0.0.2").status));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(asked).toEqual([basename(path)]);

  const statements = vi.spyOn(pg.Client.prototype, "query");
  try {
    const forged = Array.from({ length: 300 }, () => ask(newPicturePath(), "127.0.0.2").status);
    expect(new Set(await Promise.all(forged))).toEqual(new Set([404]));
    expect(await ask(path, "127.0.0.3").status).toBe(200);
    expect(asked).toEqual([basename(path)]);
    expect(statements.mock.calls.length).toBeGreaterThan(0);
    // Those that come while one statement is under way share the next: how many depends on the machine, never all.
    expect(statements.mock.calls.length).toBeLessThan(200);
  } finally {
    statements.mockRestore();
  }
});

test.for([
  [400, 503],
  [302, 503],
  [403, 404],
] as const)("where the bucket answers %i, Saha answers %i, and asks again the next time", async ([of, status]) => {
  saha.foreseeErrors();
  const [path = ""] = await pictures(1);
  fault = of;
  expect(await ask(path, "127.0.0.2").status).toBe(status);
  fault = undefined;
  expect(await ask(path, "127.0.0.2").status).toBe(200);
});

const connections = () => new Promise((resolve) => saha.app.server.getConnections((_, count) => resolve(count)));

test("while the bucket hangs it is asked for 50 at once; networks take turns, nothing is read for those who left", async () => {
  const paths = await pictures(readsAtOnce + 12);
  const shared = paths[readsAtOnce] ?? "";
  const [own = ""] = await pictures(1);
  hangs = true;
  const crowd = paths.map((path) => ask(path, "127.0.0.2"));
  await expect.poll(() => asked.length).toBe(readsAtOnce);
  await sleep(300);
  const another = ask(own, "127.0.0.3");
  const sharing = ask(shared, "127.0.0.4");
  await sleep(300);
  expect(asked).toHaveLength(readsAtOnce);

  // Of those that wait all but the last leave; what the first of them waits for another one waits for too.
  const waiting = crowd.filter((_, n) => !asked.includes(basename(paths[n] ?? "")));
  const last = waiting.pop();
  for (const call of waiting) call.leave();
  await expect.poll(connections).toBe(crowd.length + 2 - waiting.length);
  recover();
  expect([await last?.status, await sharing.status, await another.status]).toEqual([200, 200, 200]);
  expect(asked.slice(readsAtOnce).indexOf(basename(own))).toBeLessThanOrEqual(1);
  expect(asked.length).toBeLessThanOrEqual(readsAtOnce + 3);
});
