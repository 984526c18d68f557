import { api, Role } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import { clearTries } from "../auth/passwords/clear-tries.ts";
import { turnOf } from "../auth/passwords/turn-of.ts";
import { type Owner, refuseWeakPassword } from "../auth/passwords/weak-passwords.ts";
import { register } from "../auth/register.ts";
import { userFinder } from "../auth/user-view.ts";
import type { Core } from "../core.ts";
import type { Tx } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";
import type { Actor, Client } from "../http/client.ts";
import { serve } from "../http/serve.ts";
import { shareAnswer } from "../http/shared-answer.ts";
import { listUsers } from "./list-users.ts";
import { removeUser } from "./remove-user.ts";
import { refuseProtected, setPassword } from "./set-password.ts";
import { updateUser } from "./update-user.ts";

type Caller = { actor: Actor; client: Client };
type NewFacts = { password: string; username?: string | undefined; roleId?: Role | undefined };

export function userRoutes(app: FastifyInstance, core: Core): void {
  const { database, passwords, sessions, mail, pictures } = core;
  // More than a desk sets by hand; each is hashed, signs somebody out and stays in the audit.
  const setting = core.staffQuotas.open({ name: "passwords", points: 300, duration: 3600, code: "request.too_many" });

  const findUser = userFinder(database.query);

  async function hash(password: string, owner: Owner, actor: Actor, client: Client): Promise<string> {
    const turn = turnOf(actor, client);
    await refuseWeakPassword(password, owner, "password", turn);
    return passwords.hash(password, turn);
  }

  /** Hashes the new password of an account, judged with the name and role that it will have. */
  async function hashFor(id: number, { password, username, roleId }: NewFacts, actor: Actor, client: Client) {
    const user = await findUser(id);
    if (!user) throw new Problem("user.not_found");
    // Before the hash, which everybody who signs in waits for; again where the account is locked.
    refuseProtected(actor, user.roleId);
    const owner = { ...user, username: username ?? user.username, roleId: roleId ?? user.roleId };
    return hash(password, owner, actor, client);
  }

  async function verifiedAddress(tx: Tx, userId: number): Promise<string | null> {
    const user = await tx
      .selectFrom("users")
      .select("email")
      .where("id", "=", userId)
      .where("isVerified", "=", true)
      .executeTakeFirst();
    return user?.email ?? null;
  }

  /**
   * Tells whoever has a password that somebody else chose, at the address that was verified before it was set, no more
   * often than `limits.codes.tell` says (decision 0170).
   */
  async function tellOwner(tx: Tx, { actor, client }: Caller, userId: number, before: string | null): Promise<void> {
    const address = before ?? (await verifiedAddress(tx, userId));
    if (actor.id === userId || address === null || !(await core.limits.codes.tell(userId))) return;
    await mail.send(tx, { kind: "password-set", userId, address, language: client.language });
  }

  serve(app, core, api.users, {
    list: shareAnswer(() => listUsers(database.query)),
    create: async ({ actor, client, body: { username, riotId, password, roleId } }) => {
      const passwordHash = await hash(password, { username, roleId }, actor, client);
      return database.transact((tx) => register(tx, { username, riotId, roleId, passwordHash }));
    },
    update: async ({ actor, params, body, client }) => {
      const { username, riotId, roleId, isBlocked, isVerified, vouchedEmail } = body;
      const passwordHash =
        body.password === undefined
          ? undefined
          : await hashFor(params.id, { ...body, password: body.password }, actor, client);
      const changes = { username, riotId, roleId, isBlocked, isVerified, vouchedEmail, passwordHash };
      const updated = await database.transact(async (tx) => {
        const address = await verifiedAddress(tx, params.id);
        const user = await updateUser(tx, sessions, actor, params.id, changes);
        if (passwordHash !== undefined) await tellOwner(tx, { actor, client }, params.id, address);
        return user;
      });
      if (passwordHash !== undefined) await clearTries(core, params.id, "staff");
      return updated;
    },
    remove: async ({ params }) => {
      const avatar = await database.transact((tx) => removeUser(tx, sessions, params.id));
      await pictures.release([avatar]);
      return { id: params.id };
    },
    setPassword: async ({ actor, params, body, client }) => {
      const set = async () => {
        const passwordHash = await hashFor(params.id, { password: body.password }, actor, client);
        return database.transact(async (tx) => {
          const address = await verifiedAddress(tx, params.id);
          const forgotten = await setPassword(tx, sessions, actor, params.id, passwordHash);
          await tellOwner(tx, { actor, client }, params.id, address);
          return forgotten;
        });
      };
      const isCounted = actor.roleId === Role.PasswordResetAdmin;
      const forgottenEmail = await (isCounted ? setting.spend(actor, set, (code) => code === undefined) : set());
      await clearTries(core, params.id, "staff");
      return { id: params.id, ...(forgottenEmail !== undefined && { forgottenEmail }) };
    },
  });
}
