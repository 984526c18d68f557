import { api, type User } from "@saha/contract";
import { call } from "../../api.ts";
import { inSession } from "../../tokens.ts";

/**
 * Verifies an address of the signed-in account by its code. The call signs in once more (spec §7): that second session
 * is ended at once, this device keeps its own. Answers the account whose code it was, which may be another one of the
 * address.
 */
export async function verifyOwnEmail(email: string, otp: string): Promise<User> {
  const { user, accessToken, refreshToken } = await call(api.auth.verification, { body: { email, otp } });
  const headers = { authorization: `Bearer ${accessToken}`, "x-refresh-token": refreshToken };
  await inSession(call(api.auth.logout, {}, { headers }).catch(() => {}));
  return user;
}
