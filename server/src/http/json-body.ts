import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { Problem } from "../errors/problem.ts";

/** Brackets and commas; the largest body of the contract has some twenty names and nothing within them. */
const maxParts = 500;

/**
 * Reads JSON only, in the turns of `pace`; an empty body with a JSON content type is no error (rules §1). What has more
 * parts than anything that is honestly sent is refused before it is parsed: 8,000 brackets of 16 KB took 2 ms each, in
 * the turn of the event loop in which they came, and one attendee's 500 connections made everybody wait for 2 s
 * (security: row 16).
 */
export function readJson(app: FastifyInstance, pace: (request: IncomingMessage, begin: () => void) => void): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    const text = body as string;
    if (text.length === 0) return done(null, undefined);
    pace(request.raw, () => {
      if (hasManyParts(text)) done(new Problem("request.too_large"));
      else parse(request, text, done);
    });
  });
}

const [quote, comma, square, backslash, curly] = [...'",[\\{'].map((letter) => letter.charCodeAt(0));

/** Tests whether a text has more brackets and commas outside of its strings than a body may have; in one pass. */
export function hasManyParts(text: string, max = maxParts): boolean {
  let isInString = false;
  let parts = 0;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    if (isInString) {
      if (letter === backslash) at++;
      else if (letter === quote) isInString = false;
    } else if (letter === quote) isInString = true;
    else if ((letter === comma || letter === square || letter === curly) && ++parts > max) return true;
  }
  return false;
}
