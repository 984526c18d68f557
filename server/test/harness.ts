import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Role } from "@saha/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { inject } from "vitest";
import { buildApp } from "../src/app.ts";
import type { Core } from "../src/core.ts";
import { crossOrigin, describeApi, everywhere, overHttps } from "../src/http/documents/describe-api.ts";
import type { StallLimits } from "../src/http/stalled-readers.ts";
import { openCore } from "../src/open-core.ts";
import { type Config, readConfig } from "../src/process/config.ts";
import { openLog } from "../src/process/logging.ts";
import { openCaller } from "./caller.ts";
import { openGiven } from "./given.ts";
import { copyTemplate } from "./template.ts";
import { openWire, type Send } from "./wire.ts";

type Options = {
  config?: Partial<Config>;
  /** Where the clock of the rules stands; it stands still until it is set. The database keeps its own. */
  now?: string;
  /** Leads to the database by another way than the straight one. */
  wayTo?: (databaseUrl: string) => Promise<string>;
  stall?: StallLimits;
};

/**
 * The whole server on a database of its own, on a free port. Closing it fails when a log line holds a token or a short
 * code, tells of an error that nobody foresaw and the test did not ask for, where a change by staff is missing in the
 * audit, or where an answer's status, code or header is missing in the reference (security: row 11, rules §2).
 */
export async function openServer({
  config: changes = {},
  now: start = "2026-10-20T12:00:00Z",
  wayTo,
  stall,
}: Options = {}) {
  const copy = await copyTemplate(inject("postgres"));
  const dataDir = mkdtempSync(join(tmpdir(), "saha-test-"));
  const config = { ...readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "trace" }, { world: "empty" }), ...changes };
  const logged: string[] = [];
  const log = openLog(config, { write: (line) => void logged.push(line) });
  let now = new Date(start);
  const secret = "a secret of tests, of more than 32 letters";
  const core = await openCore({
    config,
    log,
    databaseUrl: (await wayTo?.(copy.url)) ?? copy.url,
    secret,
    clock: () => now,
  });
  const ownerPool = new pg.Pool({ connectionString: copy.ownerUrl });
  // A connection that the database closes first, when its copy is dropped, is no failure of a test.
  ownerPool.on("error", () => {}).on("connect", (client) => client.on("error", () => {}));
  const owner = new Kysely<object>({ dialect: new PostgresDialect({ pool: ownerPool }) });
  const app = await buildApp(core, { stall });
  const staffChanges = watchStaffChanges(app);
  const undocumented = watchUndocumented(app);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const wire = openWire(address);
  const issued = new Set<string>();
  const send: Send = async (...asked) => {
    const answer = await wire.send(...asked);
    for (const secret of secretsIn(answer.text)) issued.add(secret);
    return answer;
  };
  let errorsForeseen = false;

  return {
    app,
    core,
    /** The database as the application has it. */
    query: core.database.query,
    /** The database as its owner has it, who can take walls down. */
    owner,
    address,
    send,
    given: openGiven(core, send, issued),
    /** A caller without a session. */
    stranger: openCaller(send),
    logged,
    issued,
    setClock: (time: string) => {
      now = new Date(time);
    },
    /** This test makes the server fail on purpose. */
    foreseeErrors: () => {
      errorsForeseen = true;
    },
    staffChanges,
    close: async () => {
      wire.close();
      const unaudited = await findUnaudited(core, staffChanges);
      await app.close();
      await core.close();
      await owner.destroy();
      await copy.drop();
      rmSync(dataDir, { recursive: true, force: true });
      const text = logged.join("");
      const leaked = [...issued].filter((secret) => text.includes(secret));
      if (leaked.length > 0) throw new Error(`${leaked.length} secrets stand in the log, such as ${leaked[0]}`);
      if (undocumented.size > 0) throw new Error(`not in the reference: ${[...undocumented].join("; ")}`);
      if (unaudited.length > 0) throw new Error(`without a row of the audit: ${unaudited.join(", ")}`);
      const failures = logged.filter((line) => {
        const { level, status } = JSON.parse(line) as { level: number; status?: number };
        return level >= 50 && status !== 503;
      });
      if (failures.length > 0 && !errorsForeseen) throw new Error(`the server failed:\n${failures.join("")}`);
    },
  };
}

