import swagger from "@fastify/swagger";
import reference from "@scalar/fastify-api-reference";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";

/** OpenAPI 3.1 at `/api/openapi.json` and a page to read it at `/docs`, both made from the contract that is served. */
export async function documentApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Saha", version: "1", description: "Tickets, queues, scores and draws of a gaming event." },
      components: {
        securitySchemes: {
          session: { type: "http", scheme: "bearer", description: "The access token of auth/login." },
        },
      },
    },
    transform: jsonSchemaTransform,
  });
  app.get("/api/openapi.json", { schema: { hide: true } }, async () => app.swagger());
  await app.register(reference, {
    routePrefix: "/docs",
    configuration: { url: "/api/openapi.json", withDefaultFonts: false, telemetry: false },
  });
}
