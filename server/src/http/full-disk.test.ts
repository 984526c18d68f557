import fastify, { type FastifyInstance } from "fastify";
import { afterAll, describe, expect, test } from "vitest";
import { Problem } from "../errors/problem.ts";
import { unwatchedDisk } from "../process/disk-space.ts";
import { refuseWhenFull } from "./full-disk.ts";

const disk = { ...unwatchedDisk, isLow: () => isLow };
let isLow = true;
let written = 0;
const opened: FastifyInstance[] = [];
afterAll(() => Promise.all(opened.map((app) => app.close())));

function openApp({ isGuarded }: { isGuarded: boolean }): FastifyInstance {
  const app = fastify();
  opened.push(app);
  app.setErrorHandler((error, _request, reply) => reply.code(error instanceof Problem ? 503 : 500).send({}));
  if (isGuarded) refuseWhenFull(app, disk);
  app.get("/api/booth", async () => ({}));
  app.post("/api/booth", async () => ({ written: ++written }));
  app.delete("/api/auth/logout", async () => ({}));
  return app;
}

describe("on a disk that is nearly full", () => {
  test("whoever writes is refused before anything is written, reading and signing out go on", async () => {
    const app = openApp({ isGuarded: true });
    const status = async (method: "GET" | "POST" | "DELETE", url: string) =>
      (await app.inject({ method, url })).statusCode;
    expect(await status("POST", "/api/booth")).toBe(503);
    expect(written).toBe(0);
    expect(await status("GET", "/api/booth")).toBe(200);
    expect(await status("DELETE", "/api/auth/logout")).toBe(200);
    isLow = false;
    expect(await status("POST", "/api/booth")).toBe(200);
    isLow = true;
  });

  test("writing would go on until the database dies, without the guard (broken twin)", async () => {
    const app = openApp({ isGuarded: false });
    const before = written;
    expect((await app.inject({ method: "POST", url: "/api/booth" })).statusCode).toBe(200);
    expect(written).toBe(before + 1);
  });
});
