import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { deleted, id, idParams, name, optionalName, time } from "./fields.ts";
import { Role } from "./role.ts";

/** Seconds that a draw is animated for, on all screens at once. */
const renderTime = z.int().check(z.gte(0), z.lte(300));
const hex = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** A giveaway of a booth (spec §3). */
export const Poll = z.object({
  id,
  boothId: id,
  name: z.string(),
  secondary: z.string(),
  renderTime: z.int(),
  /** How many take part. */
  entries: z.int(),
  /** How many a roll would draw from now: without blocked people and earlier winners; null for attendees. */
  entriesLeft: z.nullable(z.int()),
  /** Whether the caller takes part; false for staff. */
  joined: z.boolean(),
  /** The caller's entry, while a draw may still fall on it; null for staff, others and earlier winners. */
  entryLeft: z.nullable(id),
  /** The username of whoever was drawn last, once the draw's time is over. */
  lastWinner: z.nullable(z.string()),
  /** When the time of that draw was over. */
  lastWonAt: z.nullable(time),
  /** Until when a draw is being shown; null while none is. */
  spinningUntil: z.nullable(time),
  createdAt: time,
  updatedAt: time,
});
export type Poll = z.infer<typeof Poll>;

export const PollEntry = z.object({ id, pollId: id, userId: id, createdAt: time });
export type PollEntry = z.infer<typeof PollEntry>;

export const PollParticipant = z.object({
  pollId: id,
  userId: id,
  user: z.object({ id, username: z.string() }),
});
export type PollParticipant = z.infer<typeof PollParticipant>;

/** What the roller's screen gets at once; everybody else sees the winner when `endsAt` is over (rules §6). */
export const PollRoll = z.object({
  pollId: id,
  drawId: id,
  winnerId: id,
  winner: z.string(),
  entries: z.int(),
  at: time,
  endsAt: time,
});
export type PollRoll = z.infer<typeof PollRoll>;

/** The proof of a draw, by which anybody can compute the winner anew; no names stand in it (rules §6). */
export const PollDraw = z.object({
  id,
  at: time,
  /** 32 bytes as lower hex. */
  seed: hex,
  seedHash: hex,
  /** The ids of the entries that took part, ascending, joined by line feeds. */
  list: z.string(),
  listHash: hex,
  winnerEntryId: id,
});
export type PollDraw = z.infer<typeof PollDraw>;

export const polls = {
  list: endpoint({
    method: "GET",
    path: "/poll",
    summary: "All giveaways; attendees see those of active booths",
    access: "member",
    data: z.array(Poll),
  }),
  ofBooth: endpoint({
    method: "GET",
    path: "/poll/booth/:id",
    summary: "The giveaways of a booth",
    access: "member",
    params: idParams,
    data: z.array(Poll),
    problems: ["booth.not_found"],
  }),
  participants: endpoint({
    method: "GET",
    path: "/poll/participants/booth-admin",
    summary: "Who takes part: in the giveaways of the own booth, or in all for administrators; 100,000 at most",
    access: [Role.BoothAdmin, Role.Admin],
    data: z.array(PollParticipant),
    problems: ["queue.no_booth"],
  }),
  get: endpoint({
    method: "GET",
    path: "/poll/:id",
    summary: "One giveaway",
    access: "member",
    params: idParams,
    data: Poll,
    problems: ["poll.not_found"],
  }),
  create: endpoint({
    method: "POST",
    path: "/poll",
    summary: "Add a giveaway to a booth",
    access: [Role.Admin],
    status: 201,
    idempotent: true,
    body: z.object({
      boothId: id,
      name: name(120),
      secondary: z._default(optionalName(300), ""),
      renderTime: z._default(renderTime, 0),
    }),
    data: Poll,
    problems: ["booth.not_found"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/poll/:id",
    summary: "Change a giveaway",
    access: [Role.Admin],
    params: idParams,
    body: z.object({
      name: z.optional(name(120)),
      secondary: z.optional(optionalName(300)),
      renderTime: z.optional(renderTime),
    }),
    data: Poll,
    problems: ["poll.not_found"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/poll/:id",
    summary: "Delete a giveaway that was never drawn, with its entries",
    access: [Role.Admin],
    params: idParams,
    data: deleted,
    problems: ["poll.not_found", "poll.has_draws"],
  }),
  entries: endpoint({
    method: "GET",
    path: "/user-poll",
    summary: "Entries: the own ones, those of the own booth, or all; 100,000 at most",
    access: [Role.User, Role.BoothAdmin, Role.Admin],
    data: z.array(PollEntry),
    problems: ["queue.no_booth"],
  }),
  join: endpoint({
    method: "POST",
    path: "/user-poll",
    summary: "Take part in a giveaway, once",
    access: [Role.User],
    status: 201,
    idempotent: true,
    body: z.object({ pollId: id, userId: id }),
    data: PollEntry,
    problems: ["poll.not_found", "user.not_found", "poll.already_joined", "request.too_many"],
  }),
  roll: endpoint({
    method: "POST",
    path: "/poll-roll",
    summary:
      "Draw one winner among those who take part, without blocked people and earlier winners, unless another draw than the one at `lastWonAt` was the last, when given",
    access: [Role.BoothAdmin, Role.Admin],
    idempotent: true,
    body: z.object({ pollId: id, lastWonAt: z.optional(z.nullable(time)) }),
    data: PollRoll,
    problems: [
      "poll.drawn",
      "poll.not_found",
      "queue.no_booth",
      "poll.nobody_left",
      "poll.spinning",
      "poll.too_many_draws",
      "request.too_many",
    ],
  }),
  nextDraw: endpoint({
    method: "GET",
    path: "/poll/:id/next-draw",
    summary: "The hash of the seed that the next draw will use, known before it",
    access: "public",
    params: idParams,
    data: z.object({ seedHash: hex }),
    problems: ["poll.not_found"],
  }),
  draws: endpoint({
    method: "GET",
    path: "/poll/:id/draws",
    summary: "The proof of each draw whose time is over",
    access: "public",
    params: idParams,
    data: z.array(PollDraw),
    problems: ["poll.not_found"],
  }),
};
