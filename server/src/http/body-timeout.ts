import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance, RequestPayload } from "fastify";
import { Problem } from "../errors/problem.ts";
import { fewAtATime } from "./few-at-a-time.ts";

export type BodyLimits = { milliseconds: number; lingerMilliseconds: number; lingerBytes: number };
/**
 * Security: row 16. A form has 60 s of its own (rules §6); the whole request is bounded by the server's
 * `requestTimeout`.
 */
const usual: BodyLimits = { milliseconds: 10_000, lingerMilliseconds: 10_000, lingerBytes: 64 * 1024 * 1024 };

/**
 * Answers 408 to a body that does not arrive in time, and hangs up on a caller who goes on sending for long after the
 * answer was given. For a while what comes is thrown away, because a browser reads the answer only when it has sent its
 * file, and a proxy that is reset while it sends takes the process for dead: Fastify would hang up at once (decision
 * 0161).
 */
export function addBodyTimeout(app: FastifyInstance, limits: BodyLimits = usual): void {
  app.addHook("preParsing", (request, _reply, payload, done) => {
    const { "content-type": type = "", "content-length": length, "transfer-encoding": coding } = request.headers;
    if ((length === undefined && coding === undefined) || /^multipart\//i.test(type)) return done(null, payload);
    const timer = setTimeout(() => giveUp(payload), limits.milliseconds);
    payload.once("end", () => clearTimeout(timer)).once("close", () => clearTimeout(timer));
    done(null, payload);
  });
  app.addHook("onError", async (_request, reply) => void reply.removeHeader("connection"));
  app.addHook("onResponse", async ({ raw }) => {
    // A request that a test injects comes by no connection.
    if (!raw.complete && raw.socket instanceof Socket) hangUpInTime(raw, limits);
  });
}

const giveUp = fewAtATime((payload: RequestPayload) => {
  if (payload.readableEnded || payload.destroyed) return;
  const error = new Problem("request.timeout");
  // Not destroyed, which would take the connection that the answer needs.
  if (payload.listenerCount("error") > 0) payload.emit("error", error);
  else payload.destroy(error);
});

function hangUpInTime(raw: IncomingMessage, { lingerMilliseconds, lingerBytes }: BodyLimits): void {
  const { socket } = raw;
  const from = socket.bytesRead;
  const until = Date.now() + lingerMilliseconds;
  const timer = setInterval(() => {
    const isOver = Date.now() > until || socket.bytesRead - from > lingerBytes;
    if (isOver && !raw.complete) socket.destroy();
    if (isOver || raw.complete || socket.destroyed) clearInterval(timer);
  }, 100);
  timer.unref();
}
