import { type DestinationStream, type Logger, pino } from "pino";
import type { Config } from "./config.ts";
import { fewLines } from "./few-lines.ts";
import { logOutput } from "./log-output.ts";

/** Lines a second for each sentence of a warning or an error: with the database gone every request writes one. */
const troubleLines = 50;
/** The longest path in a line. */
const maxPath = 120;

/**
 * JSON logs with a request id; no query, no header and no ticket token ever reaches them (rules §4, §7). A sentence
 * that is written too often in a second is counted instead (decision 0168).
 */
export function openLog(config: Pick<Config, "logLevel">, to: DestinationStream = logOutput(1)): Logger {
  const troubles = fewLines(troubleLines, (leftOut) => log.warn({ leftOut }, "warnings and errors that have no line"));
  const log = pino(
    {
      hooks: {
        logMethod(given, write, level) {
          if (level < 40 || troubles.take(kindOf(given))) write.apply(this, given);
        },
      },
      level: config.logLevel,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      serializers: {
        err: known,
        req: (request: { method: string; url: string }) => ({ method: request.method, path: pathOf(request.url) }),
      },
      redact: { paths: ["*.password", "*.accessToken", "*.refreshToken", "*.otp", "*.qrToken"], censor: "…" },
    },
    to,
  );
  return log;
}

/**
 * What is written of an error: nothing that a library hangs on it. Redis' client hangs on the whole command, a password
 * in it; PostgreSQL's the row that was refused.
 */
function known(error: Error): Record<string, unknown> {
  const { type, message, stack, code, table, constraint } = pino.stdSerializers.err(error);
  return { type, message, stack, code, table, constraint };
}

/** The sentence of a line, and the status where it tells of an answer. */
function kindOf([first, sentence]: unknown[]): string {
  if (typeof first === "string") return first;
  const status = (first as { status?: number } | null)?.status;
  return status === undefined ? String(sentence ?? "") : `${sentence} ${status}`;
}

/**
 * The path without its query, and with whatever is long enough to be a token masked, in whatever spelling of an address
 * it stands; cut where it is longer than an address of ours.
 */
export function pathOf(url: string): string {
  const path = (url.split("?", 1)[0] ?? "")
    .replace(/(\/ticket-purchase\/qr\/)[^/]+/, "$1…")
    .replace(/[\w.-]{32,}/g, "…");
  // After the masking: half a token would pass for a word.
  return path.length > maxPath ? `${path.slice(0, maxPath)}…` : path;
}
