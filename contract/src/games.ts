import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { deleted, id, idParams, name, picture, text, time } from "./fields.ts";
import { Role } from "./role.ts";

/** The furthest that a score can be from zero; where a game is not finite, also its upper bound. */
export const maxScore = 1_000_000_000;
/** The most points that one press can give or take, before doubling. */
export const maxPoints = 1_000_000;

/** Points given by one press. */
export const points = z.int().check(z.gte(0), z.lte(maxPoints));
/** Points added by one press; below zero they are taken away. */
export const signedPoints = z.int().check(z.gte(-maxPoints), z.lte(maxPoints));
const bound = z.optional(z.nullable(z.int().check(z.gte(-maxScore), z.lte(maxScore))));

export const Game = z.object({
  id,
  name: z.string(),
  shortName: z.string(),
  winPoints: z.int(),
  losePoints: z.int(),
  platformId: id,
  boothId: id,
  /** Paths of pictures; empty text is none. */
  image: z.string(),
  logo: z.string(),
  /** HTML that was cleaned when it was written (rules §6). */
  description: z.string(),
  isQueueable: z.boolean(),
  isActive: z.boolean(),
  isDoubled: z.boolean(),
  externalGame: z.boolean(),
  finite: z.boolean(),
  /** The bounds of a score; null unless finite. */
  min: z.nullable(z.int()),
  max: z.nullable(z.int()),
  leaderboard: z.boolean(),
  createdAt: time,
  updatedAt: time,
});
export type Game = z.infer<typeof Game>;

const pictureProblems = ["file.not_image", "file.too_large", "file.too_many_pixels", "file.broken"] as const;
const pictures = { image: picture, logo: picture };

export const games = {
  list: endpoint({
    method: "GET",
    path: "/game",
    summary: "All games; attendees see the active ones of active booths",
    access: "member",
    data: z.array(Game),
  }),
  create: endpoint({
    method: "POST",
    path: "/game",
    summary: "Add a game to a booth: queueable, active and not doubled",
    access: [Role.Admin],
    status: 201,
    idempotent: true,
    files: ["image", "logo"],
    body: z.object({
      name: name(80),
      shortName: name(20),
      winPoints: points,
      losePoints: signedPoints,
      platformId: id,
      boothId: id,
      description: z._default(text(20_000), ""),
      externalGame: z._default(z.boolean(), false),
      finite: z._default(z.boolean(), false),
      min: bound,
      max: bound,
      leaderboard: z._default(z.boolean(), false),
      ...pictures,
    }),
    data: Game,
    problems: ["booth.not_found", "platform.not_found", "game.bounds", ...pictureProblems],
  }),
  update: endpoint({
    method: "PUT",
    path: "/game/:id",
    summary: "Change a game; a missing field keeps its value; turning finite off clears both bounds",
    access: [Role.Admin],
    params: idParams,
    files: ["image", "logo"],
    body: z.object({
      name: z.optional(name(80)),
      shortName: z.optional(name(20)),
      winPoints: z.optional(points),
      losePoints: z.optional(signedPoints),
      platformId: z.optional(id),
      boothId: z.optional(id),
      description: z.optional(text(20_000)),
      isQueueable: z.optional(z.boolean()),
      isActive: z.optional(z.boolean()),
      isDoubled: z.optional(z.boolean()),
      externalGame: z.optional(z.boolean()),
      finite: z.optional(z.boolean()),
      min: bound,
      max: bound,
      leaderboard: z.optional(z.boolean()),
      ...pictures,
    }),
    data: Game,
    problems: [
      "game.not_found",
      "booth.not_found",
      "platform.not_found",
      "game.bounds",
      "game.scores_outside",
      "game.has_line",
      ...pictureProblems,
    ],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/game/:id",
    summary: "Delete a game that nobody ever stood in line for or scored in",
    access: [Role.Admin],
    params: idParams,
    data: deleted,
    problems: ["game.not_found", "game.has_history"],
  }),
};

const PlatformRow = z.object({ id, name: z.string(), createdAt: time, updatedAt: time });
export type PlatformRow = z.infer<typeof PlatformRow>;

export const platforms = {
  list: endpoint({
    method: "GET",
    path: "/platform",
    summary: "All platforms",
    access: "member",
    data: z.array(PlatformRow),
  }),
  create: endpoint({
    method: "POST",
    path: "/platform",
    summary: "Add a platform",
    access: [Role.Admin],
    status: 201,
    idempotent: true,
    body: z.object({ name: name(80) }),
    data: PlatformRow,
    problems: ["platform.name_taken"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/platform/:id",
    summary: "Rename a platform; Trivia, Quest and Super Trivia are protected",
    access: [Role.Admin],
    params: idParams,
    body: z.object({ name: name(80) }),
    data: PlatformRow,
    problems: ["platform.not_found", "platform.protected", "platform.name_taken"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/platform/:id",
    summary: "Delete an unused platform; Trivia, Quest and Super Trivia are protected",
    access: [Role.Admin],
    params: idParams,
    data: deleted,
    problems: ["platform.not_found", "platform.protected", "platform.in_use"],
  }),
};
