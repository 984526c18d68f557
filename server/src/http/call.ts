import type { Data, Endpoint, Input } from "@saha/contract";
import type { FastifyRequest } from "fastify";
import type { Database, Tx } from "../database/database.ts";
import type { Problem } from "../errors/problem.ts";
import type { Limits } from "../limits/limits.ts";
import type { Quota, StaffQuota } from "../limits/quota.ts";
import type { Pictures } from "../pictures/pictures.ts";
import type { Keys } from "../process/secrets.ts";
import type { AccountTurns } from "./account-turns.ts";
import type { CachedAnswer } from "./cached-answer.ts";
import type { Actor, Client } from "./client.ts";
import type { EncodedAnswer } from "./encoded-answer.ts";
import type { SharedAnswer } from "./shared-answer.ts";

/** What serving calls stands on. */
export type ServingCore = {
  database: Database;
  keys: Keys;
  pictures: Pictures;
  accountTurns: AccountTurns;
  hashingTurns: AccountTurns;
  readingTurns: AccountTurns;
  drawnPictures: Quota;
  picturesOfNetwork: Quota;
  auditedCalls: StaffQuota;
  limits: Pick<Limits, "strangersTurn" | "signInsTurn" | "membersTurn" | "contendersTurn">;
};

type Who<E extends Endpoint> = E["access"] extends "public" ? { actor: Actor | undefined } : { actor: Actor };
export type Call<E extends Endpoint> = Input<E> & Who<E> & { client: Client; request: FastifyRequest };

/**
 * Serves an endpoint that honours `Idempotency-Key`. `effect` runs in the transaction that also keeps its result; a
 * returned (not thrown) Problem refuses but commits what was written. `answer` turns the result, or what is kept of
 * it, into the answer, so that no token has to be kept (rules §1); `keep` leaves out what can be read again.
 */
export type Effect<E extends Endpoint> =
  | ((tx: Tx, call: Call<E>) => Promise<Data<E> | Problem>)
  | {
      effect(tx: Tx, call: Call<E>): Promise<unknown>;
      keep(result: unknown): unknown;
      answer(result: unknown): Data<E> | Promise<Data<E>>;
    };

/** What reads the same for many may be shared between them. */
type Handler<E extends Endpoint> = E extends { idempotent: true }
  ? Effect<E>
  : (call: Call<E>) => Promise<Data<E> | CachedAnswer<Data<E>> | EncodedAnswer<Data<E>> | SharedAnswer<Data<E>>>;
export type Handlers<Area extends Record<string, Endpoint>> = { [Name in keyof Area]: Handler<Area[Name]> };
