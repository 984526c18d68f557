import { api, type User } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import type { Core } from "../core.ts";
import { type Handlers, serve } from "../http.ts";
import { Problem } from "../problem.ts";
import { userColumns } from "../users/user-view.ts";
import { findAccount } from "./find-account.ts";
import { register } from "./register.ts";

const { login, register: registration, logout, me } = api.auth;

export function authRoutes(app: FastifyInstance, core: Core): void {
  const { database, passwords, sessions } = core;
  const handlers: Handlers<{
    login: typeof login;
    register: typeof registration;
    logout: typeof logout;
    me: typeof me;
  }> = {
    login: async ({ body, client }) => {
      const found = await findAccount(database, body.identifier);
      const isRight = await passwords.matches(found?.passwordHash, body.password);
      if (!found || !isRight) throw new Problem("auth.wrong_credentials");
      if (found.isBlocked) throw new Problem("auth.blocked");
      const { passwordHash: _, ...user } = found;
      const tokens = await database.transact((tx) => sessions.start(tx, user, client));
      return { user: user satisfies User, ...tokens };
    },
    register: async ({ body }) => {
      const passwordHash = await passwords.hash(body.password);
      return database.transact((tx) => register(tx, { ...body, passwordHash }));
    },
    logout: async ({ actor, request }) => {
      const refreshToken = request.headers["x-refresh-token"];
      await database.transact((tx) =>
        sessions.end(tx, {
          sessionId: actor?.sessionId,
          refreshToken: typeof refreshToken === "string" ? refreshToken : undefined,
        }),
      );
      return undefined;
    },
    me: ({ actor }) =>
      database.query.selectFrom("users").select(userColumns).where("id", "=", actor.id).executeTakeFirstOrThrow(),
  };
  serve(app, core, { login, register: registration, logout, me }, handlers);
}
