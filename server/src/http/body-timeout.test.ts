import { request as open } from "node:http";
import type { AddressInfo } from "node:net";
import fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Problem } from "../errors/problem.ts";
import { addBodyTimeout } from "./body-timeout.ts";
import { answerRefusals } from "./refusal.ts";

const app = fastify();
let port: number;
let answeredNow = () => {};
let begun = 0;

beforeAll(async () => {
  answerRefusals(app);
  addBodyTimeout(app, { milliseconds: 150, lingerMilliseconds: 400, lingerBytes: 4_000_000 });
  app.addContentTypeParser("multipart/form-data", async () => {
    throw new Problem("file.too_large");
  });
  app.addHook("onRequest", async () => void begun++);
  app.addHook("onSend", async () => answeredNow());
  app.post("/", async (request) => ({ body: request.body }));
  await app.listen({ port: 0, host: "127.0.0.1" });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

function post(type: string, length: number) {
  const headers = { "content-type": type, "content-length": String(length) };
  const asked = open({ port, host: "127.0.0.1", method: "POST", path: "/", headers });
  const closed = new Promise<void>((resolve) => asked.on("close", resolve));
  const answer = new Promise<{ status: number; code: string }>((resolve, reject) => {
    asked.on("error", reject);
    asked.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, code: JSON.parse(text).code }));
      response.on("error", () => {});
    });
  });
  return { asked, answer, closed };
}

test("a body that drips is answered with a sentence, then hung up on", async () => {
  const { asked, answer, closed } = post("application/json", 1000);
  const drip = setInterval(() => asked.destroyed || asked.write(" "), 20);
  expect(await answer).toEqual({ status: 408, code: "request.timeout" });
  await closed;
  clearInterval(drip);
});

test("one that comes in time is taken", async () => {
  const answer = await app.inject({ method: "POST", url: "/", payload: { a: 1 } });
  expect(answer.json()).toEqual({ body: { a: 1 } });
});

test("whoever goes on sending after the answer is read for a while, then hung up on", async () => {
  const { asked, answer, closed } = post("multipart/form-data; boundary=x", 1_000_000_000);
  const part = Buffer.alloc(100_000);
  let sent = 0;
  const pour = setInterval(() => {
    if (!asked.destroyed && asked.write(part)) sent += part.length;
  }, 1);
  expect(await answer).toEqual({ status: 413, code: "file.too_large" });
  await closed;
  clearInterval(pour);
  expect(sent).toBeLessThan(100_000_000);
});

test("of sixty bodies that run out of time together, twenty at most are answered in one turn of the event loop", async () => {
  let [inThisTurn, most, isOver] = [0, 0, false];
  answeredNow = () => {
    most = Math.max(most, ++inThisTurn);
  };
  const tick = () => {
    inThisTurn = 0;
    if (!isOver) setImmediate(tick);
  };
  tick();
  begun = 0;
  const asked = Array.from({ length: 60 }, () => post("application/json", 1000));
  for (const each of asked) each.asked.write(" ");
  await expect.poll(() => begun, { interval: 1, timeout: 10_000 }).toBe(60);
  // So that the time of all is over in the same turn.
  for (const until = performance.now() + 200; performance.now() < until; );
  const answers = await Promise.all(asked.map(({ answer }) => answer));
  isOver = true;
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([408]));
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(20);
  for (const each of asked) each.asked.destroy();
});
