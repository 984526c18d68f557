import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { day, id, time } from "./fields.ts";
import { Role } from "./role.ts";

const count = z.int().check(z.gte(0));

/** How many minutes of scans the administrator's home plots. */
export const plottedMinutes = 60;

/**
 * What an organiser asks at a glance (rules §2). The event's day of today begins when the one before has ended (rules
 * §4).
 */
export const Figures = z.object({
  at: time,
  day,
  /**
   * People let in today: who entered with two tickets counts once. Nobody scans out, so that nobody knows who is
   * inside.
   */
  entered: count,
  /** People who got their food today. */
  served: count,
  /** Live tickets of today. */
  held: count,
  scans: z.object({
    /** When the first plotted minute began. */
    from: time,
    /**
     * Those let in, for each minute from the first, by gate and kind, the busiest first; where no gate was named, null.
     */
    lines: z.array(
      z.object({ gate: z.nullable(z.string()), kind: z.enum(["entry", "feature"]), minutes: z.array(count) }),
    ),
  }),
  /** The tickets of each day from today on. */
  days: z.array(z.object({ day, quantity: count, reserved: count, entered: count })),
  /** Scans of today, and those refused by the code of their refusal, the commonest first. */
  refusals: z.object({ scans: count, reasons: z.array(z.object({ code: z.string(), count })) }),
  /** Booths that have a line, the longest wait first: of its games the longest line's forecast for a newcomer. */
  queues: z.array(
    z.object({
      boothId: id,
      name: z.string(),
      waiting: count,
      late: count,
      wait: z.nullable(z.object({ from: count, to: count })),
    }),
  ),
  /** New accounts of today, for each hour since the day began; the last one has just begun. */
  registrations: z.object({ from: time, hours: z.array(count) }),
  top: z.array(z.object({ userId: id, username: z.string(), total: z.int(), rank: z.int() })),
});
export type Figures = z.infer<typeof Figures>;

export const figures = {
  get: endpoint({
    method: "GET",
    path: "/figures",
    summary:
      "What an organiser asks at a glance: entries, scans by minute, tickets by day, refusals, lines, accounts, scores",
    access: [Role.Admin],
    data: Figures,
  }),
};
