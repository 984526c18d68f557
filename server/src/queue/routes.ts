import { api, type QueueEntry, queuelessPlatforms, Role } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import { letThrough } from "../auth/let-through.ts";
import type { Core } from "../core.ts";
import type { Tx } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";
import type { Actor } from "../http/client.ts";
import { serve } from "../http/serve.ts";
import { shareAnswers } from "../http/shared-answer.ts";
import type { Room } from "../realtime/news.ts";
import { answerCall } from "./answer-call.ts";
import { applyToQueue } from "./apply-to-queue.ts";
import { callPlayer } from "./call-player.ts";
import { enterPlayer } from "./enter-player.ts";
import { finishEntry } from "./finish-entry.ts";
import { openBroadcast } from "./live/broadcast.ts";
import { findOwnBooth, lockEntry } from "./lock-entry.ts";
import { returnToLine, startPlaying } from "./play.ts";
import { recordResult } from "./record-result.ts";
import { undoResult } from "./undo-result.ts";
import { presentEntry, readEntry, selectEntries } from "./view/entry-view.ts";
import { slotsReader } from "./view/slots.ts";
import { isListed } from "./view/staff-line.ts";

/** Roles that see the places of any person (rules §2). */
const slotReaders = [Role.GameAdmin, Role.ScoreAdmin, Role.BoothAdmin, Role.Admin];

/** The unfinished entries that staff see: of the booth with this id, of games under way, or all. */
type Scope = number | "playing" | "all";

/** The end of a game: it counts points and finishes the entry of the line. */
const { win, lose } = api.scores;

export function queueRoutes(app: FastifyInstance, core: Core, countHearers: (room: Room) => number): void {
  const { database, config } = core;
  const slotsOf = slotsReader(database.query);
  const broadcast = openBroadcast(core, countHearers);
  app.addHook("onClose", () => broadcast.close());
  // More than staff press by hand; each stays in the audit for good, and most ring somebody's phone.
  const changing = core.staffQuotas.open({ name: "queue", points: 1500, duration: 3600, code: "request.too_many" });
  const byStaff = <T>(actor: Actor, work: () => Promise<T>) =>
    changing.spend(actor, work, (code) => code === undefined);

  const pressing = (name: string) =>
    core.accountQuotas.open({ name: `queue-${name}`, points: 30, duration: 3600, code: "request.too_many" });
  const [applying, leaving, answering] = [pressing("apply"), pressing("leave"), pressing("answer")];

  /** Changes an entry and answers how it stands then. */
  function change(queueId: number, rule: (tx: Tx) => Promise<void>): Promise<QueueEntry> {
    return database.transact(async (tx) => {
      await rule(tx);
      return readEntry(tx, queueId);
    });
  }

  /** Selects unfinished entries in the order of their numbers. */
  function unfinished() {
    return selectEntries(database.query)
      .where("isFinished", "=", false)
      .where("games.platformId", "not in", [...queuelessPlatforms])
      .orderBy("number")
      .orderBy("queueEntries.id");
  }

  const own = (userId: number) => unfinished().where("userId", "=", userId);

  function seenByStaff(scope: Scope) {
    if (scope === "all") return unfinished();
    if (scope === "playing") return unfinished().where("isPlaying", "=", true);
    return unfinished().where("games.boothId", "=", scope);
  }

  /** Says which entries somebody of the staff sees (rules §2, §5). Throws `queue.no_booth`. */
  async function scopeOf({ id, roleId }: Actor): Promise<Scope> {
    if (roleId === Role.ScoreAdmin) return "playing";
    return roleId === Role.BoothAdmin ? findOwnBooth(database.query, id) : "all";
  }

  // Of 500 in line each took 9 ms of the processor: one account that asked on by 20 connections held everybody up.
  const staffList = shareAnswers(async (scope: Scope) =>
    (
      await seenByStaff(scope)
        .where(isListed(typeof scope === "number" ? scope : undefined))
        .execute()
    ).map(presentEntry),
  );

  serve(
    app,
    core,
    { win, lose },
    {
      win: (tx, { actor, params, body }) =>
        byStaff(actor, () => recordResult(tx, actor, { ...params, ...body, kind: "win" })),
      lose: (tx, { actor, params, body }) =>
        byStaff(actor, () => recordResult(tx, actor, { ...params, ...body, kind: "lose" })),
    },
  );

  serve(app, core, api.queue, {
    list: async ({ actor }) => {
      if (actor.roleId !== Role.User) return staffList(await scopeOf(actor));
      return (await own(actor.id).execute()).map(presentEntry);
    },
    get: async ({ actor, params }) => {
      const seen = actor.roleId === Role.User ? own(actor.id) : seenByStaff(await scopeOf(actor));
      const row = await seen.where("queueEntries.id", "=", params.id).executeTakeFirst();
      if (!row) throw new Problem("queue.not_found");
      return presentEntry(row);
    },
    apply: async (tx, { actor, body }) => {
      const apply = () => applyToQueue(tx, actor.id, body.gameId);
      return readEntry(tx, await applying.spend(actor.id, apply, (code) => code !== "game.not_found"));
    },
    update: ({ actor, params: { id }, body: { isPlaying, isFinished } }) =>
      byStaff(actor, () =>
        change(id, async (tx) => {
          if (isFinished) await finishEntry(tx, actor, { queueId: id });
          else if (isPlaying) await startPlaying(tx, actor, id);
          else if (isPlaying === false) await returnToLine(tx, actor, id);
          // Nothing is asked for: it is only shown, to whoever may see it.
          else await lockEntry(tx, actor, id);
        }),
      ),
    remove: async ({ actor, params: { id }, query }) => {
      const finish = () => database.transact((tx) => finishEntry(tx, actor, { ...query, queueId: id }));
      await (actor.roleId === Role.User ? leaving.spend(actor.id, finish, () => true) : byStaff(actor, finish));
      return { id };
    },
    call: ({ actor, body: { queueId } }) =>
      byStaff(actor, () => change(queueId, (tx) => callPlayer(tx, actor, queueId, config.callSeconds))),
    enter: ({ actor, body: { queueId } }) =>
      byStaff(actor, () => change(queueId, (tx) => enterPlayer(tx, actor, queueId))),
    answer: ({ actor, params: { id }, body }) =>
      answering.spend(
        actor.id,
        () => change(id, (tx) => answerCall(tx, actor, id, body.answer)),
        () => true,
      ),
    undo: ({ actor, params: { id } }) => byStaff(actor, () => change(id, (tx) => undoResult(tx, actor, id))),
    slots: async ({ actor, params }) => {
      letThrough(actor, params.id, slotReaders);
      return slotsOf(params.id);
    },
    mine: async ({ actor }) => {
      const rows = await selectEntries(database.query)
        .where("userId", "=", actor.id)
        .where("isFinished", "=", false)
        .orderBy("queueEntries.id")
        .execute();
      return rows.map(presentEntry);
    },
  });
}
