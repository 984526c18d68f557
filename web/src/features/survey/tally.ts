import { fold } from "../../ui/data-table/search.ts";

/** An answer as most people wrote it, and how many gave it. */
export type Counted = { answer: string; count: number };

/** Answers that are plotted one by one; what is rarer is summed up. */
const mostBars = 8;

/**
 * Letters of an answer whose spelling may differ. A letter is folded to 18 at most, and V8 hashes a text of more than
 * 16,383 by its length alone: 3,000 answers of such letters, different at their ends, were each compared with all
 * others, and the tab of whoever looked at them stood still for half a minute and more.
 */
const folded = 800;

/**
 * Counts equal answers, whatever their case, marks and spaces, in long ones those of the beginning, the most frequent
 * first; `rest` is how many gave an answer that no bar shows.
 */
export function tally(answers: readonly { answer: string }[]): { bars: Counted[]; rest: number } {
  const groups = new Map<string, Map<string, number>>();
  for (const { answer } of answers) {
    const beginning = fold(answer.slice(0, folded)).replace(/\s+/g, " ").trim();
    const key = answer.length > folded ? `${beginning}\n${answer.slice(folded)}` : beginning;
    const written = groups.get(key) ?? new Map<string, number>();
    written.set(answer, (written.get(answer) ?? 0) + 1);
    groups.set(key, written);
  }
  const counted = [...groups.values()].map((written) => {
    const [most] = [...written].sort((a, b) => b[1] - a[1]);
    return { answer: most?.[0] ?? "", count: [...written.values()].reduce((sum, count) => sum + count, 0) };
  });
  const bars = [...counted].sort((a, b) => b.count - a.count);
  const rest = bars.slice(mostBars).reduce((sum, { count }) => sum + count, 0);
  return { bars: bars.slice(0, mostBars), rest };
}
