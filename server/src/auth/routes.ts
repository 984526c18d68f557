import { api } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import type { Core } from "../core.ts";
import { serve } from "../http.ts";
import { Problem } from "../problem.ts";
import { userFinder } from "../users/user-view.ts";
import { refuseCommonPassword } from "./common-passwords.ts";
import { comparePassword } from "./compare-password.ts";
import { mailCode } from "./mail-code.ts";
import { register } from "./register.ts";
import { signIn } from "./sign-in.ts";

const { login, register: registration, logout, me } = api.auth;

export function authRoutes(app: FastifyInstance, core: Core): void {
  const { database, passwords, sessions, limits } = core;
  const find = userFinder(database.query);
  serve(
    app,
    core,
    { login, register: registration, logout, me },
    {
      login: async ({ body, client }) => {
        const found = await comparePassword(core, body, client);
        return signIn(core, found, client);
      },
      register: async ({ body, client }) => {
        await limits.register(client.ip);
        await refuseCommonPassword(body.password, "password");
        const passwordHash = await passwords.hash(body.password);
        return database.transact(async (tx) => {
          const user = await register(tx, { ...body, passwordHash });
          if (!user.email) return user;
          const asked = { purpose: "verification", address: user.email, userId: user.id, client } as const;
          return { ...user, isCodeMailed: await mailCode(tx, core, asked) };
        });
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
      me: async ({ actor }) => {
        const user = await find(actor.id);
        if (!user) throw new Problem("auth.required");
        return user;
      },
    },
  );
}
