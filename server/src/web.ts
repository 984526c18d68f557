import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import helmet from "@fastify/helmet";
import staticFiles from "@fastify/static";
import fastify, { type FastifyInstance } from "fastify";
import type { Config } from "./config.ts";
import { Problem } from "./problem.ts";

const built = fileURLToPath(new URL("../../web/dist/", import.meta.url));

type WallConfig = Pick<Config, "assetBaseUrl" | "publicUrl">;

/** The walls of every page (architecture: Trusted Types; security rows 3, 19). */
export async function protect(app: FastifyInstance, config: WallConfig): Promise<void> {
  const walls = await wallsOf(config);
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(walls);
    done();
  });
  app.addHook("onSend", (request, reply, _payload, done) => {
    if (request.url.startsWith("/api/") && !reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
    done();
  });
}

/** What helmet writes on every answer, written once: it is always the same, and it took a tenth of a small answer's time. */
async function wallsOf(config: WallConfig): Promise<Record<string, string>> {
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
        connectSrc: ["'self'", "ws:", "wss:"],
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
    strictTransportSecurity: config.publicUrl.startsWith("https:") ? { maxAge: 15_552_000 } : false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: "no-referrer" },
  });
  app.get("/", (_request, reply) => reply.code(204).send());
  const { headers } = await app.inject("/");
  const walls = Object.entries(headers).filter(([name]) => !["content-length", "date", "connection"].includes(name));
  return {
    ...(Object.fromEntries(walls) as Record<string, string>),
    "permissions-policy": "camera=(self), microphone=(), geolocation=(), screen-wake-lock=(self)",
  };
}

type EventConfig = Pick<Config, "eventTimeZone" | "eventDayEnds" | "assetBaseUrl">;

/**
 * Serves the built web, packed beforehand where a packed twin lies beside a file: files with a hash in their name for a
 * year, everything else asked for anew each time, and the page itself for every path that is no file and no call.
 */
export async function serveWeb(app: FastifyInstance, config: EventConfig, folder = built): Promise<void> {
  if (!existsSync(join(folder, "index.html"))) return;
  const page = withEvent(await readFile(join(folder, "index.html"), "utf8"), config);
  await app.register(staticFiles, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(folder, "assets/"));
      reply.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
    },
    globIgnore: ["**/index.html", "**/*.br", "**/*.gz"],
  });
  app.get("/*", async (request, reply) => {
    const path = request.url.split("?", 1)[0] ?? "/";
    if (path === "/api" || path.startsWith("/api/") || /\.\w{1,8}$/.test(path)) throw new Problem("request.not_found");
    return reply.type("text/html; charset=utf-8").header("cache-control", "no-cache").send(page);
  });
}

/** Tells the page the event's zone, when its days end and where pictures are, before its first script runs (rules §8). */
function withEvent(page: string, { eventTimeZone, eventDayEnds, assetBaseUrl }: EventConfig): string {
  const event = { timeZone: eventTimeZone, dayEnds: eventDayEnds, assetBase: assetBaseUrl ?? "" };
  const content = JSON.stringify(event).replace(/[&"<>]/g, (letter) => `&#${letter.charCodeAt(0)};`);
  return page.replace("</head>", () => `  <meta name="event" content="${content}" />\n  </head>`);
}
