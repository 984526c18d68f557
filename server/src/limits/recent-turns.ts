/** Turns count for one to two of these: a person's screen asks a few times in it, a flood all the time. */
const lately = 30_000;

/** Counts turns by name in the last time to twice that time; what is older is forgotten, and costs no memory. */
export class RecentTurns {
  readonly #lately: number;
  #now = new Map<string, number>();
  #before = new Map<string, number>();
  #since = performance.now();

  constructor(ms = lately) {
    this.#lately = ms;
  }

  of(name: string): number {
    this.#forget();
    return (this.#now.get(name) ?? 0) + (this.#before.get(name) ?? 0);
  }

  /** Counts one more, and returns how many it has had. */
  add(name: string): number {
    const turns = this.of(name) + 1;
    this.#now.set(name, (this.#now.get(name) ?? 0) + 1);
    return turns;
  }

  #forget(): void {
    const age = performance.now() - this.#since;
    if (age < this.#lately) return;
    this.#before = age < 2 * this.#lately ? this.#now : new Map();
    this.#now = new Map();
    this.#since += age;
  }
}
