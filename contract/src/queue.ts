import * as z from "zod/mini";
import { Forecast } from "./booths.ts";
import { endpoint } from "./endpoint.ts";
import { deleted, id, idParams, time } from "./fields.ts";
import { callAnswers, queueStates } from "./queue-words.ts";
import { Role } from "./role.ts";

/** One person in the line of one game, as staff and the person see it (rules §5). */
export const QueueEntry = z.object({
  id,
  gameId: id,
  game: z.object({ id, name: z.string(), platformId: id, boothId: id }),
  userId: id,
  user: z.object({ id, username: z.string(), name: z.nullable(z.string()), avatar: z.nullable(z.string()) }),
  /** The ticket number in the line; the order in line is the number, always. */
  number: z.int(),
  isPlaying: z.boolean(),
  isFinished: z.boolean(),
  state: z.enum(queueStates),
  calledAt: z.nullable(time),
  callExpiresAt: z.nullable(time),
  enteredAt: z.nullable(time),
  answer: z.nullable(z.enum(callAnswers)),
  playingElsewhere: z.boolean(),
  createdAt: time,
});
export type QueueEntry = z.infer<typeof QueueEntry>;

/** The place that a person has in the line of a game. */
export const Slot = z.object({
  gameId: id,
  queueId: id,
  number: z.int(),
  /** 1 = next, 0 = playing; null while held or late (rules §5). */
  slot: z.nullable(z.int()),
  state: z.enum(queueStates),
  wait: Forecast,
});
export type Slot = z.infer<typeof Slot>;

const runners = [Role.BoothAdmin, Role.GameAdmin, Role.ScoreAdmin, Role.Admin] as const;
const unfinished = ["queue.not_found", "queue.no_booth", "queue.finished"] as const;

export const queue = {
  list: endpoint({
    method: "GET",
    path: "/queue",
    summary:
      "Unfinished entries in the order of their numbers: own, of the own booth, playing ones, or all, by role; of a line the first 1,000",
    access: [Role.User, ...runners],
    data: z.array(QueueEntry),
    problems: ["queue.no_booth"],
  }),
  apply: endpoint({
    method: "POST",
    path: "/queue",
    summary: "Take the next number in the line of a game, once at a time",
    access: [Role.User],
    status: 201,
    idempotent: true,
    body: z.object({ gameId: id }),
    data: QueueEntry,
    problems: [
      "game.not_found",
      "queue.no_line",
      "queue.booth_inactive",
      "queue.game_inactive",
      "queue.paused",
      "queue.already_in_line",
      "request.too_many",
    ],
  }),
  get: endpoint({
    method: "GET",
    path: "/queue/:id",
    summary: "One unfinished entry, of those that the role sees",
    access: [Role.User, ...runners],
    params: idParams,
    data: QueueEntry,
    problems: ["queue.not_found", "queue.no_booth"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/queue/:id",
    summary: "Let a player play, put one back in line at the own number, or finish without a score",
    access: runners,
    params: idParams,
    body: z
      .object({ isPlaying: z.optional(z.boolean()), isFinished: z.optional(z.boolean()) })
      .check(
        z.refine(({ isPlaying, isFinished }) => !(isPlaying && isFinished), { path: ["isFinished"], error: "invalid" }),
      ),
    data: QueueEntry,
    problems: [...unfinished, "request.too_many"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/queue/:id",
    summary:
      "Finish an entry without a score, in `state` alone, when given; the person leaves the own line while not playing",
    access: [Role.User, ...runners],
    params: idParams,
    query: z.object({ state: z.optional(z.enum(queueStates)) }),
    data: deleted,
    problems: [...unfinished, "queue.playing", "request.outdated", "request.too_many"],
  }),
  call: endpoint({
    method: "POST",
    path: "/queue/trigger-call",
    summary: "Call a player to the booth; one who plays elsewhere is held instead; may be repeated",
    access: runners,
    body: z.object({ queueId: id }),
    data: QueueEntry,
    problems: [...unfinished, "queue.playing", "request.too_many"],
  }),
  enter: endpoint({
    method: "POST",
    path: "/queue/trigger-enter",
    summary: "Note that a player has come to the booth; may be repeated",
    access: runners,
    body: z.object({ queueId: id }),
    data: QueueEntry,
    problems: [...unfinished, "queue.playing", "request.too_many"],
  }),
  answer: endpoint({
    method: "POST",
    path: "/queue/:id/answer",
    summary: "Answer a call: coming, hold my place, or here again",
    access: [Role.User],
    params: idParams,
    body: z.object({ answer: z.enum(callAnswers) }),
    data: QueueEntry,
    problems: [
      "queue.not_found",
      "queue.finished",
      "queue.playing",
      "queue.not_called",
      "queue.not_held",
      "request.too_many",
    ],
  }),
  undo: endpoint({
    method: "POST",
    path: "/queue/:id/undo",
    summary: "Take back the own win or lose within 10 seconds, once; the log keeps both rows",
    access: runners,
    params: idParams,
    data: QueueEntry,
    problems: [
      "queue.not_found",
      "queue.no_booth",
      "queue.nothing_to_undo",
      "queue.undo_over",
      "queue.undone",
      "queue.applied_again",
      "queue.player_blocked",
      "score.not_player",
      "queue.undo_out_of_bounds",
      "request.too_many",
    ],
  }),
  slots: endpoint({
    method: "GET",
    path: "/user/:id/slots",
    summary: "A person's places in line with the forecast of each wait",
    access: "member",
    params: idParams,
    data: z.array(Slot),
    problems: ["user.not_found"],
  }),
  mine: endpoint({
    method: "GET",
    path: "/user/queues",
    summary: "The own unfinished entries",
    access: "member",
    data: z.array(QueueEntry),
  }),
};
