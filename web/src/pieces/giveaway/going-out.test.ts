import { describe, expect, test } from "vitest";
import { goingOut, mostStars } from "./going-out.ts";

describe.each([1, 2, 3, 12, mostStars])("of %i stars", (count) => {
  const stars = goingOut(count, 7);

  test("the last two stay until the winner is told, one of them the last", () => {
    expect(stars.filter(({ at }) => at === null)).toHaveLength(Math.min(2, count));
    expect(stars.filter(({ isLast }) => isLast)).toHaveLength(1);
    expect(stars.find(({ isLast }) => isLast)?.at).toBeNull();
  });

  test("the others go out one after another within the time, slower towards the end", () => {
    const times = stars.flatMap(({ at }) => (at === null ? [] : [at])).toSorted((a, b) => a - b);
    expect(new Set(times).size).toBe(times.length);
    for (const at of times) expect(at).toBeLessThan(1);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(gaps.toSorted((a, b) => a - b)).toEqual(gaps);
  });
});

test("one draw has one order on all screens, another draw another", () => {
  expect(goingOut(20, 3)).toEqual(goingOut(20, 3));
  expect(goingOut(20, 3)).not.toEqual(goingOut(20, 4));
});
