import { expect, test } from "vitest";
import { tally } from "./tally.ts";

const of = (...answers: string[]) => tally(answers.map((answer) => ({ answer })));

test("equal answers are counted together, as most people wrote them, the most frequent first", () => {
  expect(of("ماريو", "فورتنايت", "ماريو", "مَاريو", "FIFA", "fifa", "fifa", "fifa").bars).toEqual([
    { answer: "fifa", count: 4 },
    { answer: "ماريو", count: 3 },
    { answer: "فورتنايت", count: 1 },
  ]);
});

test("what is rarer than the eighth is summed up", () => {
  const answers = Array.from({ length: 11 }, (_, index) => `answer ${index}`);
  const { bars, rest } = of(...answers, "answer 3");
  expect(bars).toHaveLength(8);
  expect(bars[0]).toEqual({ answer: "answer 3", count: 2 });
  expect(rest).toBe(3);
});

test("no answers are no bars", () => expect(of()).toEqual({ bars: [], rest: 0 }));

test("thousands of long answers that differ at their ends are counted at once", () => {
  const answers = Array.from({ length: 3_000 }, (_, n) => `${"\uFDFA".repeat(1_990)}${String(n).padStart(10, "0")}`);
  const began = performance.now();
  const { bars, rest } = of(...answers, answers[7] ?? "");
  expect(performance.now() - began).toBeLessThan(8_000);
  expect([bars[0]?.count, rest]).toEqual([2, 3_000 - 8]);
  // By keys as long as they are folded (broken twin).
  const long = answers.slice(0, 500).map((answer) => answer.replaceAll("\uFDFA", "صلى الله عليه وسلم"));
  const slow = timeOf(() => new Set(long));
  expect(slow).toBeGreaterThan(3 * timeOf(() => new Set(long.map((answer) => answer.slice(-16_000)))));
});

function timeOf(work: () => unknown): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}
