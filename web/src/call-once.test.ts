import { api, Role, type User } from "@saha/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { call } from "./api.ts";
import { callOnce } from "./call-once.ts";
import { setUser } from "./session.ts";
import { setLanguage } from "./text/language.ts";

const ticket = { body: { title: "Day ticket", quantity: 5, day: "2026-11-20", category: 1 } };
/** What the server does with each call in turn, and the keys that it saw. */
let answers: (() => Promise<Response> | Response)[];
let keys: string[];

const answer = (status: number, body: unknown) => () => new Response(JSON.stringify(body), { status });
const added = answer(201, { data: { id: 9 } });
const refused = (code: string, status = 409) => answer(status, { code, message: "No", requestId: "1" });
const lost = () => Promise.reject(new TypeError("Failed to fetch"));

const signIn = (id: number) => {
  setUser(null);
  setUser({ id, username: "admin", roleId: Role.Admin } as User);
};

beforeEach(() => {
  setLanguage("en");
  signIn(1);
  keys = [];
  vi.stubGlobal("fetch", async (_url: string, { headers }: RequestInit) => {
    keys.push((headers as Record<string, string>)["idempotency-key"] ?? "");
    const next = answers.shift();
    if (!next) throw new Error("Asked once too often");
    return next();
  });
});
afterEach(() => {
  setUser(null);
  sessionStorage.clear();
});

/** Whether each press had the key of the first one. */
const sameAsFirst = () => keys.slice(1).map((key) => key === keys[0]);
const add = (fields = {}) =>
  callOnce(api.tickets.create, { body: { ...ticket.body, ...fields } }).catch((error: unknown) => error);

test("a row whose answer was lost is added under its own key, and the next one under another", async () => {
  answers = [lost, answer(502, "bad gateway"), refused("idempotency.running"), added, added];
  for (let pressed = 0; pressed < 4; pressed++) await add();
  expect(await add()).toEqual({ id: 9 });
  expect(keys[0]).toMatch(/\S{16,}/);
  expect(sameAsFirst()).toEqual([true, true, true, false]);
  expect(sessionStorage.getItem("saha.presses.1./ticket")).toBe("{}");
});

test("a refusal decides: what is mended and sent again is another press", async () => {
  answers = [refused("request.invalid", 400), refused("request.invalid", 400)];
  for (let pressed = 0; pressed < 2; pressed++) await add();
  expect(sameAsFirst()).toEqual([false]);
});

test("other fields, another call and another account are other presses", async () => {
  answers = [lost, lost, lost, lost, added];
  await add();
  await add({ quantity: 6 });
  await callOnce(api.platforms.create, { body: { name: "PC" } }).catch(() => {});
  signIn(2);
  await add();
  signIn(1);
  await add();
  expect(sameAsFirst()).toEqual([false, false, false, true]);
});

test("a picture is known by its name, size and type", async () => {
  answers = [lost, lost, lost, lost, added];
  const addBooth = (image: File) =>
    callOnce(api.booths.create, { body: { name: "Hall", image: image as unknown as string } }).catch(() => {});
  await addBooth(new File(["1234"], "hall.png", { type: "image/png" }));
  await addBooth(new File(["12345"], "hall.png", { type: "image/png" }));
  await addBooth(new File(["1234"], "other.png", { type: "image/png" }));
  await addBooth(new File(["1234"], "hall.png", { type: "image/webp" }));
  await addBooth(new File(["1234"], "hall.png", { type: "image/png" }));
  expect(sameAsFirst()).toEqual([false, false, false, true]);
});

test("its key is there before it is sent, for the page may go meanwhile", async () => {
  answers = [() => new Promise(() => {}), added];
  void add();
  await vi.waitFor(() => expect(keys).toHaveLength(1));
  await add();
  expect(sameAsFirst()).toEqual([true]);
});

test("what counts once does not compile without a key", async () => {
  answers = [added];
  // @ts-expect-error: a key is missing.
  await call(api.tickets.create, ticket);
  expect(keys).toEqual([""]);
});
