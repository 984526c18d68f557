import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { hexColour, id, time } from "./fields.ts";
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
    body: z.object({
      primary: z.optional(hexColour),
      secondary: z.optional(hexColour),
      tertiary: z.optional(hexColour),
      logo: z.optional(z.string()),
    }),
    data: Theme,
    problems: ["file.not_image", "file.too_large", "file.too_many_pixels", "file.broken"],
  }),
};
