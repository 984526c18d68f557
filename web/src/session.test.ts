import { expect, test } from "vitest";
import { onLeave } from "./session.ts";
import { dropTokens, keepTokens } from "./tokens.ts";

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

test.each([
  ["the session is another one", "another", true],
  ["nobody is signed in any more", null, true],
  ["the session is still its own", "own", false],
])("a page that Safari shows again as it was left is loaded anew where %s", (_what, refresh, isHidden) => {
  keepTokens({ access: "a", refresh: "own" });
  dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
  if (refresh) keepTokens({ access: "a", refresh });
  else dropTokens();
  dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  expect(document.documentElement.hidden).toBe(isHidden);
  document.documentElement.hidden = false;
});
