import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";

/** How many places a name has, as a session has ten for its sockets. */
type Wanted = { name: string; max: number };
export type Places = {
  /** Takes one place of each name until what it returns is called; none at all where one of them has none left. */
  take(wanted: Wanted[]): Promise<(() => void) | undefined>;
};

/** How often a process says that it lives, and for how long one that was killed holds its places. */
const usualBeat = { beatMs: 3_000, deadMs: 10_000 };
/** After so many beats all that a process holds is written anew, whatever else Redis forgot. */
const beatsBetweenCopies = 20;

/** KEYS: processes by their last beat, what this one holds. ARGV: this one, how old a beat may be, names, maxima. */
const takeAll = `
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('zadd', KEYS[1], now, ARGV[1])
local alive = redis.call('zrangebyscore', KEYS[1], now - ARGV[2], '+inf')
for i = 3, #ARGV, 2 do
  local taken = 0
  for _, process in ipairs(alive) do
    taken = taken + (redis.call('hget', KEYS[1] .. ':' .. process, ARGV[i]) or 0)
  end
  if taken >= tonumber(ARGV[i + 1]) then return 0 end
end
for i = 3, #ARGV, 2 do redis.call('hincrby', KEYS[2], ARGV[i], 1) end
redis.call('pexpire', KEYS[2], ARGV[2])
return 1
`;
const giveBackAll = `
for _, name in ipairs(ARGV) do
  if redis.call('hincrby', KEYS[1], name, -1) <= 0 then redis.call('hdel', KEYS[1], name) end
end
`;
const beat = `
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('zremrangebyscore', KEYS[1], '-inf', now - ARGV[2])
redis.call('zadd', KEYS[1], now, ARGV[1])
redis.call('pexpire', KEYS[1], ARGV[2])
redis.call('pexpire', KEYS[2], ARGV[2])
`;

/**
 * Opens places that are counted in memory, and with Redis in the whole fleet (rules §3). Each process holds its own in
 * a hash that goes with its beat: a process that was killed gives back nothing, and its sockets come to another one.
 * While Redis is away each counts for itself.
 */
export function openPlaces(redis: Redis | undefined, times = usualBeat): Places {
  const held = new Map<string, number>();
  const shared = redis && openShared(redis, held, times);

  function add(names: string[], change: 1 | -1): void {
    for (const name of names) {
      const count = (held.get(name) ?? 0) + change;
      if (count > 0) held.set(name, count);
      else held.delete(name);
    }
  }

  return {
    async take(wanted) {
      if (wanted.some(({ name, max }) => (held.get(name) ?? 0) >= max)) return undefined;
      const names = wanted.map(({ name }) => name);
      add(names, 1);
      if (shared && !(await shared.take(wanted))) return void add(names, -1);
      return () => {
        add(names, -1);
        shared?.giveBack(names);
      };
    },
  };
}

function openShared(redis: Redis, held: Map<string, number>, { beatMs, deadMs }: typeof usualBeat) {
  const processId = randomUUID();
  const [all, own] = ["saha:places", `saha:places:${processId}`];
  let beats = 0;
  let copies = 0;
  let beatenAt = Number.NEGATIVE_INFINITY;
  /** Whoever has no Redis for a moment is not refused; the next beat tells it what was held meanwhile. */
  const missed = () => {
    beats = 0;
  };
  // Redis may come back empty, though nobody asked it meanwhile.
  redis.on("ready", missed);

  const timer = setInterval(() => {
    if (redis.status !== "ready") return;
    const now = performance.now();
    // A process that stood still may be dead to the others.
    if (now - beatenAt > deadMs / 2) missed();
    beatenAt = now;
    const commands = redis.multi();
    if (beats++ % beatsBetweenCopies === 0) {
      copies++;
      commands.del(own);
      if (held.size > 0) commands.hset(own, held);
    }
    commands.eval(beat, 2, all, own, processId, deadMs);
    commands.exec().catch(missed);
  }, beatMs).unref();
  redis.once("end", () => clearInterval(timer));

  function giveBack(names: string[]): void {
    redis.eval(giveBackAll, 1, own, ...names).catch(missed);
  }

  async function take(wanted: Wanted[]): Promise<boolean> {
    const copiesBefore = copies;
    try {
      const maxima = wanted.flatMap(({ name, max }) => [name, max]);
      if ((await redis.eval(takeAll, 2, all, own, processId, deadMs, ...maxima)) === 1) return true;
    } catch {
      missed();
      return true;
    }
    // A copy that went before the answer came holds what is refused.
    if (copies !== copiesBefore) giveBack(wanted.map(({ name }) => name));
    return false;
  }

  return { take, giveBack };
}
