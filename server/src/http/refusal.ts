import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { issueSentence, type Language, languageOf, type ProblemCode, problems, type Refusal } from "@saha/contract";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, FastifySchemaCompiler } from "fastify";
import * as z from "zod/mini";
import type { Database } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";
import { ar } from "../text/ar.ts";
import { durationText } from "../text/duration.ts";
import { en } from "../text/en.ts";
import { fewAtATime } from "./few-at-a-time.ts";

const sentences = { ar, en };
/** Seconds that a limit asks for where it does not say how long it lasts. */
const usualWait = 60;

/** The sentence of a refusal, for what is not answered over HTTP. */
export function problemSentence(code: ProblemCode, language: Language): string {
  return filled(sentences[language][code], { wait: durationText(usualWait, language) });
}

/** What the schema of a call found wrong; always answered 400 with `issues` (rules §1). */
class InvalidInput extends Error {
  readonly issues: z.core.$ZodIssue[];
  constructor(issues: z.core.$ZodIssue[]) {
    super("request.invalid");
    this.issues = issues;
  }
}

/**
 * Parses params, query and body by the contract; a missing body counts as an empty one, so that each field is named.
 */
export const validatorCompiler: FastifySchemaCompiler<z.ZodMiniType> =
  ({ schema, httpPart }) =>
  (data) => {
    const result = z.safeParse(schema, httpPart === "body" ? (data ?? {}) : data, { reportInput: true });
    return result.success ? { value: result.data } : { error: new InvalidInput(result.error.issues) };
  };

/**
 * Answers every error in the one shape, in the caller's language; what nobody foresaw is logged and tells nothing
 * (rules §1).
 */
export function answerRefusals(app: FastifyInstance, problemOf: Database["problemOf"] = (error) => error): void {
  app.setErrorHandler((thrown: FastifyError, request, reply) => {
    const error = problemOf(thrown);
    if (error instanceof InvalidInput) return send(request, reply, "request.invalid", { zodIssues: error.issues });
    if (error instanceof Problem) return send(request, reply, error.code, error);
    const code = codeOf(thrown);
    if (hasHungUp(thrown)) return send(request, reply, "request.broken", {});
    if (code === "server.failed") request.log.error({ err: thrown }, "unforeseen error");
    return send(request, reply, code, {});
  });
  app.setNotFoundHandler((request, reply) => send(request, reply, "request.not_found", {}));
}

/** A caller who is gone is no failure of ours, and nobody reads the answer. */
function hasHungUp({ code }: FastifyError): boolean {
  return ["ECONNRESET", "ECONNABORTED", "EPIPE", "ERR_STREAM_PREMATURE_CLOSE"].includes(code);
}

/** Answers in the one shape also where no route was reached: an address that can't be read, an id that is too long. */
export function answerUnrouted(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  send(request, reply, codeOf(error), {});
}

/** Answers bytes that are no HTTP request, headers that are too big or a request that never ends, then hangs up. */
export function answerNoRequest(error: Error & { code?: string }, socket: Socket): void {
  const code: ProblemCode = unreadable[error.code ?? ""] ?? "request.broken";
  if (code === "request.timeout") hangUpSlowOne(socket);
  else if (error.code === "ECONNRESET") socket.destroy();
  else hangUp(socket, code);
}

/** Node finds all of them at once, every two seconds. */
const hangUpSlowOne = fewAtATime((socket: Socket) => hangUp(socket, "request.timeout"));

/**
 * How long what a caller still sends is thrown away. A connection that is closed on bytes that nobody has read is
 * reset, which may overtake the answer: the caller is told nothing, and a proxy takes the process for dead (decision
 * 0161).
 */
const lingerMs = 5_000;

/** Answers a refusal on the bare connection, in Arabic, and hangs up once the caller does, or soon. */
export function hangUp(socket: Socket, code: ProblemCode): void {
  if (socket.destroyed || !socket.writable) return void socket.destroy();
  const message = sentences.ar[code];
  const issues = issuesWithout(code, message);
  const refusal: Refusal = { code, message, ...(issues && { issues }), requestId: randomUUID() };
  const body = JSON.stringify(refusal);
  const head = [
    `HTTP/1.1 ${problems[code]} ${STATUS_CODES[problems[code]]}`,
    "content-language: ar",
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  // Not to the parser, which would find the same fault in each part.
  socket.removeAllListeners("data").on("data", () => {});
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once("close", () => clearTimeout(timer));
}

const unreadable: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: "request.too_large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "request.too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request.timeout",
};

type About = { zodIssues?: z.core.$ZodIssue[] } & Partial<Pick<Problem, "details" | "field" | "retryAfter">>;

function send(request: FastifyRequest, reply: FastifyReply, code: ProblemCode, about: About): FastifyReply {
  const language = languageOf(request.headers["accept-language"]);
  const wait = durationText(about.retryAfter ?? usualWait, language);
  const message = filled(sentences[language][code], { wait, ...about.details });
  const issues = about.zodIssues
    ? issuesOf(about.zodIssues, language)
    : about.field === undefined
      ? issuesWithout(code, message)
      : [{ field: about.field, message }];
  const refusal: Refusal = {
    code,
    message: about.zodIssues && issues?.[0] ? issues[0].message : message,
    ...(issues && { issues }),
    ...(about.details && { details: about.details }),
    requestId: request.id,
  };
  if (about.retryAfter !== undefined) reply.header("retry-after", String(about.retryAfter));
  // Past the schema of the route: a refusal has a shape of its own.
  return reply
    .code(problems[code])
    .header("content-language", language)
    .type("application/json; charset=utf-8")
    .serializer(JSON.stringify)
    .send(refusal);
}

/** What a 400 names that no field of the body is to blame for: `issues` stands in every one (rules §1). */
function issuesWithout(code: ProblemCode, message: string): Refusal["issues"] {
  if (problems[code] !== 400) return undefined;
  return [{ field: code === "idempotency.invalid" ? "Idempotency-Key" : "request", message }];
}

/** A sentence with what it names in braces, such as a bound, put in from the details. */
function filled(sentence: string, details: Record<string, unknown> = {}): string {
  return sentence.replace(/\{(\w+)\}/g, (braced, name: string) => String(details[name] ?? braced));
}

/** One sentence for each field, the first that it has; a field of a union is the one nearest to what was sent. */
function issuesOf(issues: z.core.$ZodIssue[], language: Language): { field: string; message: string }[] {
  const found = new Map<string, string>();
  for (const issue of issues.flatMap(nearest)) {
    const field = issue.path.join(".");
    if (!found.has(field)) found.set(field, issueSentence(issue, language));
  }
  return [...found].map(([field, message]) => ({ field, message }));
}

function nearest(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return [issue];
  const [fewest] = [...issue.errors].sort((a, b) => a.length - b.length);
  return (fewest ?? []).flatMap((inner) => nearest({ ...inner, path: [...issue.path, ...inner.path] }));
}

function codeOf({ statusCode = 500 }: FastifyError): ProblemCode {
  switch (statusCode) {
    case 404:
    // A path or an id so long that it names nothing.
    case 414:
      return "request.not_found";
    case 408:
      return "request.timeout";
    case 413:
      return "request.too_large";
    case 415:
      return "request.media_type";
    case 429:
      return "request.too_many";
    case 503:
      return "server.busy";
    default:
      return statusCode >= 400 && statusCode < 500 ? "request.broken" : "server.failed";
  }
}
