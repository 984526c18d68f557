import { type Constraints, unreachable } from "../database/constraints.ts";

/** Maps the constraints of booths and of who runs them. */
export const boothConstraints: Constraints = {
  booth_admins_one_booth: { problem: "booth.admin_assigned" },
  booth_admins_one_admin: { problem: "booth.has_admin" },
  booth_admins_user_id_fkey: { problem: "user.not_found" },
  booth_admins_role: { problem: "booth.not_booth_admin" },
  booth_admins_booth_id_fkey: { problem: "booth.not_found" },
  ...unreachable("the one value that the column has by itself", ["booth_admins_role_id_check"]),
  ...unreachable("a path of a file that was stored before, and that nothing removes while it is shown", [
    "booths_image_fkey",
  ]),
};
