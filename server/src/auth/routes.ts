import { api, Role } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import type { Core } from "../core.ts";
import { inLine } from "../database/connection-line.ts";
import { Problem } from "../errors/problem.ts";
import { serve } from "../http/serve.ts";
import { mailCode } from "./codes/mail-code.ts";
import { accountFinder } from "./find-account.ts";
import { refuseCommonPassword } from "./passwords/common-passwords.ts";
import { comparePassword } from "./passwords/compare-password.ts";
import { inHashLine } from "./passwords/hash-line.ts";
import { turnOf } from "./passwords/turn-of.ts";
import { refuseWeakPassword } from "./passwords/weak-passwords.ts";
import { register } from "./register.ts";
import { deviceHash } from "./sessions/known-device.ts";
import { signIn } from "./sign-in.ts";
import { userFinder } from "./user-view.ts";
import { imitationRefuser } from "./usernames/refuse-imitation.ts";

const { login, register: registration, logout, me } = api.auth;

export function authRoutes(app: FastifyInstance, core: Core): void {
  const { database, passwords, sessions, limits } = core;
  const find = userFinder(database.query);
  const findAccounts = accountFinder(database.query);
  const refuseImitationOfStaff = imitationRefuser(database.query);
  serve(
    app,
    core,
    { login, register: registration, logout, me },
    {
      login: async ({ body, client }) => {
        const found = await comparePassword({ passwords, limits, findAccounts }, body, client);
        const ofAccount = <T>(hold: () => Promise<T>) =>
          limits.hashedTurn({ ...turnOf(found, client), hasLeft: undefined }, hold);
        return inLine(ofAccount, () => signIn(core, found, client));
      },
      register: async ({ body, client }) => {
        await refuseCommonPassword(body.password, "password");
        const ofHashed = <T>(hold: () => Promise<T>) => limits.hashedTurn({ ip: client.ip }, hold);
        const line = { kind: "registration", client, isEstimated: true } as const;
        const passwordHash = await inHashLine(core, line, async ({ turn }) => {
          // Behind the ceiling, for it costs some milliseconds of everybody's time.
          await refuseWeakPassword(body.password, { ...body, roleId: Role.User }, "password", turn);
          await inLine(ofHashed, () => refuseImitationOfStaff(body.username));
          return passwords.hash(body.password, turn);
        });
        const insert = () =>
          database.transact(async (tx) => {
            const user = await register(tx, { ...body, passwordHash, registeredOn: deviceHash(client.device) });
            if (!user.email) return user;
            const asked = { purpose: "verification", address: user.email, userId: user.id, client } as const;
            return { ...user, isCodeMailed: await mailCode(tx, core, asked) };
          });
        return inLine(ofHashed, insert);
      },
      logout: async ({ actor, request }) => {
        const typed = request.headers["x-refresh-token"];
        const refreshToken = typeof typed === "string" ? typed : undefined;
        // A stranger's is looked up before anything is begun for it: anybody may send it, as often as they like.
        if (!actor && !(refreshToken && (await sessions.isRefreshed(refreshToken)))) return undefined;
        await database.transact((tx) => sessions.end(tx, { sessionId: actor?.sessionId, refreshToken }));
        return undefined;
      },
      me: async ({ actor }) => {
        const user = await find(actor.id);
        if (!user) throw new Problem("auth.required");
        return user;
      },
    },
    { isSignIn: true },
  );
}
