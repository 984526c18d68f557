import { api } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Core } from "../../core.ts";
import { inLine } from "../../database/connection-line.ts";
import { Problem } from "../../errors/problem.ts";
import { openAccountTurns } from "../../http/account-turns.ts";
import type { Client } from "../../http/client.ts";
import { serve } from "../../http/serve.ts";
import { hour } from "../../limits/counters.ts";
import { networkOf, siteOf } from "../../limits/network.ts";
import { clearTries } from "../passwords/clear-tries.ts";
import { refuseCommonPassword } from "../passwords/common-passwords.ts";
import { refuseWeakPassword } from "../passwords/weak-passwords.ts";
import { deviceHash } from "../sessions/known-device.ts";
import { selectUser, userFinder } from "../user-view.ts";
import { waitingFinder } from "./find-waiting.ts";
import { keyOf } from "./mail-code.ts";
import { foldAddress, guessCode, ownCodeFinder, type Purpose, takeBackGuess } from "./one-time-code.ts";
import { resetPassword } from "./reset-password.ts";
import { turnOfLetter } from "./turn-of-letter.ts";
import { verifyEmail, wrongCode } from "./verify-email.ts";

const elsewhere = {
  verification: "auth.code_of_other_device",
  recovery: "auth.reset_code_of_other_device",
} as const;

const { verification, sendVerification, recoverPassword, resetPassword: reset } = api.auth;

/**
 * The calls around mailed codes; none of them tells, by its answer or its time, whether an address is anybody's (rules
 * §3).
 */