/** `effect` is what several of them may share: repeated under one key, it is audited once. */
type StaffChange = { requestId: string; call: string; effect: string };

/** Collects every call by which staff have changed something, whichever test makes it. */
function watchStaffChanges(app: FastifyInstance): StaffChange[] {
  const changes: StaffChange[] = [];
  app.addHook("onResponse", (request, reply, done) => {
    const { actor, method, routeOptions } = request;
    const isOwnLog = /^\/api\/(ticket-scan\/|invitation-code\/opened$)/.test(routeOptions.url ?? "");
    const key = request.headers["idempotency-key"];
    if (actor && actor.roleId !== Role.User && method !== "GET" && reply.statusCode < 400 && !isOwnLog) {
      const effect = key === undefined ? request.id : `${actor.id} ${key}`;
      changes.push({ requestId: request.id, call: `${method} ${routeOptions.url}`, effect });
    }
    done();
  });
  return changes;
}

type Documented = { responses: Record<string, { $ref?: string; headers?: object; content?: object }> };

const reference = describeApi() as {
  paths: Record<string, Record<string, Documented>>;
  components: { responses: Record<string, Documented["responses"][string]> };
};

/** Collects what calls of the contract answer that the reference does not know, whichever test brings it about. */
function watchUndocumented(app: FastifyInstance): Set<string> {
  const found = new Set<string>();
  app.addHook("onSend", (request, reply, payload, done) => {
    const path = request.routeOptions.url?.replace(/:(\w+)/g, "{$1}");
    const method = request.method === "HEAD" ? "get" : request.method.toLowerCase();
    const call = reference.paths[path ?? ""]?.[method];
    if (call) for (const what of beyond(call, reply, payload)) found.add(`${request.method} ${path}: ${what}`);
    done();
  });
  return found;
}

function beyond(call: Documented, reply: FastifyReply, payload: unknown): string[] {
  const found = call.responses[reply.statusCode];
  if (!found) return [`${reply.statusCode} ${String(payload).slice(0, 60)}`];
  const response = found.$ref ? reference.components.responses[found.$ref.split("/").at(-1) ?? ""] : found;
  const known = [
    ...everywhere,
    overHttps,
    ...crossOrigin,
    "vary",
    "content-encoding",
    ...Object.keys(response?.headers ?? {}),
  ];
  // Hung up on a broken body: of the connection, not of the call.
  const headers = Object.keys(reply.getHeaders()).filter((name) => name !== "connection" && !known.includes(name));
  const code = reply.statusCode < 400 ? undefined : /^{"code":("[^"]+")/.exec(String(payload))?.[1];
  const isKnown = code === undefined || JSON.stringify(response?.content).includes(code);
  return [...headers.map((name) => `${reply.statusCode} header ${name}`), ...(isKnown ? [] : [code ?? ""])];
}

/** The calls of staff that left no row of the audit (rules §2). */
async function findUnaudited(core: Core, changes: StaffChange[]): Promise<string[]> {
  if (changes.length === 0) return [];
  const rows = await core.database.query.selectFrom("auditLog").select("requestId").execute();
  const recorded = new Set(rows.map(({ requestId }) => requestId));
  const audited = new Set(changes.filter(({ requestId }) => recorded.has(requestId)).map(({ effect }) => effect));
  return changes.filter(({ effect }) => !audited.has(effect)).map(({ call }) => call);
}

export type Server = Awaited<ReturnType<typeof openServer>>;

/** Every token and short code that an answer hands out. */
function secretsIn(text: string): string[] {
  const found = text.matchAll(/"(?:accessToken|refreshToken|shortCode)":"([^"]+)"|\/qr\/([\w-]+)\.svg/g);
  return [...found].map(([, field, qr]) => field ?? qr ?? "").filter(Boolean);
}
