import { api, typedPassword } from "@saha/contract";
import * as z from "zod/mini";

/** What the sign-in forms are judged by (spec §5); fetched with the first letter typed, not with the screen. */
export const loginBody = z.object({
  identifier: z.string().check(z.trim(), z.minLength(1, "required")),
  password: typedPassword,
});
export const registerBody = api.auth.register.body;
export const recoverBody = api.auth.recoverPassword.body;
export const verificationBody = api.auth.verification.body;
export const resetBody = api.auth.resetPassword.body;
