import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { deleted, id, idParams, name, picture, time } from "./fields.ts";
import { Game } from "./games.ts";
import { Role } from "./role.ts";
import { Theme } from "./themes.ts";

/** A forecast in minutes, a range; null with too little to say (rules §5). */
export const Forecast = z.nullable(z.object({ from: z.int(), to: z.int() }));

/** How busy a game or booth is: who stands in line, and the forecast for a newcomer. */
const busy = { waiting: z.int(), wait: Forecast };

export const Booth = z.object({
  id,
  name: z.string(),
  image: z.nullable(z.string()),
  isActive: z.boolean(),
  /** Over all games of the booth; the wait is the shortest of them (rules §5). */
  ...busy,
  createdAt: time,
  updatedAt: time,
});
export type Booth = z.infer<typeof Booth>;

export const BoothGame = z.extend(Game, busy);
export type BoothGame = z.infer<typeof BoothGame>;

export const BoothAdmin = z.object({ id, username: z.string(), boothId: z.nullable(id) });
export type BoothAdmin = z.infer<typeof BoothAdmin>;

const pictureProblems = ["file.not_image", "file.too_large", "file.too_many_pixels", "file.broken"] as const;

export const booths = {
  list: endpoint({
    method: "GET",
    path: "/booth",
    summary: "All booths with how busy they are; attendees see active ones",
    access: "member",
    data: z.array(Booth),
  }),
  get: endpoint({
    method: "GET",
    path: "/booth/:id",
    summary: "One booth",
    access: "member",
    params: idParams,
    data: Booth,
    problems: ["booth.not_found"],
  }),
  create: endpoint({
    method: "POST",
    path: "/booth",
    summary: "Add a booth",
    access: [Role.Admin],
    status: 201,
    idempotent: true,
    files: ["image"],
    body: z.object({ name: name(80), isActive: z._default(z.boolean(), true), image: picture }),
    data: Booth,
    problems: pictureProblems,
  }),
  update: endpoint({
    method: "PUT",
    path: "/booth/:id",
    summary: "Change a booth; an inactive one takes nobody into its lines any more",
    access: [Role.Admin],
    params: idParams,
    files: ["image"],
    body: z.object({ name: z.optional(name(80)), isActive: z.optional(z.boolean()), image: picture }),
    data: Booth,
    problems: ["booth.not_found", ...pictureProblems],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/booth/:id",
    summary: "Delete a booth that nothing belongs to",
    access: [Role.Admin],
    params: idParams,
    data: deleted,
    problems: ["booth.not_found", "booth.in_use"],
  }),
  games: endpoint({
    method: "GET",
    path: "/booth/:id/games",
    summary: "The games of a booth with how busy they are; attendees see active ones",
    access: "member",
    params: idParams,
    data: z.array(BoothGame),
    problems: ["booth.not_found"],
  }),
  theme: endpoint({
    method: "GET",
    path: "/booth/:id/theme",
    summary: "The booth's theme, or the main theme where it has none",
    access: "public",
    params: idParams,
    data: Theme,
    problems: ["booth.not_found"],
  }),
  admins: endpoint({
    method: "GET",
    path: "/user/booth-admins",
    summary: "Everybody with the role of a booth admin, and the booth that each is assigned to",
    access: [Role.Admin, Role.BoothAdmin],
    data: z.array(BoothAdmin),
  }),
  assignAdmin: endpoint({
    method: "POST",
    path: "/user/booth-admin",
    summary:
      "Assign a booth admin to a booth, or to none: from `fromBoothId` alone, when given; one admin a booth, one booth an admin",
    access: [Role.Admin],
    body: z.object({ userId: id, boothId: z.nullable(id), fromBoothId: z.optional(id) }),
    data: BoothAdmin,
    problems: [
      "user.not_found",
      "booth.not_found",
      "booth.not_booth_admin",
      "booth.has_admin",
      "booth.admin_assigned",
      "booth.admin_moved",
    ],
  }),
};

/** A game as the public board shows it: numbers, no names (rules §5). */
export const BoardGame = z.object({
  id,
  shortName: z.string(),
  playing: z.array(z.int()),
  called: z.array(z.int()),
  next: z.array(z.int()),
  ...busy,
});
export type BoardGame = z.infer<typeof BoardGame>;

export const Board = z.object({
  booth: z.pick(Booth, { id: true, name: true, image: true }),
  theme: Theme,
  games: z.array(BoardGame),
});
export type Board = z.infer<typeof Board>;

export const boards = {
  get: endpoint({
    method: "GET",
    path: "/board/:boothId",
    summary: "The public board of an active booth: who plays, who is called, who is next",
    access: "public",
    params: z.object({ boothId: idParams.shape.id }),
    data: Board,
    problems: ["booth.not_found"],
  }),
};
