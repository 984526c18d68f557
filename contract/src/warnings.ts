import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { time } from "./fields.ts";
import { Role } from "./role.ts";

/** What can be set up wrongly in a way that only running shows. */
export const WarningCode = z.literal(["proxy.untrusted", "database.powerful", "mail.refused", "mail.local_links"]);
export type WarningCode = z.infer<typeof WarningCode>;

export const warnings = {
  list: endpoint({
    method: "GET",
    path: "/warning",
    summary: "What the server noticed of its own setup, for the administrator's home",
    access: [Role.Admin],
    data: z.array(z.object({ code: WarningCode, at: time })),
  }),
};
