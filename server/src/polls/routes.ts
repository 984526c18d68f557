import { randomBytes } from "node:crypto";
import { api, Role } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { lockBooth } from "../booths/lock-booth.ts";
import type { Core } from "../core.ts";
import { Problem } from "../errors/problem.ts";
import { serve } from "../http/serve.ts";
import { shareAnswers } from "../http/shared-answer.ts";
import { openAnnouncer } from "./announce-winners.ts";
import { joinPoll } from "./join-poll.ts";
import { tellPollsChanged } from "./poll-news.ts";
import {
  nextSeedHashes,
  ownBooth,
  pollReader,
  readChangedPoll,
  readEntries,
  readOwnEntries,
  readParticipants,
} from "./poll-view.ts";
import { rememberProofs } from "./remember-proofs.ts";
import { rollPoll } from "./roll-poll.ts";

const newSeed = () => randomBytes(32);

export function pollRoutes(app: FastifyInstance, core: Core): void {
  const { database } = core;
  const { query } = database;
  const joining = core.accountQuotas.open({ name: "join-poll", points: 60, duration: 3600, code: "request.too_many" });
  // More than an evening has; each keeps the list that it was drawn from for good.
  const rolling = core.staffQuotas.open({ name: "roll", points: 200, duration: 3600, code: "request.too_many" });
  // Of a great giveaway they are long: 10,000 entrants, asked for by twenty at once, held everybody up for 5 s.
  const participants = shareAnswers((boothId: number | null) => readParticipants(query, boothId));
  const entries = shareAnswers((boothId: number | null) => readEntries(query, boothId));
  const hashOfNext = nextSeedHashes(query);
  const proofsOf = rememberProofs(core, hashOfNext);
  const reader = pollReader(query);
  const announcer = openAnnouncer(core);
  app.addHook("onClose", async () => announcer.close());

  serve(app, core, api.polls, {
    list: ({ actor }) => reader.list(actor),
    get: ({ actor, params }) => reader.get(actor, params.id),
    ofBooth: async ({ actor, params }) => {
      const booth = await query
        .selectFrom("booths")
        .select("id")
        .where("id", "=", params.id)
        .$if(actor.roleId === Role.User, (booths) => booths.where("isActive", "=", true))
        .executeTakeFirst();
      if (!booth) throw new Problem("booth.not_found");
      return reader.ofBooth(actor, params.id);
    },
    participants: async ({ actor }) => participants(await ownBooth(query, actor)),
    entries: async ({ actor }) =>
      actor.roleId === Role.User ? readOwnEntries(query, actor.id) : entries(await ownBooth(query, actor)),
    create: async (tx, { body }) => {
      await lockBooth(tx, body.boothId, { field: "boothId" });
      const { id } = await tx
        .insertInto("polls")
        .values({ ...body, nextSeed: newSeed() })
        .returning("id")
        .executeTakeFirstOrThrow();
      tellPollsChanged(tx, body.boothId);
      return readChangedPoll(tx, id);
    },
    update: ({ params, body }) =>
      database.transact(async (tx) => {
        await tx
          .updateTable("polls")
          .set({ ...body, updatedAt: sql`now()` })
          .where("id", "=", params.id)
          .execute();
        const poll = await readChangedPoll(tx, params.id);
        tellPollsChanged(tx, poll.boothId);
        return poll;
      }),
    remove: ({ params }) =>
      database.transact(async (tx) => {
        const gone = await tx
          .deleteFrom("polls")
          .where("id", "=", params.id)
          .returning(["id", "boothId"])
          .executeTakeFirst();
        if (!gone) throw new Problem("poll.not_found");
        tellPollsChanged(tx, gone.boothId);
        return { id: gone.id };
      }),
    join: (tx, { actor, body }) => {
      // For oneself; whether another account is there is nobody's business (rules §2).
      if (body.userId !== actor.id) throw new Problem("user.not_found");
      return joining.spend(
        actor.id,
        () => joinPoll(tx, actor.id, body.pollId),
        () => true,
      );
    },
    roll: async (tx, { actor, body }) =>
      rolling.spend(
        actor,
        async () => rollPoll(tx, { id: actor.id, boothId: await ownBooth(tx, actor) }, body, newSeed()),
        (code) => code === undefined,
      ),
    nextDraw: async ({ params }) => ({ seedHash: await hashOfNext(params.id) }),
    draws: ({ params: { id } }) => proofsOf(id),
  });
}
