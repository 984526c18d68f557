import type { FastifyInstance, FastifyRequest } from "fastify";
import { Problem } from "../errors/problem.ts";
import type { Turn } from "../limits/fair-queue.ts";
import { holdInParts } from "../process/held-answers.ts";
import type { Pictures } from "./pictures.ts";

type Options = { pictures: Pictures; turnOf: (request: FastifyRequest) => Turn };

/**
 * Serves kept pictures. A name never gets other bytes, so they are cached for good; opened by themselves they can do
 * nothing.
 */
export function pictureRoutes(app: FastifyInstance, { pictures, turnOf }: Options): void {
  app.addHook("onClose", () => pictures.close());
  app.get<{ Params: { "*": string } }>("/files/*", async (request, reply) => {
    const name = request.params["*"];
    const file = await pictures.open(name, turnOf(request));
    if (!file) throw new Problem("request.not_found");
    return reply
      .header("content-length", file.length)
      .type("image/webp")
      .header("cache-control", "public, max-age=31536000, immutable")
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("content-disposition", `inline; filename="${name}"`)
      .header("cross-origin-resource-policy", "cross-origin")
      .header("x-content-type-options", "nosniff")
      .send(holdInParts(reply.raw, file));
  });
}
