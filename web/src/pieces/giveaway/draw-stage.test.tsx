import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { DrawStage } from "./draw-stage.tsx";

/** Shows the draw of a great giveaway to whoever has that entry. */
function ownStar(mine: number | null | undefined) {
  const { container, unmount } = render(
    <DrawStage drawId={7} entries={500} mine={mine} duration={10_000} elapsed={0} />,
  );
  const own = container.querySelectorAll<HTMLElement>("[data-mine]");
  const seen = { count: own.length, stays: own[0]?.dataset.stays !== undefined, text: container.textContent };
  unmount();
  return seen;
}

test("of many entrants few see their star stay to the end, and all read that it means nothing", () => {
  const seen = Array.from({ length: 20 }, (_, entry) => ownStar(entry + 1));
  expect(seen.every(({ count, text }) => count === 1 && text !== "")).toBe(true);
  expect(seen.filter(({ stays }) => stays).length).toBeLessThan(5);
});

test("who can't be drawn sees no star as the own one", () => {
  expect(ownStar(null)).toEqual({ count: 0, stays: false, text: "" });
});

test("the sentence is there before the own star is, so that nothing moves when it comes", () => {
  expect(ownStar(undefined)).toEqual({ count: 0, stays: false, text: ownStar(1).text });
});
