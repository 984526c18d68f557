import { describe, expect, test } from "vitest";
import { goingOut, mostStars, rankOf } from "./going-out.ts";

describe.each([1, 2, 3, 12, mostStars])("of %i stars", (count) => {
  const stars = goingOut(count, 7);

  test("the last two stay until the winner is told", () => {
    expect(stars.filter(({ at }) => at === null)).toHaveLength(Math.min(2, count));
    expect(stars.map(({ rank }) => rank).toSorted((a, b) => a - b)).toEqual([...stars.keys()]);
    expect(stars.find(({ rank }) => rank === count - 1)?.at).toBeNull();
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

test("the own star goes out at any time: of many entrants few see theirs stay to the end", () => {
  const ranks = Array.from({ length: 3500 }, (_, entry) => rankOf(entry + 1, mostStars, 7));
  const perRank = Array.from({ length: mostStars }, (_, rank) => ranks.filter((one) => one === rank).length);
  for (const entrants of perRank) expect(Math.abs(entrants - 100)).toBeLessThan(50);
  // On the card there are fewer stars, and it goes out at the same time.
  for (const entry of [1, 2, 3]) {
    expect(rankOf(entry, 14, 7) / 14).toBeCloseTo(rankOf(entry, mostStars, 7) / mostStars, 0.5);
  }
});
