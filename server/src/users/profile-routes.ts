import { api, type Profile, Role, type User } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import { mailCode } from "../auth/codes/mail-code.ts";
import { letThrough } from "../auth/let-through.ts";
import { userColumns } from "../auth/user-view.ts";
import type { Core } from "../core.ts";
import { refuseEndedCaller } from "../database/late-caller.ts";
import { Problem } from "../errors/problem.ts";
import type { Actor } from "../http/client.ts";
import { serve } from "../http/serve.ts";
import { boothScoresReader, rankReader } from "../scores/standings.ts";
import { confirmIdentity } from "./confirm-identity.ts";
import { replacesVerified, updateProfile } from "./update-profile.ts";

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
  const changing = core.accountQuotas.open({ name: "profile", points: 60, duration: 3600, code: "request.too_many" });
  const boothScoresOf = boothScoresReader(database.query);
  const rankOf = rankReader(database.query);

  async function scoresOf(userId: number): Promise<Pick<Profile, "entries" | "total">> {
    const entries = await boothScoresOf(userId);
    return { entries, total: entries.reduce((sum, { score }) => sum + score, 0) };
  }

  async function wouldReplaceVerified(userId: number, typed: string): Promise<boolean> {
    const now = await database.query
      .selectFrom("users")
      .select(["email", "pendingEmail", "isVerified"])
      .where("id", "=", userId)
      .executeTakeFirst();
    return now !== undefined && replacesVerified(now, typed);
  }

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
      if (!seesAll(actor, user.id)) return { ...shownToStaff(user), ...(await scoresOf(user.id)) };
      const [scores, standing] = await Promise.all([scoresOf(user.id), rankOf(user.id)]);
      return { ...user, ...scores, standing };
    },
    update: async ({ actor, params: { userId }, body, client }) => {
      letThrough(actor, userId, [Role.Admin]);
      const { email, password } = body;
      if (email !== undefined && (await wouldReplaceVerified(userId, email))) {
        await confirmIdentity(core, actor, client, password);
      }
      const change = () =>
        database.transact(async (tx) => {
          const updated = await updateProfile(tx, userId, body);
          // Whoever ended this session while the change waited for the row has done so by now: an address that was
          // written all the same gave the account to its thief.
          await refuseEndedCaller(tx);
          if (!updated.asked) return { ...updated, isCodeMailed: undefined };
          const { address, inForce } = updated.asked;
          const isCodeMailed = await mailCode(tx, core, { purpose: "verification", address, userId, client });
          if (inForce && (await core.limits.codes.tell(userId))) {
            const { language } = client;
            await mail.send(tx, { kind: "email-change", userId, address: inForce, newAddress: address, language });
          }
          return { ...updated, isCodeMailed };
        });
      // Each is kept in the audit, and told to all devices of the account.
      const { user, oldAvatar, isCodeMailed } = await changing.spend(userId, change, (code) => code === undefined);
      await pictures.release([oldAvatar]);
      const [scores, standing] = await Promise.all([scoresOf(userId), rankOf(userId)]);
      return { ...user, ...scores, standing, ...(isCodeMailed !== undefined && { isCodeMailed }) };
    },
  });
}

function seesAll(actor: Actor, userId: number): boolean {
  return actor.id === userId || actor.roleId === Role.Admin;
}

/** What staff other than administrators see of somebody, besides the scores (rules §2). */
function shownToStaff({ id, username, name, avatar, riotId }: User): Omit<Profile, "entries" | "total" | "standing"> {
  return { id, username, name, avatar, riotId };
}
