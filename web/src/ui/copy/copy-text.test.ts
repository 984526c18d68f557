import { afterEach, describe, expect, test, vi } from "vitest";
import { copyText } from "./copy-text.ts";

function clipboard(writeText?: (text: string) => Promise<void>) {
  vi.stubGlobal("navigator", writeText ? { clipboard: { writeText } } : {});
}

function execCommand(result: boolean) {
  const copied: string[] = [];
  document.execCommand = () => {
    const area = document.querySelector("textarea");
    if (area) copied.push(area.value);
    return result;
  };
  return copied;
}

afterEach(() => vi.unstubAllGlobals());

test("the clipboard takes the text", async () => {
  const write = vi.fn(async () => {});
  clipboard(write);
  expect(await copyText("A\nB")).toBe(true);
  expect(write).toHaveBeenCalledWith("A\nB");
});

describe("a hidden text area takes it", () => {
  test.each([
    ["where there is no clipboard", undefined],
    ["where the clipboard refuses", () => Promise.reject(new Error("NotAllowedError"))],
  ])("%s", async (_where, write) => {
    clipboard(write);
    const copied = execCommand(true);
    const button = document.body.appendChild(document.createElement("button"));
    button.focus();
    expect(await copyText("A\nB")).toBe(true);
    expect(copied).toEqual(["A\nB"]);
    expect(document.querySelector("textarea")).toBeNull();
    expect(document.activeElement).toBe(button);
    button.remove();
  });
});

test("what refuses both is told", async () => {
  clipboard();
  execCommand(false);
  expect(await copyText("A")).toBe(false);
});
