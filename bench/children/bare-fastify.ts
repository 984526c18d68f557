import fastify from "fastify";
import { serveParent } from "../lab/child.ts";

/** The limit of a read: a Fastify that does nothing but answer the same bytes. */
export type Answers = { path: string; headers: Record<string, string>; body: Buffer }[];

serveParent(async (answers: Answers): Promise<number> => {
  const app = fastify();
  for (const { path, headers, body } of answers) {
    app.get(path, (_request, reply) => reply.headers(headers).send(body));
  }
  return Number(new URL(await app.listen({ port: 0, host: "127.0.0.1" })).port);
});
