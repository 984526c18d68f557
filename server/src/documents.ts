import reference from "@scalar/fastify-api-reference";
import type { FastifyInstance } from "fastify";
import { describeApi } from "./describe-api.ts";

/** OpenAPI 3.1 at `/api/openapi.json` and a page to read it at `/docs`, both made from the contract. */
export async function documentApi(app: FastifyInstance): Promise<void> {
  const document = JSON.stringify(describeApi());
  app.get("/api/openapi.json", async (_request, reply) => reply.type("application/json; charset=utf-8").send(document));
  await app.register(reference, {
    routePrefix: "/docs",
    configuration: { url: "/api/openapi.json", withDefaultFonts: false, telemetry: false },
  });
}
