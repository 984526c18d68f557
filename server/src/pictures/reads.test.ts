import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { heldBytes, heldFor, holdInParts } from "../process/held-answers.ts";
import { openReads } from "./storage.ts";

const megabyte = 1024 * 1024;

/** An answer that its caller does not read, until the connection is closed. */
function unread(bytes: number): Socket {
  const socket = new Socket();
  holdInParts(new ServerResponse(new IncomingMessage(socket)), Buffer.alloc(bytes));
  return socket;
}

test("while callers hold much of other answers no picture is read; once they are closed it is", async () => {
  const read = openReads(8);
  const callers = Array.from({ length: 200 }, () => unread(megabyte));
  expect(heldBytes()).toBe(200 * megabyte);
  let isRead = false;
  const picture = read({ ip: "10.0.0.1" }, async () => {
    isRead = true;
  });
  await sleep(600);
  expect(isRead).toBe(false);
  for (const caller of callers) caller.destroy();
  await picture;
  expect(heldBytes()).toBe(0);
});

test("so few are read at once, networks in turns", async () => {
  const read = openReads(2);
  const order: string[] = [];
  const end: (() => void)[] = [];
  const open = (name: string, ip: string) =>
    read({ ip }, () => {
      order.push(name);
      return new Promise<void>((resolve) => end.push(resolve));
    });
  const all = [open("a", "10.0.0.1"), open("b", "10.0.0.1"), open("c", "10.0.0.1"), open("d", "10.0.0.2")];
  await sleep(10);
  expect(order).toEqual(["a", "b"]);
  for (const stop of end.splice(0)) stop();
  await sleep(10);
  for (const stop of end.splice(0)) stop();
  await Promise.all(all);
  expect(order.slice(2).sort()).toEqual(["c", "d"]);
});

test("two answers of the same bytes on one connection count until both are over", () => {
  const [socket, bytes] = [new Socket(), Buffer.alloc(megabyte)];
  const [first, second] = [1, 2].map(() => new ServerResponse(new IncomingMessage(socket)));
  for (const response of [first, second]) holdInParts(response as ServerResponse, bytes);
  first?.emit("close");
  expect([heldFor(socket), heldBytes()]).toEqual([megabyte, megabyte]);
  second?.emit("close");
  expect([heldFor(socket), heldBytes()]).toEqual([0, 0]);
});
