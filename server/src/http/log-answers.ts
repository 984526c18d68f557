import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { pathOf } from "../process/logging.ts";
import { isCall } from "./is-call.ts";

/** One line for each answered request. */
export function logAnswers(app: FastifyInstance, log: Logger): void {
  // Nothing in such a line is to be redacted, and looking for it took longer than writing it.
  const answers = log.child({}, { redact: [] });
  app.addHook("onResponse", (request, reply, done) => {
    const line = {
      reqId: request.id,
      method: request.method,
      path: pathOf(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      user: request.actor?.id,
    };
    if (reply.statusCode >= 500) answers.error(line, "answered");
    else if (isCall(request)) answers.info(line, "answered");
    else answers.debug(line, "answered");
    done();
  });
}