export function codeRoutes(app: FastifyInstance, core: Core): void {
  const { database, passwords, sessions, limits, mail, keys } = core;
  const findUser = userFinder(database.query);
  const findWaiting = waitingFinder(database.query);
  const hasOwnCode = ownCodeFinder(database.query);
  // Guesses at one address wait for each other without a connection to the database. Those that can be right, by
  // whoever has a live code, wait for none of the others, which anybody sends from as many devices as accounts.
  const guessing = openAccountTurns(1);
  const judged = core.openQuota({ name: "reset-password", points: 30, duration: hour, code: "request.too_many" });

  /** Looks up the accounts that a code can be due to; whoever is signed in does so in the own turns. */
  function lookUp(address: string, purpose: Purpose, client: Client, userId?: number) {
    const device = deviceHash(client.device);
    const find = () => findWaiting({ address, purpose, device, userId });
    return userId === undefined ? limits.lookUp(client, find) : find();
  }

  /**
   * Names the account of whoever is signed in or whose device is known to one that waits at the address: it is counted
   * and waits apart from its neighbours, on all of its devices together.
   */
  async function apart(address: string, purpose: Purpose, client: Client, userId?: number) {
    if (userId !== undefined) return `account ${userId}`;
    const waiting = await lookUp(address, purpose, client);
    const known = client.device === null ? undefined : waiting.find(({ isOfDevice }) => isOfDevice);
    return known && `account ${known.id}`;
  }

  /**
   * Takes connections in the turns of an account among those of its network, apart from guesses of others there;
   * whoever is signed in has turns as a member.
   */
  function inTurn<T>(known: string | undefined, { ip }: Client, work: () => T, userId?: number): T {
    if (userId !== undefined) return work();
    const turn = { ip, known: known ?? null, isOfNetwork: true };
    return inLine((hold) => limits.signInsTurn(turn, hold), work);
  }

  async function read(email: string, purpose: Purpose, code: string, client: Client, userId?: number) {
    const address = foldAddress(email);
    const known = await apart(address, purpose, client, userId);
    const attempt = await limits.pass("code", { ...client, apart: known });
    const guess = { address, purpose, code, deviceHash: deviceHash(client.device), userId };
    const isOwn = await hasOwnCode(guess);
    const place = {
      id: `${isOwn ? "own" : "other"} ${purpose} ${address}`,
      sessionId: (isOwn ? known : undefined) ?? siteOf(client.ip) ?? networkOf(client.ip),
    };
    const judge = () => guessCode(database, keys.oneTimeCode, guess);
    const right = await guessing(place, client.hasLeft, () => inTurn(known, client, judge, userId));
    if (right) await attempt.withdraw();
    if (right === "elsewhere") throw new Problem(elsewhere[purpose], { field: "otp" });
    if (right) return { ...right, address, known };
    throw wrongCode();
  }

  /** Hashes the password that a right code sets; refused ones are counted, for each is an estimate. */
  async function hashOfNew(password: string, userId: number, client: Client): Promise<string> {
    const owner = await findUser(userId);
    if (owner) {
      const judge = () => refuseWeakPassword(password, owner, "password", client);
      await judged.spend(userId, judge, () => true);
    }
    return passwords.hash(password, client);
  }

  /**
   * Queues a letter with a code: to the own account for whoever is signed in, else to the account of the device, which
   * for the quotas is no stranger's either. A mail to an address that is not verified counts against its account's
   * quota.
   */
  async function ask(
    email: string,
    purpose: Purpose,
    client: Client,
    actorId?: number,
  ): Promise<Record<string, never>> {
    const { ip, device, language } = client;
    const address = foldAddress(email);
    const waiting = await lookUp(address, purpose, client, actorId);
    const signedInOn = waiting.find(({ id }) => id === actorId);
    const known = signedInOn ?? waiting.find(({ isOfDevice }) => isOfDevice);
    const isOwn = signedInOn !== undefined || (device !== null && known !== undefined);
    if (!isOwn) await limits.pass("code-request", client);
    await limits.codes.ask({ address, purpose, ip, device, isOwn });
    if (purpose === "verification" && known) await limits.codes.mail({ userId: known.id, ip });
    const letter = { kind: "code", purpose, address: email, device: keyOf(device), language } as const;
    const from = signedInOn ? { userId: signedInOn.id } : { ip };
    const send = () =>
      database.transact(async (tx) => {
        const turn = await turnOfLetter(tx, core, { userId: known?.id, ip });
        await mail.send(tx, { ...letter, ...from }, { turn });
      });
    await inTurn(isOwn ? `account ${known?.id}` : undefined, client, send, actorId);
    return {};
  }

  serve(
    app,
    core,
    { verification, sendVerification, recoverPassword, resetPassword: reset },
    {
      verification: async ({ body, actor, client }) => {
        const { known, ...right } = await read(body.email, "verification", body.otp, client, actor?.id);
        const verify = () =>
          database.transact(async (tx) => {
            await verifyEmail(tx, right, actor?.id);
            const opened = await sessions.start(tx, selectUser(sql`id = ${right.userId}`), client);
            if (!opened) throw wrongCode();
            return opened;
          });
        return inTurn(known, client, verify, actor?.id);
      },
      sendVerification: ({ body, actor, client }) => ask(body.email, "verification", client, actor?.id),
      recoverPassword: ({ body, client }) => ask(body.email, "recovery", client),
      resetPassword: async ({ body, client }) => {
        await refuseCommonPassword(body.password, "password");
        const { known, ...right } = await read(body.email, "recovery", body.otp, client);
        const hash = () =>
          hashOfNew(body.password, right.userId, client).catch(async (error: unknown) => {
            await takeBackGuess(database, right.codeId);
            throw error;
          });
        const passwordHash = await inTurn(known, client, hash);
        const { device, ip } = client;
        const ofOwner = <T>(hold: () => Promise<T>) =>
          limits.hashedTurn({ ip, known: `account ${right.userId}`, isOfNetwork: true }, hold);
        const forgottenEmail = await inLine(ofOwner, () =>
          database.transact((tx) => resetPassword(tx, sessions, { ...right, passwordHash, device })),
        );
        await clearTries(core, right.userId, "mail");
        return { forgottenEmail };
      },
    },
    { isSignIn: true },
  );
}
