import { isStaff } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { fewLines } from "../process/few-lines.ts";
import { pathOf } from "../process/logging.ts";
import type { Actor } from "./client.ts";
import { isCall } from "./is-call.ts";

/** Lines a second for the answers of each status to callers without a session. */
const strangersLines = 20;
/** Lines a second for the answers to each account; no screen asks as often. */
const membersLines = 50;
const maxAccounts = 10_000;
/** Lines a second for the answers to all accounts but the staff's: hundreds of accounts cost nobody anything. */
const attendeesLines = 500;

/**
 * One line for each answered request. Of answers to callers without a session, who can ask as often as they like, a few
 * of each status a second, of those to an account more than a person asks for, of those to all attendees together five
 * hundred; of the others one line tells how many there were (security: row 16, decision 0168).
 */
export function logAnswers(app: FastifyInstance, log: Logger): void {
  // Nothing in such a line is to be redacted, and looking for it took longer than writing it.
  const answers = log.child({}, { redact: [] });
  const strangers = fewLines(strangersLines, (leftOut) => {
    answers.info({ leftOut }, "answers to callers without a session that have no line, by status");
  });
  const tellMembers = (leftOut: Record<string, number>) =>
    answers.info({ leftOut }, "answers to members that have no line, by account");
  const members = fewLines(membersLines, tellMembers, { maxKinds: maxAccounts });
  const attendees = fewLines(attendeesLines, (leftOut) => {
    answers.info({ leftOut }, "answers to attendees together that have no line");
  });
  const take = (actor: Actor | undefined, status: number) => {
    if (!actor) return strangers.take(status);
    return members.take(actor.id) && (isStaff(actor.roleId) || attendees.take("attendees"));
  };
  app.addHook("onResponse", (request, reply, done) => {
    const { statusCode: status } = reply;
    const level = status >= 500 ? "error" : isCall(request) ? "info" : "debug";
    if (!answers.isLevelEnabled(level)) return done();
    // Failures have a bound of their own, as every error has (logging.ts).
    if (status < 500 && !take(request.actor, status)) return done();
    answers[level](
      {
        reqId: request.id,
        method: request.method,
        path: pathOf(request.url),
        status,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        user: request.actor?.id,
      },
      "answered",
    );
    done();
  });
  app.addHook("onClose", (_, done) => {
    strangers.end();
    members.end();
    attendees.end();
    done();
  });
}
