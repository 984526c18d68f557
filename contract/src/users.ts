import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import {
  confirmation,
  deleted,
  email,
  forgottenEmail,
  id,
  idParams,
  name,
  newPassword,
  pathId,
  picture,
  riotId,
  roleId,
  sameAs,
  time,
  username,
} from "./fields.ts";
import { Role } from "./role.ts";

/** A person with an account, as the person and administrators see it (spec §3). Never the password. */
export const User = z.object({
  id,
  uuid: z.uuid(),
  username: z.string(),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** A new address that waits for its code while the old one stays in force (rules §3). */
  pendingEmail: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  roleId,
  riotId: z.nullable(z.string()),
  isBlocked: z.boolean(),
  isVerified: z.boolean(),
  createdAt: time,
  updatedAt: time,
});
export type User = z.infer<typeof User>;

/**
 * Comes with an answer to a new email: false when so many codes were asked for that address that none leaves now,
 * whoever asked and whoever has it, as in the 429 of asking for one (rules §3). Absent when no code is due.
 */
export const isCodeMailed = z.optional(z.boolean());

const optionalRiotId = z.optional(z.nullable(riotId));

/** What a password that is too easy to guess is refused with; which of them a role can meet, the role says. */
export const weakPassword = ["auth.common_password", "auth.weak_password", "auth.weak_staff_password"] as const;

export const users = {
  list: endpoint({
    method: "GET",
    path: "/user",
    summary: "All accounts; of more than 12,500 without ticket or verified email the oldest and the newest",
    access: [Role.Admin, Role.PasswordResetAdmin],
    data: z.array(User),
  }),
  create: endpoint({
    method: "POST",
    path: "/user",
    summary: "Add an account with any role",
    access: [Role.Admin],
    status: 201,
    body: z
      .object({ username, riotId: optionalRiotId, password: newPassword, password_confirmation: confirmation, roleId })
      .check(sameAs("password", "password_confirmation")),
    data: User,
    problems: ["user.username_taken", "user.username_imitates", ...weakPassword],
  }),
  update: endpoint({
    method: "PUT",
    path: "/user/:id",
    summary: "Change an account: name, role, block, verify, and the password when sent",
    access: [Role.Admin],
    params: idParams,
    body: z
      .object({
        username: z.optional(username),
        riotId: optionalRiotId,
        roleId: z.optional(roleId),
        isBlocked: z.optional(z.boolean()),
        isVerified: z.optional(z.boolean()),
        /** The email that was shown to whoever vouches for it by `isVerified`; null where there was none. */
        vouchedEmail: z.optional(z.nullable(email)),
        password: z.optional(newPassword),
        password_confirmation: z.optional(z.string()),
      })
      .check(sameAs("password", "password_confirmation")),
    data: z.extend(User, { forgottenEmail }),
    problems: [
      "user.not_found",
      "user.email_changed",
      "user.username_taken",
      "user.username_imitates",
      "user.email_taken",
      "user.last_admin",
      "user.new_password_needed",
      ...weakPassword,
    ],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/user/:id",
    summary: "Delete an account; one with history is anonymised",
    access: [Role.Admin],
    params: idParams,
    data: deleted,
    problems: ["user.not_found", "user.last_admin"],
  }),
  setPassword: endpoint({
    method: "PUT",
    path: "/user/:id/password",
    summary: "Set the password of an account; all its sessions end",
    access: [Role.Admin, Role.PasswordResetAdmin],
    params: idParams,
    body: z
      .object({ password: newPassword, password_confirmation: confirmation })
      .check(sameAs("password", "password_confirmation")),
    data: z.extend(deleted, { forgottenEmail }),
    problems: ["user.not_found", "user.password_protected", "request.too_many", ...weakPassword],
  }),
};

const OwnProfile = z.extend(User, {
  /** Booths where the person ever scored, and the rank there; a blocked account has none. */
  entries: z.array(z.object({ boothId: id, boothName: z.string(), score: z.int(), rank: z.nullable(z.int()) })),
  /** Over all games, also those that do not count in the standings. */
  total: z.int(),
  /** The place in the standings; null for who never scored there, is blocked or staff. */
  standing: z.nullable(z.object({ total: z.int(), rank: z.int() })),
});

/**
 * A person's page: the account, and the scores per booth (rules §5). What is partial here only the person and
 * administrators see (rules §2).
 */
export const Profile = z.partial(OwnProfile, {
  uuid: true,
  email: true,
  pendingEmail: true,
  roleId: true,
  isBlocked: true,
  isVerified: true,
  createdAt: true,
  updatedAt: true,
  standing: true,
});
export type Profile = z.infer<typeof Profile>;

const userIdParams = z.object({ userId: pathId });

export const profiles = {
  get: endpoint({
    method: "GET",
    path: "/profile/:userId",
    summary: "A person's account and scores; own, or any for staff",
    access: "member",
    params: userIdParams,
    data: Profile,
    problems: ["user.not_found"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/profile/:userId",
    summary: "Change name, email, Riot ID or avatar; a new email is verified by a code",
    access: "member",
    files: ["avatar"],
    params: userIdParams,
    body: z.object({
      name: z.optional(name(80)),
      email: z.optional(email),
      riotId: z.optional(riotId),
      avatar: picture,
      /** The own password, where a verified email is changed by a session that signed in long ago (rules §3). */
      password: z.optional(z.string().check(z.maxLength(1024))),
    }),
    data: z.extend(OwnProfile, { isCodeMailed }),
    problems: [
      "user.not_found",
      "user.email_taken",
      "auth.password_needed",
      "proof.needed",
      "auth.wrong_password",
      "auth.too_many_attempts",
      "request.too_many",
      "file.not_image",
      "file.too_large",
      "file.too_many_pixels",
      "file.broken",
    ],
  }),
};
