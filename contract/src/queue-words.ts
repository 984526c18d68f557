// Apart from the schemas, so that a screen that names a platform or reckons a place carries none of them.

/** The platforms that every event has (rules §5). */
export const Platform = {
  Pc: 1,
  PlayStation: 2,
  Xbox: 3,
  Mobile: 4,
  Trivia: 5,
  Quest: 6,
  SuperTrivia: 7,
} as const;

/** Platforms whose games have no queue; they can't be renamed or deleted (rules §5). */
export const queuelessPlatforms: readonly number[] = [Platform.Trivia, Platform.Quest, Platform.SuperTrivia];

export const queueStates = ["waiting", "called", "late", "held", "entered", "playing", "finished"] as const;
/** Where a queue entry stands; called and entered ones still wait, late and held ones are out of line (rules §5). */
export type QueueState = (typeof queueStates)[number];

export const callAnswers = ["coming", "later", "here"] as const;
/** What a called player says: on the way, hold my place, or back in line. */
export type CallAnswer = (typeof callAnswers)[number];

export const scoreReasons = ["win", "lose", "trivia", "set", "undo"] as const;
/** Why a score changed; `undo` is the counter-row of a win or lose that was taken back. */
export type ScoreReason = (typeof scoreReasons)[number];

/** How long a win or lose can be taken back, in seconds (rules §5). */
export const undoSeconds = 10;

/** A wait in minutes, as a range. */
export type Wait = { from: number; to: number };

/**
 * How fast a line moves: the median minutes between two starts, how far single gaps stray from it (root of the mean
 * square), and of how many gaps that is known.
 */
export type Pace = { gap: number; spread: number; gaps: number };

const minStarts = 3;

/** Reckons the pace from starts at these minutes, ascending; null with fewer than 3 (rules §5). */
export function paceOf(starts: readonly number[]): Pace | null {
  if (starts.length < minStarts) return null;
  const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? start));
  const gap = median(gaps);
  // From the median, so that it feels single long games as a wait does.
  const spread = Math.sqrt(gaps.reduce((sum, each) => sum + (each - gap) ** 2, 0) / gaps.length);
  return { gap, spread, gaps: gaps.length };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? upper) + upper) / 2;
}

/**
 * Reckons the wait of whoever stands at a place in line (1 = next) as a range rounded out to 5 minutes; null while the
 * pace is unknown. The gap times the place, from one gap less since the one under way has begun already, widened by
 * what gaps scatter: their own scatter grows with the root of the place, the doubt about the gap itself with the place.
 * Both weights come from simulated evenings, where 8 of 10 waits fall inside (rules §5, bench row `forecast`).
 */
export function waitAt(slot: number, pace: Pace | null): Wait | null {
  if (pace === null || slot < 1) return null;
  const width = 0.7 * pace.spread * Math.sqrt(slot + (1.5 * slot ** 2) / pace.gaps);
  const from = 5 * Math.floor(Math.max(0, pace.gap * (slot - 1) - width) / 5);
  return { from, to: Math.max(from + 5, 5 * Math.ceil((pace.gap * slot + width) / 5)) };
}

/** A line as it travels: the numbers that stand in it, ascending, as pairs of first and last of each unbroken run. */
export type Line = number[];

/** Packs ascending numbers into runs: 1, 2, 3, 7 → 1, 3, 7, 7. */
export function packLine(numbers: readonly number[]): Line {
  const line: Line = [];
  for (const number of numbers) {
    if (line.at(-1) === number - 1) line[line.length - 1] = number;
    else line.push(number, number);
  }
  return line;
}

/** The place of a number in a line, 1 = next; null when it does not stand in it. */
export function placeIn(line: Line, number: number): number | null {
  let before = 0;
  for (let i = 0; i < line.length; i += 2) {
    const [first = 0, last = 0] = [line[i], line[i + 1]];
    if (number < first) return null;
    if (number <= last) return before + number - first + 1;
    before += last - first + 1;
  }
  return null;
}
