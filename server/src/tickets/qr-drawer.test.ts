import { setImmediate as afterTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Turn } from "../limits/fair-queue.ts";
import { qrDrawer } from "./qr-drawer.ts";

const phone: Turn = { ip: "203.0.113.5" };
const crowd: Turn = { ip: "198.51.100.7" };

test("a QR is drawn once for however often it is asked for, and few are kept, the latest asked for", async () => {
  const drawn: string[] = [];
  const draw = qrDrawer({ draw: async (token) => `svg ${drawn.push(token)}`, maxKept: 3 });
  const all = ["a", "a", "b", "a"].map((token) => draw(token, phone));
  expect(await Promise.all(all)).toEqual(["svg 1", "svg 1", "svg 2", "svg 1"]);
  for (const token of ["c", "a", "d", "d", "a", "b"]) await draw(token, phone);
  expect(drawn).toEqual(["a", "b", "c", "d", "b"]);
});

/** Has 300 QRs asked for at once, then one by another network; in which order, and in how many turns of the loop. */
async function drawAll(draw: (token: string, turn: Turn, done: (token: string) => string) => Promise<string>) {
  const done: string[] = [];
  const finish = (token: string) => `svg ${done.push(token)}`;
  let [turns, isOver] = [0, false];
  const all = Array.from({ length: 300 }, (_, n) => draw(`crowd ${n}`, crowd, finish));
  all.push(draw("own", phone, finish));
  void Promise.all(all).then(() => {
    isOver = true;
  });
  for (; !isOver; turns++) await afterTurn();
  return { place: done.indexOf("own"), turns };
}

test("what many ask for at once is drawn in turns of networks, with others' calls between", async () => {
  let finish = (token: string) => token;
  const drawOne = qrDrawer({ draw: async (token) => finish(token) });
  const { place, turns } = await drawAll((token, turn, done) => {
    finish = done;
    return drawOne(token, turn);
  });
  expect(place).toBeLessThanOrEqual(2);
  expect(turns).toBeGreaterThanOrEqual(300);
});

test("all of it would be drawn in one turn of the loop, the other network's last (broken twin)", async () => {
  const { place, turns } = await drawAll(async (token, _turn, done) => done(token));
  expect(place).toBe(300);
  expect(turns).toBeLessThan(5);
});
