import { randomBytes } from "node:crypto";
import { RateLimiterCompatibleAbstract, RateLimiterRes } from "rate-limiter-flexible";
import { hmac } from "../process/secrets.ts";
import { nothingOf } from "./memory-counter.ts";

type Options = { points: number; duration: number; slots?: number; secret?: Buffer };

/** 1.3 MB; a set of 16 is as good as never full below 20,000 keys at a time. */
const usualSlots = 2 ** 16;
const slotsOfSet = 16;

/**
 * Counts in memory of a fixed size, as MemoryCounter does in one that grows with its keys: for keys that whoever asks
 * makes up. A key has a place in one set of slots, which one nobody foresees, for a secret of the process goes
 * into its hash. A full set gives up what is over, else the key with the fewest points, the oldest of those: who wants
 * a key forgotten that has been used up must use up all others of its set, and so of nearly all sets (decision 0180).
 */
export class CounterTable extends RateLimiterCompatibleAbstract {
  readonly points: number;
  readonly duration: number;
  // What the library sets where this stands in for Redis.
  override readonly keyPrefix = "";
  override blockDuration = 0;
  override execEvenly = false;

  readonly #secret: Buffer;
  readonly #names: Float64Array;
  /** In ms; 0 where nothing has been yet. */
  readonly #ends: Float64Array;
  readonly #counts: Int32Array;

  constructor({ points, duration, slots = usualSlots, secret = randomBytes(32) }: Options) {
    super();
    this.points = points;
    this.duration = duration;
    this.#secret = secret;
    this.#names = new Float64Array(slots);
    this.#ends = new Float64Array(slots);
    this.#counts = new Int32Array(slots);
  }

  override consume(key: string | number, points = 1, options = {}): Promise<RateLimiterRes> {
    const counted = this.#add(key, points, options);
    return counted.consumedPoints > this.points ? Promise.reject(counted) : Promise.resolve(counted);
  }

  override async penalty(key: string | number, points = 1, options = {}): Promise<RateLimiterRes> {
    return this.#add(key, points, options);
  }

  override async reward(key: string | number, points = 1): Promise<RateLimiterRes> {
    const { slot, isNew } = this.#place(key);
    if (isNew) return nothingOf(this);
    const count = this.#counts[slot] ?? 0;
    if (count >= points) this.#counts[slot] = count - points;
    return this.#read(slot, false);
  }

  override async get(key: string | number): Promise<RateLimiterRes | null> {
    const { slot, isNew } = this.#place(key);
    return isNew ? null : this.#read(slot, false);
  }

  override async delete(key: string | number): Promise<boolean> {
    const { slot, isNew } = this.#place(key);
    if (!isNew) this.#ends[slot] = 0;
    return !isNew;
  }

  #add(key: string | number, points: number, options: { customDuration?: number }): RateLimiterRes {
    const { name, slot, isNew } = this.#place(key);
    if (isNew) {
      this.#names[slot] = name;
      this.#ends[slot] = Date.now() + (options.customDuration ?? this.duration) * 1000;
      this.#counts[slot] = 0;
    }
    this.#counts[slot] = (this.#counts[slot] ?? 0) + points;
    return this.#read(slot, isNew);
  }

  #read(slot: number, isFirst: boolean): RateLimiterRes {
    const count = this.#counts[slot] ?? 0;
    const wait = (this.#ends[slot] ?? 0) - Date.now();
    return new RateLimiterRes(Math.max(this.points - count, 0), wait, count, isFirst);
  }

  /** Finds the slot of a key, or the one that it would take. */
  #place(key: string | number): { name: number; slot: number; isNew: boolean } {
    const hash = hmac(this.#secret, String(key));
    const name = hash.readUIntBE(0, 6);
    const first = (hash.readUInt32BE(6) * slotsOfSet) % this.#names.length;
    const now = Date.now();
    let [least, fewest, oldest] = [first, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let slot = first; slot < first + slotsOfSet; slot++) {
      const end = this.#ends[slot] ?? 0;
      const isOver = end <= now;
      if (!isOver && this.#names[slot] === name) return { name, slot, isNew: false };
      const count = isOver ? Number.NEGATIVE_INFINITY : (this.#counts[slot] ?? 0);
      if (count < fewest || (count === fewest && end < oldest)) [least, fewest, oldest] = [slot, count, end];
    }
    return { name, slot: least, isNew: true };
  }
}
