import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import helmet from "@fastify/helmet";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { Problem } from "../errors/problem.ts";
import type { Config } from "../process/config.ts";
import { inParts, keepFiles } from "../process/keep-files.ts";
import { isCall } from "./is-call.ts";
import { packingFor } from "./packing.ts";

/** Where the web lies once it is built. */
export const builtWeb = fileURLToPath(new URL("../../../web/dist/", import.meta.url));

type HeaderConfig = Pick<Config, "assetBaseUrl" | "publicUrl">;

/** Sets the security headers of every page (architecture: Trusted Types; security rows 3, 19). */
export async function addSecurityHeaders(app: FastifyInstance, config: HeaderConfig): Promise<void> {
  const securityHeaders = await securityHeadersOf(config);
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(securityHeaders);
    done();
  });
  app.addHook("onSend", (request, reply, _payload, done) => {
    if (isCall(request) && !reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
    done();
  });
}

/**
 * What helmet writes on every answer, written once: it is always the same, and it took a tenth of a small answer's
 * time.
 */
async function securityHeadersOf(config: HeaderConfig): Promise<Record<string, string>> {
  const assets = config.assetBaseUrl ? [new URL(config.assetBaseUrl).origin] : [];
  const app = fastify();
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "blob:", ...assets],
        mediaSrc: ["'self'", "blob:"],
        fontSrc: ["'self'"],
        // Sockets of the own host too: a stolen token must not leave to another one.
        connectSrc: ["'self'", config.publicUrl.replace(/^http/, "ws")],
        workerSrc: ["'self'", "blob:"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        trustedTypes: ["default", "dompurify"],
        requireTrustedTypesFor: ["'script'"],
      },
    },
    // Not for the operator's other names below this one, which may know no TLS.
    strictTransportSecurity: config.publicUrl.startsWith("https:")
      ? { maxAge: 15_552_000, includeSubDomains: false }
      : false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: "no-referrer" },
  });
  app.get("/", (_request, reply) => reply.code(204).send());
  const { headers } = await app.inject("/");
  const securityHeaders = Object.entries(headers).filter(
    ([name]) => !["content-length", "date", "connection"].includes(name),
  );
  return {
    ...(Object.fromEntries(securityHeaders) as Record<string, string>),
    "permissions-policy": "camera=(self), microphone=(), geolocation=(), screen-wake-lock=(self)",
  };
}

type EventConfig = Pick<Config, "eventTimeZone" | "eventDayEnds" | "assetBaseUrl">;

/** Those of the build that have compressed twins have 8 MB. */
const maxBytes = 32 * 1024 * 1024;
const unpack = promisify(brotliDecompress);
const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};

/**
 * Serves the built web as it was at the start, for another build in its place has other names (0144): compressed
 * ahead of time where a compressed twin lies beside a file, which alone is held then. Files with a hash in their name
 * are good for a year, everything else is asked for anew each time, and the page itself stands for every path that is
 * no file and no call (security: row 22).
 */
export async function serveWeb(app: FastifyInstance, config: EventConfig, folder = builtWeb): Promise<void> {
  if (!existsSync(join(folder, "index.html"))) return;
  const page = withEvent(await readFile(join(folder, "index.html"), "utf8"), config);
  const files = new Set(readdirSync(folder, { recursive: true, encoding: "utf8" }));
  const held = new Map<string, Buffer>();
  for (const file of files) {
    const hasTwins = files.has(`${file}.br`);
    if (!hasTwins && extname(file)) held.set(file, await readFile(join(folder, file)));
  }
  const unpacked = keepFiles(async (file) => unpack(held.get(`${file}.br`) ?? ""), { maxBytes });
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split("?", 1)[0] ?? "/";
    const file = path.slice(1);
    const type = files.has(file) ? types[extname(file)] : undefined;
    if (type) {
      const isHashed = file.startsWith("assets/");
      reply.type(type).header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
      const hasTwins = files.has(`${file}.br`);
      const packing = hasTwins ? packingFor(request.headers["accept-encoding"]) : "identity";
      if (hasTwins) reply.header("vary", "accept-encoding");
      if (packing !== "identity") reply.header("content-encoding", packing);
      const bytes =
        held.get({ br: `${file}.br`, gzip: `${file}.gz`, identity: file }[packing]) ?? (await unpacked.get(file));
      // For a HEAD nobody would read the parts, which thousands of connections have gone through for them.
      const body = bytes && request.method !== "HEAD" ? inParts(bytes) : undefined;
      if (bytes) return reply.header("content-length", bytes.length).send(body);
    }
    if (path === "/api" || path.startsWith("/api/") || /\.\w{1,8}$/.test(path)) throw new Problem("request.not_found");
    return reply.type("text/html; charset=utf-8").header("cache-control", "no-cache").send(page);
  };
  app.route({ method: ["GET", "HEAD"], url: "/*", handler: answer });
}

/**
 * Tells the page the event's zone, when its days end and where pictures are, before its first script runs (rules §8).
 */
function withEvent(page: string, { eventTimeZone, eventDayEnds, assetBaseUrl }: EventConfig): string {
  const event = { timeZone: eventTimeZone, dayEnds: eventDayEnds, assetBase: assetBaseUrl ?? "" };
  const content = JSON.stringify(event).replace(/[&"<>]/g, (letter) => `&#${letter.charCodeAt(0)};`);
  return page.replace("</head>", () => `  <meta name="event" content="${content}" />\n  </head>`);
}
