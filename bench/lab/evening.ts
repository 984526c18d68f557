/**
 * A look at the line: when, from which place, after which starts of the last two hours, and how long the wait then was.
 */
export type Look = { slot: number; starts: number[]; wait: number };

type Player = {
  applied: number;
  leaves: number;
  /** Missed a call, and back in line from then on; whoever loses time by that is not counted. */
  back: number | undefined;
  started: number | undefined;
  looks: { at: number; slot: number; starts: number[] }[];
};

const openMinutes = 300;
const twoHours = 120;
const countedStarts = 10;

/**
 * Plays one evening of a game, the same for the same seed: one to four places to play, games of 4 to 12 minutes on
 * average, a crowd that grows and shrinks, people who leave the line, 6 of 100 who miss their call and come back, now
 * and then a break of the staff. Everybody looks at the forecast when applying, and somebody in line whenever another
 * one applies.
 */
export function playEvening(seed: number): { looks: Look[]; starts: number[] } {
  const random = randomOf(seed);
  const between = (from: number, to: number) => from + (to - from) * random();
  const waiting = (mean: number) => -mean * Math.log(1 - random());
  const places = 1 + Math.floor(4 * random());
  const gameMean = between(4, 12);
  const sigma = between(0.2, 0.5);
  const gameMinutes = () => gameMean * Math.exp(sigma * normal(random) - sigma ** 2 / 2);
  const load = between(0.9, 1.3);
  const breakAt = random() < 0.3 ? between(60, 240) : Number.POSITIVE_INFINITY;

  const players: Player[] = [];
  for (let at = 0; at < openMinutes; ) {
    const crowd = 0.6 + 0.8 * Math.sin((Math.PI * at) / openMinutes);
    at += waiting((gameMean + 1.25) / places / (load * crowd));
    players.push({ applied: at, leaves: at + waiting(400), back: undefined, started: undefined, looks: [] });
  }

  const starts: number[] = [];
  const free = Array.from({ length: places }, (_, place) => 2 + place / 2);
  const lineAt = (at: number) =>
    players.filter(
      ({ applied, started, leaves, back }) =>
        applied <= at && started === undefined && leaves > at && (back === undefined || back <= at),
    );
  const look = (player: Player | undefined, line: Player[], at: number) => {
    const slot = player ? line.indexOf(player) + 1 : 0;
    if (slot > 0)
      player?.looks.push({ at, slot, starts: starts.filter((start) => start > at - twoHours).slice(-countedStarts) });
  };

  let applied = 0;
  for (;;) {
    free.sort((one, other) => one - other);
    const nextFree = free[0] ?? 0;
    const next = players[applied];
    const [first] = lineAt(nextFree);
    if (next && (next.applied <= nextFree || !first)) {
      applied++;
      const line = lineAt(next.applied);
      look(next, line, next.applied);
      look(line[Math.floor(random() * line.length)], line, next.applied);
      free[0] = Math.max(nextFree, next.applied);
    } else if (!first) {
      break;
    } else if (nextFree >= breakAt && nextFree < breakAt + 12) {
      free[0] = breakAt + 12;
    } else if (first.back === undefined && random() < 0.06) {
      first.back = nextFree + 3 + waiting(8);
      free[0] = nextFree + 0.7;
    } else {
      first.started = nextFree;
      starts.push(nextFree);
      free[0] = nextFree + gameMinutes() + between(0.5, 2);
    }
  }
  const looks = players.flatMap(({ looks, started, back }) =>
    started === undefined || back !== undefined
      ? []
      : looks.map(({ at, slot, starts }) => ({ slot, starts, wait: started - at })),
  );
  return { looks, starts };
}

/** Mulberry32: small, and good enough for lines of people. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
