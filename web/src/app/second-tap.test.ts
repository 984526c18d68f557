import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { refuseSecondTaps } from "./second-tap.ts";

let [first, second] = [document.createElement("button"), document.createElement("button")];
let taken: string[] = [];

beforeEach(() => {
  taken = [];
  [first, second] = [button("first"), button("second")];
  document.body.replaceChildren(first, second);
});
// The document is every test's.
afterEach(() => document.body.replaceChildren());

function button(name: string): HTMLButtonElement {
  const made = document.createElement("button");
  made.addEventListener("click", () => taken.push(name));
  return made;
}

/** Watches taps until the test ends; `there` says what stands where the first tap was. */
function watch(there: () => Element): void {
  const end = new AbortController();
  refuseSecondTaps(document, { capture: true, signal: end.signal });
  // The document of tests has no places.
  document.elementFromPoint = there;
  onTestFinished(() => end.abort());
}

type Tap = { x?: number; detail?: number; pointerType?: string; after?: number };
let now = 0;

function tap(on: Element, { x = 10, detail = 1, pointerType = "touch", after = 200 }: Tap = {}): void {
  now += after;
  const pointer = new MouseEvent("pointerdown", { bubbles: true });
  Object.defineProperty(pointer, "pointerType", { value: pointerType });
  on.dispatchEvent(pointer);
  const click = new MouseEvent("click", { bubbles: true, cancelable: true, clientX: x, clientY: 10, detail });
  Object.defineProperty(click, "timeStamp", { value: now });
  on.dispatchEvent(click);
}

test("a second tap on what has come in the first one's place is refused, and a third one too", () => {
  watch(() => second);
  tap(first);
  tap(second, { x: 30 });
  tap(second, { after: 400 });
  expect(taken).toEqual(["first"]);
});

test("nobody watching, the second tap presses what came", () => {
  tap(first);
  tap(second);
  expect(taken).toEqual(["first", "second"]);
});

test("a later press, one elsewhere, and one by the keyboard are taken", () => {
  watch(() => second);
  tap(first);
  tap(second, { after: 600 });
  tap(first, { after: 600 });
  tap(second, { x: 80 });
  tap(first, { after: 600 });
  tap(second, { detail: 0 });
  expect(taken).toEqual(["first", "second", "first", "second", "first", "second"]);
});

test("the same button takes both, and its neighbour while it stands there", () => {
  watch(() => first);
  tap(first);
  tap(first);
  tap(second, { x: 35 });
  expect(taken).toEqual(["first", "first", "second"]);
});

test("of a mouse's presses the second is one of a double click alone", () => {
  watch(() => second);
  tap(first, { pointerType: "mouse" });
  tap(second, { pointerType: "mouse" });
  tap(first, { pointerType: "mouse", after: 600 });
  tap(second, { pointerType: "mouse", detail: 2 });
  expect(taken).toEqual(["first", "second", "first"]);
});
