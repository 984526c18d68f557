import { expect, test } from "vitest";
import { onLeave } from "./session.ts";

test.each([
  ["ended", "ended"],
  ["chosen", "chosen"],
  [null, "chosen"],
])(
  "a session that was left on another tab (%s) is left here as %s: what was typed stays where it ended",
  (how, told) => {
    const heard: string[] = [];
    onLeave((leaving) => heard.push(leaving));
    if (how) localStorage.setItem("left", how);
    else localStorage.removeItem("left");
    dispatchEvent(new StorageEvent("storage", { key: "refresh_token", newValue: null }));
    expect(heard).toEqual([told]);
  },
);
