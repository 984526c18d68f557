import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import {
  confirmation,
  deleted,
  email,
  forgottenEmail,
  id,
  idParams,
  line,
  newPassword,
  riotId,
  sameAs,
  time,
  typedPassword,
  username,
} from "./fields.ts";
import { latinDigits } from "./typed-text.ts";
import { isCodeMailed, User, weakPassword } from "./users.ts";

/** What signing in hands out; the browser keeps both tokens (spec §3). */
export const SignedIn = z.object({ user: User, accessToken: z.string(), refreshToken: z.string() });
export type SignedIn = z.infer<typeof SignedIn>;

const nothing = z.object({});

const secured = z.object({ forgottenEmail });

/** Six digits, typed in any of the three digit scripts, spaces ignored. */
const otp = z.pipe(
  z.string().check(z.maxLength(40)),
  z.pipe(
    z.transform((typed: string) => latinDigits(typed).replace(/[\s-]/g, "")),
    z.string().check(z.minLength(1, "required"), z.regex(/^\d{6}$/, "otp")),
  ),
);

const identifier = line(254);

export const Session = z.object({
  id,
  createdAt: time,
  lastUsedAt: time,
  ip: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const auth = {
  login: endpoint({
    method: "POST",
    path: "/auth/login",
    summary: "Sign in by username or verified email",
    access: "public",
    body: z.union([
      z.object({ identifier, password: typedPassword }),
      z.pipe(
        z.object({ username: identifier, password: typedPassword }),
        z.transform(({ username, password }) => ({ identifier: username, password })),
      ),
    ]),
    data: SignedIn,
    problems: ["auth.wrong_credentials", "auth.blocked", "auth.too_many_attempts", "proof.needed"],
  }),
  register: endpoint({
    method: "POST",
    path: "/auth/register",
    summary: "Make an attendee account; with an email, a code is mailed to it",
    access: "public",
    status: 201,
    body: z
      .object({
        username,
        riotId: z.optional(z.nullable(riotId)),
        email: z.optional(z.nullable(z.union([email, z.literal("")]))),
        password: newPassword,
        password_confirmation: confirmation,
      })
      .check(sameAs("password", "password_confirmation")),
    data: z.extend(User, { isCodeMailed }),
    problems: [
      "user.username_taken",
      "user.username_imitates",
      "auth.common_password",
      "auth.weak_password",
      "proof.needed",
    ],
  }),
  verification: endpoint({
    method: "POST",
    path: "/auth/verification",
    summary: "Verify an email by its code; signs in. One of the staff's is verified while signed in",
    access: "public",
    body: z.object({ email, otp }),
    data: SignedIn,
    problems: [
      "auth.wrong_code",
      "auth.code_of_other_device",
      "auth.sign_in_to_verify",
      "auth.blocked",
      "proof.needed",
      "user.email_taken",
    ],
  }),
  sendVerification: endpoint({
    method: "POST",
    path: "/auth/send-verification",
    summary: "Mail a verification code, if the address waits for one",
    access: "public",
    body: z.object({ email }),
    data: nothing,
    problems: ["auth.too_many_codes", "proof.needed"],
  }),
  recoverPassword: endpoint({
    method: "POST",
    path: "/auth/recover-password",
    summary: "Mail a code to reset the password, if the address is verified",
    access: "public",
    body: z.object({ email }),
    data: nothing,
    problems: ["auth.too_many_codes", "proof.needed"],
  }),
  resetPassword: endpoint({
    method: "POST",
    path: "/auth/reset-password",
    summary: "Set a new password by a mailed code; ends all sessions, forgets an unverified address, signs nobody in",
    access: "public",
    body: z
      .object({ otp, email, password: newPassword, password_confirmation: confirmation })
      .check(sameAs("password", "password_confirmation", "passwords_must_match")),
    data: secured,
    problems: ["auth.wrong_code", "auth.reset_code_of_other_device", "auth.blocked", "proof.needed", ...weakPassword],
  }),
  changePassword: endpoint({
    method: "POST",
    path: "/auth/change-password",
    summary: "Change the own password; the other sessions end, an unverified address is forgotten",
    access: "member",
    body: z
      .object({
        password: z.string().check(z.maxLength(1024)),
        newPassword: z
          .string()
          .check(
            z.minLength(1, "password_required"),
            z.minLength(6, "password_six"),
            z.minLength(8, "password_eight"),
            z.maxLength(128),
          ),
        newPasswordConfirmation: z.string().check(z.minLength(1, "repeat_required")),
      })
      .check(sameAs("newPassword", "newPasswordConfirmation")),
    data: secured,
    problems: ["auth.wrong_password", "auth.too_many_attempts", "request.too_many", "proof.needed", ...weakPassword],
  }),
  logout: endpoint({
    method: "DELETE",
    path: "/auth/logout",
    summary: "End this session; a dead one ends as well",
    access: "public",
    status: 204,
  }),
  me: endpoint({
    method: "GET",
    path: "/auth/me",
    summary: "The signed-in account",
    access: "member",
    data: User,
  }),
  sessions: endpoint({
    method: "GET",
    path: "/auth/sessions",
    summary: "The devices signed in on the own account",
    access: "member",
    data: z.array(Session),
  }),
  endSession: endpoint({
    method: "DELETE",
    path: "/auth/sessions/:id",
    summary: "Sign out one own device; an unverified address is forgotten, unless it is this device",
    access: "member",
    params: idParams,
    data: z.extend(deleted, { forgottenEmail }),
    problems: ["auth.session_not_found"],
  }),
  endSessions: endpoint({
    method: "DELETE",
    path: "/auth/sessions",
    summary: "Sign out everywhere, this device too; an unverified address is forgotten",
    access: "member",
    data: secured,
  }),
};
