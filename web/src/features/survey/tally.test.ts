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
