import { api } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import type { Core } from "../core.ts";
import { Problem } from "../errors/problem.ts";
import { serve } from "../http/serve.ts";
import { forgetWanted } from "./codes/forget-wanted.ts";
import { changePassword } from "./passwords/change-password.ts";
import { compareOwnPassword } from "./passwords/own-password.ts";
import { turnOf } from "./passwords/turn-of.ts";
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
          .select(["passwordHash as oldHash", "username", "email", "roleId"])
          .where("id", "=", actor.id)
          .executeTakeFirst();
        if (!user) throw new Problem("auth.required");
        const { oldHash } = user;
        const turn = turnOf(actor, client);
        // Counted before it is judged, which costs some milliseconds of everybody's time.
        await changes.spend(
          actor.sessionId,
          () => refuseWeakPassword(body.newPassword, user, "newPassword", turn),
          () => true,
        );
        await compareOwnPassword(core, actor, client, { passwordHash: oldHash, typed: body.password });
        const passwordHash = await passwords.hash(body.newPassword, turn);
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
