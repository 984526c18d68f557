import { api } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Client, Core } from "../core.ts";
import { serve } from "../http.ts";
import { selectUser } from "../users/user-view.ts";
import { refuseCommonPassword } from "./common-passwords.ts";
import { foldAddress, guessCode, type Purpose } from "./one-time-code.ts";
import { resetPassword } from "./reset-password.ts";
import { verifyEmail, wrongCode } from "./verify-email.ts";

const { verification, sendVerification, recoverPassword, resetPassword: reset } = api.auth;

/** The calls around mailed codes; none of them tells, by its answer or its time, whether an address is anybody's (rules §3). */
export function codeRoutes(app: FastifyInstance, core: Core): void {
  const { database, passwords, sessions, limits, mail, keys } = core;

  async function read(email: string, purpose: Purpose, code: string, client: Client) {
    const attempt = await limits.tryCode(client.ip);
    const address = foldAddress(email);
    const right = await guessCode(database, keys.oneTimeCode, { address, purpose, code });
    if (right) return { ...right, address };
    await attempt.failed();
    throw wrongCode();
  }

  async function ask(email: string, purpose: Purpose, client: Client, userId?: number): Promise<Record<string, never>> {
    await limits.askForCode(foldAddress(email), purpose);
    const letter = { kind: "code", purpose, address: email, language: client.language } as const;
    await database.transact((tx) => mail.send(tx, userId === undefined ? letter : { ...letter, userId }));
    return {};
  }

  /** A member who waits for that address means the own account, not somebody else's that waits for it too. */
  async function isWaiting(userId: number, email: string): Promise<boolean> {
    const user = await database.query
      .selectFrom("users")
      .select(["email", "pendingEmail"])
      .where("id", "=", userId)
      .executeTakeFirst();
    return [user?.email, user?.pendingEmail].some((own) => own && foldAddress(own) === foldAddress(email));
  }

  serve(
    app,
    core,
    { verification, sendVerification, recoverPassword, resetPassword: reset },
    {
      verification: async ({ body, client }) => {
        const right = await read(body.email, "verification", body.otp, client);
        return database.transact(async (tx) => {
          await verifyEmail(tx, right);
          const opened = await sessions.start(tx, selectUser(sql`id = ${right.userId}`), client);
          if (!opened) throw wrongCode();
          return opened;
        });
      },
      sendVerification: async ({ body, actor, client }) => {
        const own = actor && (await isWaiting(actor.id, body.email)) ? actor.id : undefined;
        return ask(body.email, "verification", client, own);
      },
      recoverPassword: ({ body, client }) => ask(body.email, "recovery", client),
      resetPassword: async ({ body, client }) => {
        await refuseCommonPassword(body.password, "password");
        const right = await read(body.email, "recovery", body.otp, client);
        const passwordHash = await passwords.hash(body.password);
        await database.transact((tx) => resetPassword(tx, sessions, { ...right, passwordHash }));
        return {};
      },
    },
  );
}
