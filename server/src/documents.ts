import reference from "@scalar/fastify-api-reference";
import type { FastifyInstance } from "fastify";
import { describeApi } from "./describe-api.ts";
import { Problem } from "./problem.ts";

const script = "/docs/scalar/js/scalar.js";

/** OpenAPI 3.1 at `/api/openapi.json` and a page to read it at `/docs`, both made from the contract. */
export async function documentApi(app: FastifyInstance): Promise<void> {
  const document = JSON.stringify(describeApi());
  app.get("/api/openapi.json", async (_request, reply) => reply.type("application/json; charset=utf-8").send(document));
  app.get("/docs", async (_request, reply) =>
    reply.type("text/html; charset=utf-8").header("content-security-policy", policy).send(page),
  );
  app.get("/docs/", async (_request, reply) => reply.redirect("/docs", 301));
  await app.register(reference, {
    routePrefix: "/docs/scalar",
    configuration: { url: "/api/openapi.json" },
    hooks: {
      // Of the library only its script is served; its own page needs inline scripts.
      onRequest: (request, _reply, done) =>
        done(request.routeOptions.url === script ? undefined : new Problem("request.not_found")),
    },
  });
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

const page = `<!doctype html>
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
