import type { Socket } from "node:net";
import { Duplex } from "node:stream";
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
  const told = new Set<string>();
  const sockets = Array.from({ length: 100 }, () => {
    const write = (bytes: Buffer, _: unknown, done: () => void) => {
      told.add(String(bytes));
      done();
    };
    return new Duplex({ read() {}, write });
  });
  const error = Object.assign(new Error("too slow"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
  for (const socket of sockets) answerNoRequest(error, socket as unknown as Socket);
  const answered = () => sockets.filter(({ writableEnded }) => writableEnded).length;
  for (const count of [20, 40, 60, 80, 100]) {
    await turn();
    expect(answered()).toBe(count);
  }
  expect(told.size).toBe(100);
  for (const text of told) expect(text).toMatch(/^HTTP\/1\.1 408 .*"code":"request\.timeout"/s);
});
