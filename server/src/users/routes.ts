import { api } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import { refuseCommonPassword } from "../auth/common-passwords.ts";
import { register } from "../auth/register.ts";
import type { Core } from "../core.ts";
import type { Tx } from "../database.ts";
import { type Actor, serve } from "../http.ts";
import { removeUser } from "./remove-user.ts";
import { setPassword } from "./set-password.ts";
import { updateUser } from "./update-user.ts";
import { userColumns } from "./user-view.ts";

export function userRoutes(app: FastifyInstance, core: Core): void {
  const { database, passwords, sessions, mail, pictures } = core;

  async function hash(password: string): Promise<string> {
    await refuseCommonPassword(password, "password");
    return passwords.hash(password);
  }

  /** Whoever has a password that somebody else chose is told (security: known and accepted). */
  async function tellOwner(tx: Tx, actor: Actor, userId: number, language: "ar" | "en"): Promise<void> {
    if (actor.id !== userId) await mail.send(tx, { kind: "password-set", userId, language });
  }

  serve(app, core, api.users, {
    list: () =>
      database.query.selectFrom("users").select(userColumns).where("deletedAt", "is", null).orderBy("id").execute(),
    create: async ({ body: { username, riotId, password, roleId } }) => {
      const passwordHash = await hash(password);
      return database.transact((tx) => register(tx, { username, riotId, roleId, passwordHash }));
    },
    update: async ({ actor, params, body, client }) => {
      const { username, riotId, roleId, isBlocked, isVerified, password } = body;
      const passwordHash = password === undefined ? undefined : await hash(password);
      const changes = { username, riotId, roleId, isBlocked, isVerified, passwordHash };
      return database.transact(async (tx) => {
        const user = await updateUser(tx, sessions, actor, params.id, changes);
        if (passwordHash !== undefined) await tellOwner(tx, actor, params.id, client.language);
        return user;
      });
    },
    remove: async ({ params }) => {
      const avatar = await database.transact((tx) => removeUser(tx, sessions, params.id));
      await pictures.release([avatar]);
      return { id: params.id };
    },
    setPassword: async ({ actor, params, body, client }) => {
      const passwordHash = await hash(body.password);
      await database.transact(async (tx) => {
        await setPassword(tx, sessions, actor, params.id, passwordHash);
        await tellOwner(tx, actor, params.id, client.language);
      });
      return { id: params.id };
    },
  });
}
