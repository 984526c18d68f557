import { type DestinationStream, type Logger, pino } from "pino";
import type { Config } from "./config.ts";

/** JSON logs with a request id; no query, no header and no ticket token ever reaches them (rules §4, §7). */
export function openLog(config: Pick<Config, "logLevel">, to: DestinationStream = standardOutput()): Logger {
  return pino(
    {
      level: config.logLevel,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      serializers: {
        req: (request: { method: string; url: string }) => ({ method: request.method, path: pathOf(request.url) }),
      },
      redact: { paths: ["*.password", "*.accessToken", "*.refreshToken", "*.otp", "*.qrToken"], censor: "…" },
    },
    to,
  );
}

/**
 * Written behind the answers, so that none waits for a disk or a terminal; after a quarter of a second, and at the end.
 */
function standardOutput(): DestinationStream {
  return pino.destination({ sync: false, minLength: 4096, periodicFlush: 250 });
}

/**
 * The path without its query, and with whatever is long enough to be a token masked, in whatever spelling of an address
 * it stands.
 */
export function pathOf(url: string): string {
  return (url.split("?", 1)[0] ?? "").replace(/(\/ticket-purchase\/qr\/)[^/]+/, "$1…").replace(/[\w.-]{32,}/g, "…");
}
