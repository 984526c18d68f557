import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { CachedAnswer } from "../cached-answer.ts";
import { builtWeb } from "../web.ts";
import { describeApi } from "./describe-api.ts";

/** OpenAPI 3.1 at `/api/openapi.json` and a page to read it at `/docs`, both made from the contract. */
export async function documentApi(app: FastifyInstance): Promise<void> {
  const document = new CachedAnswer(describeApi());
  app.get("/api/openapi.json", async (request, reply) => document.send(request, reply, JSON.stringify));
  const script = referenceScript();
  if (script === undefined) return;
  const page = pageWith(script);
  app.get("/docs", async (_request, reply) =>
    reply.type("text/html; charset=utf-8").header("content-security-policy", policy).send(page),
  );
  app.get("/docs/", async (_request, reply) => reply.redirect("/docs", 301));
}

/** Finds the library's script, 4 MB, among the files of the built web. */
function referenceScript(): string | undefined {
  const folder = join(builtWeb, "assets");
  const name = existsSync(folder) && readdirSync(folder).find((each) => /^reference-.+\.js$/.test(each));
  return name ? `/assets/${name}` : undefined;
}

/** The walls of this page alone: the library makes trusted types of its own, and needs neither sockets nor workers. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const configuration = {
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: "never",
  hideClientButton: true,
  documentDownloadType: "direct",
  defaultOpenFirstTag: true,
  authentication: { preferredSecurityScheme: ["accessToken", "refreshToken"] },
};

const pageWith = (script: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="data:," />
    <title>Saha API</title>
  </head>
  <body>
    <script id="api-reference" type="application/json" data-url="/api/openapi.json" data-configuration='${JSON.stringify(configuration)}'></script>
    <script src="${script}"></script>
  </body>
</html>
`;
