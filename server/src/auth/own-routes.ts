import { api } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import type { Core } from "../core.ts";
import { Problem } from "../errors/problem.ts";
import { serve } from "../http/serve.ts";
import { forgetWanted } from "./codes/forget-wanted.ts";
import { changePassword } from "./passwords/change-password.ts";
import { inHashLine } from "./passwords/hash-line.ts";
import { compareOwnPassword } from "./passwords/own-password.ts";
import { refuseWeakPassword } from "./passwords/weak-passwords.ts";
import { sessionsOf } from "./sessions/sessions.ts";

const { changePassword: changing, sessions: list, endSession, endSessions } = api.auth;

/** What members do with their own password and devices. */
export function ownRoutes(app: FastifyInstance, core: Core): void {
  const { database, passwords, sessions, accountQuotas } = core;
  const changes = core.openQuota({ name: "change-password", points: 30, duration: 3600, code: "request.too_many" });
  serve(
    app,
    core,
    { changePassword: changing, sessions: list, endSession, endSessions },
    {
      changePassword: async ({ body, actor, client }) => {
        const user = await database.query
          .selectFrom("users")
          .select(["passwordHash as oldHash", "username", "email", "roleId", "isVerified"])
          .where("id", "=", actor.id)
          .executeTakeFirst();
        if (!user) throw new Problem("auth.required");
        const { oldHash } = user;
        const owner = { ...actor, isVerified: user.isVerified };
        const set = () =>
          inHashLine(core, { kind: "sign-in", client, owner, isEstimated: true }, async (line) => {
            await refuseWeakPassword(body.newPassword, user, "newPassword", line.turn);
            await compareOwnPassword(core, actor, line, { passwordHash: oldHash, typed: body.password });
            return passwords.hash(body.newPassword, line.turn);
          });
        // Counted before it is judged, which costs some milliseconds of everybody's time.
        const passwordHash = await changes.spend(actor.sessionId, set, (code) => code !== "proof.needed");
        const { device } = client;
        const change = { oldHash, passwordHash, device };
        const forgottenEmail = await database.transact((tx) => changePassword(tx, sessions, actor, change));
        await accountQuotas.clearByOwner(actor.id);
        return { forgottenEmail };
      },
      sessions: async ({ actor }) =>
        (await sessionsOf(database, actor.id)).map((row) => ({ ...row, isCurrent: row.id === actor.sessionId })),
      endSession: async ({ actor, params }) => {
        const forgottenEmail = await database.transact(async (tx) => {
          const own = await tx
            .selectFrom("sessions")
            .select("id")
            .where("id", "=", params.id)
            .where("userId", "=", actor.id)
            .where("revokedAt", "is", null)
            .executeTakeFirst();
          if (!own) throw new Problem("auth.session_not_found");
          const forgotten = own.id === actor.sessionId ? undefined : await forgetWanted(tx, actor.id);
          await sessions.end(tx, { sessionId: own.id });
          return forgotten;
        });
        return { id: params.id, forgottenEmail };
      },
      endSessions: async ({ actor }) => {
        const forgottenEmail = await database.transact(async (tx) => {
          const forgotten = await forgetWanted(tx, actor.id);
          await sessions.endAll(tx, actor.id);
          return forgotten;
        });
        await accountQuotas.clearByOwner(actor.id);
        return { forgottenEmail };
      },
    },
  );
}
