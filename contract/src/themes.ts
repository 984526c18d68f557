import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { deleted, hexColour, id, idParams, picture, time } from "./fields.ts";
import { Role } from "./role.ts";

/** Three colours and a logo that a screen is painted with (spec §3). */
export const Theme = z.object({
  id,
  boothId: z.nullable(id),
  primary: hexColour,
  secondary: hexColour,
  tertiary: hexColour,
  logo: z.nullable(z.string()),
  createdAt: time,
  updatedAt: time,
});
export type Theme = z.infer<typeof Theme>;

const pictureProblems = ["file.not_image", "file.too_large", "file.too_many_pixels", "file.broken"] as const;
const changes = z.object({
  primary: z.optional(hexColour),
  secondary: z.optional(hexColour),
  tertiary: z.optional(hexColour),
  logo: picture,
});

export const themes = {
  main: endpoint({
    method: "GET",
    path: "/main-theme",
    summary: "The event's own colours and logo; it always exists",
    access: "public",
    data: Theme,
  }),
  updateMain: endpoint({
    method: "PUT",
    path: "/main-theme",
    summary: "Change the event's own colours and logo",
    access: [Role.Admin],
    files: ["logo"],
    body: changes,
    data: Theme,
    problems: pictureProblems,
  }),
};

export const boothThemes = {
  list: endpoint({
    method: "GET",
    path: "/theme",
    summary: "The themes of booths; the main theme has its own call",
    access: "public",
    data: z.array(Theme),
  }),
  get: endpoint({
    method: "GET",
    path: "/theme/:id",
    summary: "One theme",
    access: "public",
    params: idParams,
    data: Theme,
    problems: ["theme.not_found"],
  }),
  create: endpoint({
    method: "POST",
    path: "/theme",
    summary: "Give a booth colours and a logo of its own, one theme a booth",
    access: [Role.Admin],
    status: 201,
    idempotent: true,
    files: ["logo"],
    body: z.object({
      boothId: id,
      primary: hexColour,
      secondary: hexColour,
      tertiary: hexColour,
      logo: picture,
    }),
    data: Theme,
    problems: ["booth.not_found", "theme.booth_taken", ...pictureProblems],
  }),
  update: endpoint({
    method: "PUT",
    path: "/theme/:id",
    summary: "Change a booth's colours and logo",
    access: [Role.Admin],
    params: idParams,
    files: ["logo"],
    body: changes,
    data: Theme,
    problems: ["theme.not_found", ...pictureProblems],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/theme/:id",
    summary: "Delete a booth's theme; the booth shows the main one, which always exists",
    access: [Role.Admin],
    params: idParams,
    data: deleted,
    problems: ["theme.not_found", "theme.protected"],
  }),
};
