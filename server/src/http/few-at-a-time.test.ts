import type { Socket } from "node:net";
import { PassThrough } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { fewAtATime } from "./few-at-a-time.ts";
import { answerNoRequest } from "./refusal.ts";

test("what comes due at once is done a few in each turn, each once, and what comes meanwhile too", async () => {
  const done: number[] = [];
  const begin = fewAtATime((item: number) => {
    done.push(item);
    if (item === 1) begin(100);
  }, 3);
  for (const item of [1, 2, 2, 3, 4]) begin(item);
  expect(done).toEqual([]);
  await turn();
  expect(done).toEqual([1, 2, 3]);
  await turn();
  expect(done).toEqual([1, 2, 3, 4, 100]);
  begin(5);
  await turn();
  expect(done.at(-1)).toBe(5);
});

test("of a hundred requests that ran out of time together, each is told so, none but twenty in one turn", async () => {
  const sockets = Array.from({ length: 100 }, () => new PassThrough());
  const error = Object.assign(new Error("too slow"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
  for (const socket of sockets) answerNoRequest(error, socket as unknown as Socket);
  const answered = () => sockets.filter(({ writableEnded }) => writableEnded).length;
  for (const count of [20, 40, 60, 80, 100]) {
    await turn();
    expect(answered()).toBe(count);
  }
  expect(String(sockets[99]?.read())).toMatch(/^HTTP\/1\.1 408 .*"code":"request\.timeout"/s);
});
