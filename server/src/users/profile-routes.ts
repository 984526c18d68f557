import { api, Role } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import { mailCode } from "../auth/mail-code.ts";
import type { Core } from "../core.ts";
import { type Actor, serve } from "../http.ts";
import { Problem } from "../problem.ts";
import { updateProfile } from "./update-profile.ts";
import { userColumns } from "./user-view.ts";

/** Roles that look at the page of any person (rules §2). */
const readers: readonly Role[] = [
  Role.Admin,
  Role.GameAdmin,
  Role.TriviaAdmin,
  Role.ScoreAdmin,
  Role.BoothAdmin,
  Role.SuperTriviaAdmin,
  Role.ScanAdmin,
];

export function profileRoutes(app: FastifyInstance, core: Core): void {
  const { database, mail, pictures } = core;
  serve(app, core, api.profiles, {
    get: async ({ actor, params }) => {
      letThrough(actor, params.userId, readers);
      const user = await database.query
        .selectFrom("users")
        .select(userColumns)
        .where("id", "=", params.userId)
        .where("deletedAt", "is", null)
        .executeTakeFirst();
      if (!user) throw new Problem("user.not_found");
      return { ...user, entries: [], total: 0 };
    },
    update: async ({ actor, params: { userId }, body, client }) => {
      letThrough(actor, userId, [Role.Admin]);
      const { user, oldAvatar, isCodeMailed } = await database.transact(async (tx) => {
        const updated = await updateProfile(tx, userId, body);
        if (!updated.asked) return { ...updated, isCodeMailed: undefined };
        const { address, inForce } = updated.asked;
        const isCodeMailed = await mailCode(tx, core, { purpose: "verification", address, userId, client });
        if (inForce) {
          const { language } = client;
          await mail.send(tx, { kind: "email-change", userId, address: inForce, newAddress: address, language });
        }
        return { ...updated, isCodeMailed };
      });
      await pictures.release([oldAvatar]);
      return { ...user, entries: [], total: 0, ...(isCodeMailed !== undefined && { isCodeMailed }) };
    },
  });
}

/** One's own page, or anybody's for these roles; another's is as unknown as nobody's (rules §2). */
function letThrough(actor: Actor, userId: number, anybodysFor: readonly Role[]): void {
  if (actor.id !== userId && !anybodysFor.includes(actor.roleId)) throw new Problem("user.not_found");
}
