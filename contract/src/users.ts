import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import {
  confirmation,
  deleted,
  email,
  id,
  idParams,
  name,
  newPassword,
  pathId,
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
 * Comes with an answer to a new email: false when so many codes were asked for that address that none leaves now, whoever
 * asked and whoever has it, as in the 429 of asking for one (rules §3). Absent when no code is due.
 */
export const isCodeMailed = z.optional(z.boolean());

const optionalRiotId = z.optional(z.nullable(riotId));

export const users = {
  list: endpoint({
    method: "GET",
    path: "/user",
    summary: "All accounts",
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
    problems: ["user.username_taken", "auth.common_password"],
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
        password: z.optional(newPassword),
        password_confirmation: z.optional(z.string()),
      })
      .check(sameAs("password", "password_confirmation")),
    data: User,
    problems: ["user.not_found", "user.username_taken", "user.email_taken", "user.last_admin", "auth.common_password"],
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
    data: deleted,
    problems: ["user.not_found", "user.password_protected", "auth.common_password"],
  }),
};

/** A person's page: the account, and the scores per booth (rules §5). */
export const Profile = z.extend(User, {
  entries: z.array(z.object({ boothId: id, boothName: z.string(), score: z.int(), rank: z.int() })),
  total: z.int(),
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
      avatar: z.optional(z.string()),
    }),
    data: z.extend(Profile, { isCodeMailed }),
    problems: [
      "user.not_found",
      "user.email_taken",
      "file.not_image",
      "file.too_large",
      "file.too_many_pixels",
      "file.broken",
    ],
  }),
};
