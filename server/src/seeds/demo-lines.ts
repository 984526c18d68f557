/**
 * How somebody stands in a line of the demo: `own` waits as the account that visitors try, `elsewhere` while playing in
 * the next game.
 */
export type Standing = "playing" | "entered" | "coming" | "late" | "held" | "waiting" | "elsewhere" | "own";

type DemoLine = {
  /** Minutes between two starts. */
  gap: number;
  /** Games that are over. */
  plays: number;
  line: Standing[];
};

const waiting = (count: number) => Array.from({ length: count }, (): Standing => "waiting");

/** The lines of the demo by the game's short name: busy, quiet, paused, and one that nobody has played yet. */
export const demoLines: Record<string, DemoLine> = {
  تيكن: {
    gap: 6,
    plays: 18,
    line: ["playing", "entered", "coming", "late", "held", "waiting", "own", "elsewhere", ...waiting(5)],
  },
  ستريت: { gap: 7, plays: 15, line: ["playing", "coming", ...waiting(3)] },
  مورتال: { gap: 9, plays: 9, line: ["playing"] },
  "إف سي": { gap: 12, plays: 9, line: ["playing", "late", ...waiting(5)] },
  "إي فوتبول": { gap: 8, plays: 12, line: [] },
  توريزمو: { gap: 9, plays: 12, line: ["playing", "entered", "coming", ...waiting(9)] },
  فورمولا: { gap: 15, plays: 6, line: waiting(3) },
  فورزا: { gap: 6, plays: 16, line: ["playing"] },
  فالورانت: { gap: 11, plays: 10, line: ["playing", "held", ...waiting(6)] },
  ببجي: { gap: 9, plays: 11, line: ["playing", ...waiting(2)] },
  أوفركوكد: { gap: 10, plays: 0, line: ["waiting"] },
};
