import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { api, Category, Role } from "@saha/contract";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import type { Member } from "../../test/given.ts";
import { openServer, type Server } from "../../test/harness.ts";
import { brokenLaws } from "../../test/laws.ts";
import { full, retryWhileBusy } from "../../test/soak.ts";

const buyers = full({ full: 1000, otherwise: 300 });
const places = full({ full: 100, otherwise: 30 });
const people = full({ full: 100, otherwise: 20 });
const timeout = full({ full: 900_000, otherwise: 120_000 });
const { reserve, remove } = api.purchases;

const opened: Server[] = [];
afterAll(() => Promise.all(opened.map((saha) => saha.close())));
async function serverFor(): Promise<Server> {
  const saha = await openServer();
  opened.push(saha);
  return saha;
}

const members = (saha: Server, count: number) => Promise.all(Array.from({ length: count }, () => saha.given.user()));
const liveRows = (saha: Server) =>
  saha.query.selectFrom("purchases").select(["userId", "ticketId"]).where("status", "!=", "INACTIVE").execute();

/** One attempt to take a ticket; whether it was told to be taken. */
type Take = (saha: Server, member: Member, ticketId: number) => Promise<boolean>;

const asked: Take = async (_saha, member, ticketId) => {
  const { code } = await retryWhileBusy(() => member.call(reserve, { body: { ticketId } }));
  if (code !== undefined && !["ticket.sold_out", "ticket.day_taken"].includes(code)) throw new Error(code);
  return code === undefined;
};

/** Looks first and writes then, with neither locks nor a guard; waits while the connections are taken. */
const naive: Take = (saha, member, ticketId) =>
  unguarded(saha, member, ticketId).catch((error: { code?: string }) => {
    if (error.code !== "server.busy") throw error;
    return naive(saha, member, ticketId);
  });

const unguarded: Take = (saha, member, ticketId) =>
  saha.core.database.transact(async (tx) => {
    const ticket = await tx.selectFrom("tickets").selectAll().where("id", "=", ticketId).executeTakeFirstOrThrow();
    const held = await tx
      .selectFrom("purchases")
      .select("id")
      .where("userId", "=", member.id)
      .where("day", "=", ticket.day)
      .executeTakeFirst();
    if (held || ticket.purchased >= ticket.quantity) return false;
    await tx
      .updateTable("tickets")
      .set({ purchased: ticket.purchased + 1 })
      .where("id", "=", ticketId)
      .execute();
    const row = { uuid: randomUUID(), shortCodeHash: Buffer.from(randomUUID().replaceAll("-", "")), day: ticket.day };
    await tx
      .insertInto("purchases")
      .values({ ...row, userId: member.id, ticketId })
      .execute();
    return true;
  });

/** A refusal by the database's own walls is a refusal. */
const walled: Take = (...take) =>
  naive(...take).catch((error: { code?: string }) => {
    if (error.code !== "ticket.sold_out" && error.code !== "ticket.day_taken") throw error;
    return false;
  });

async function sale(saha: Server, take: Take): Promise<number> {
  const { id } = await saha.given.ticket({ quantity: places });
  const crowd = await members(saha, buyers);
  return (await Promise.all(crowd.map((member) => take(saha, member, id)))).filter(Boolean).length;
}

/** Everybody presses every ticket of one day, twice; how many each was told to have. */
async function oneDay(saha: Server, take: Take): Promise<number[]> {
  const tickets = await Promise.all(Array.from({ length: 4 }, () => saha.given.ticket({ quantity: 1000 })));
  const crowd = await members(saha, people);
  return Promise.all(
    crowd.map(async (member) => {
      const presses = [...tickets, ...tickets].map(({ id }) => take(saha, member, id));
      return (await Promise.all(presses)).filter(Boolean).length;
    }),
  );
}

test(
  `${buyers} people press for ${places} places at once: ${places} have one, and nobody more is told so`,
  async () => {
    const saha = await serverFor();
    expect(await sale(saha, asked)).toBe(places);
    expect(await liveRows(saha)).toHaveLength(places);
    expect(await brokenLaws(saha.query)).toEqual([]);
  },
  timeout,
);

test(
  "two tickets of a day never, however many are pressed at once",
  async () => {
    const saha = await serverFor();
    expect(await oneDay(saha, asked)).toEqual(Array(people).fill(1));
    expect(await liveRows(saha)).toHaveLength(people);
    expect(await brokenLaws(saha.query)).toEqual([]);
  },
  timeout,
);

test(
  "an invitation's id pressed by a crowd takes nothing",
  async () => {
    const saha = await serverFor();
    const { id } = await saha.given.ticket({ categoryId: Category.Invitation });
    const answers = await Promise.all(
      (await members(saha, people)).map((member) => member.call(reserve, { body: { ticketId: id } })),
    );
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(["ticket.invitation_only"]));
    expect(await liveRows(saha)).toEqual([]);
  },
  timeout,
);

test(
  "a ticket given back by two presses gives one place back",
  async () => {
    const saha = await serverFor();
    const { id } = await saha.given.ticket({ quantity: people });
    const admin = await saha.given.user({ roleId: Role.Admin });
    const crowd = await members(saha, people);
    const outcomes = await Promise.all(
      crowd.map(async (member) => {
        const { data } = await retryWhileBusy(() => member.call(reserve, { body: { ticketId: id } }));
        const params = { id: String(data.id) };
        const presses = [member, member, admin].map((who) => retryWhileBusy(() => who.call(remove, { params })));
        return (await Promise.all(presses)).map(({ code }) => code);
      }),
    );
    for (const codes of outcomes) {
      expect(codes.filter((code) => code === undefined)).toHaveLength(1);
      expect(codes.filter((code) => code === "purchase.not_found")).toHaveLength(2);
    }
    expect(await liveRows(saha)).toEqual([]);
    expect(await brokenLaws(saha.query)).toEqual([]);
  },
  timeout,
);

test(
  "people take and give back a scarce ticket over and over: the counter is the rows",
  async () => {
    const saha = await serverFor();
    const tickets = await Promise.all([3, 2].map((quantity) => saha.given.ticket({ quantity })));
    const crowd = await members(saha, people);
    const took = await Promise.all(
      crowd.map(async (member, i) => {
        let taken = 0;
        for (let round = 0; round < 6; round++) {
          const { code, data } = await member.call(reserve, { body: { ticketId: tickets[(i + round) % 2]?.id ?? 0 } });
          if (code !== undefined) continue;
          taken++;
          expect((await member.call(remove, { params: { id: String(data.id) } })).code).toBeUndefined();
        }
        return taken;
      }),
    );
    expect(took.some((taken) => taken > 0)).toBe(true);
    expect(await liveRows(saha)).toEqual([]);
    expect(await brokenLaws(saha.query)).toEqual([]);
  },
  timeout,
);

test(
  "a ticket given back and scanned at once is either gone or in, never both",
  async () => {
    const saha = await serverFor();
    const guard = await saha.given.user({ roleId: Role.ScanAdmin });
    const { id: ticketId } = await saha.given.ticket({ quantity: people * 5 });
    const outcomes = await Promise.all(
      (await members(saha, people * 5)).map(async (member) => {
        const held = await saha.given.purchase({ userId: member.id, ticketId });
        const scan = () => retryWhileBusy(() => guard.call(api.scans.entry, { body: { qrToken: held.qrToken } }));
        const back = () => retryWhileBusy(() => member.call(remove, { params: { id: String(held.id) } }));
        // A give-back takes more steps than a scan; with a lead of up to 100 ms each of them wins at times.
        const [given, scanned] = await Promise.all([back(), sleep((held.id % 5) * 25).then(scan)]);
        return `${scanned?.code ?? "in"} ${given?.code ?? "back"}`;
      }),
    );
    expect([...new Set(outcomes)].sort()).toEqual(["in purchase.not_active", "ticket.given_back back"]);
    expect(await brokenLaws(saha.query)).toEqual([]);
  },
  timeout,
);

describe("the broken twin", () => {
  const stock = sql`alter table tickets drop constraint tickets_stock`;
  const oneADay = sql`drop index purchases_one_live_a_day`;

  test(
    "sells more places than there are, and the laws see it",
    async () => {
      const saha = await serverFor();
      await stock.execute(saha.owner);
      expect(await sale(saha, naive)).toBeGreaterThan(places);
      expect(await brokenLaws(saha.query)).toEqual(
        expect.arrayContaining(["a counter differs from its live rows", "more places taken than there are"]),
      );
    },
    timeout,
  );

  test(
    "gives two tickets of a day, and the laws see it",
    async () => {
      const saha = await serverFor();
      await oneADay.execute(saha.owner);
      expect(Math.max(...(await oneDay(saha, naive)))).toBeGreaterThan(1);
      expect(await brokenLaws(saha.query)).toContain("two live tickets of one user and day");
    },
    timeout,
  );

  test(
    "is held to one ticket a day by the index of the database alone",
    async () => {
      const saha = await serverFor();
      expect(Math.max(...(await oneDay(saha, walled)))).toBe(1);
      expect(await brokenLaws(saha.query)).not.toContain("two live tickets of one user and day");
    },
    timeout,
  );

  test(
    "gives back one place twice, and the laws see it",
    async () => {
      const saha = await serverFor();
      await stock.execute(saha.owner);
      const { id } = await saha.given.ticket({ quantity: people * 3 });
      const naiveBack = async (purchaseId: number) =>
        saha.core.database.transact(async (tx) => {
          const found = await tx.selectFrom("purchases").select("id").where("id", "=", purchaseId).executeTakeFirst();
          if (!found) return;
          await tx
            .updateTable("tickets")
            .set((was) => ({ purchased: was("purchased", "-", 1) }))
            .where("id", "=", id)
            .execute();
          await tx.deleteFrom("purchases").where("id", "=", purchaseId).execute();
        });
      for (const member of await members(saha, people)) {
        const held = await saha.given.purchase({ userId: member.id, ticketId: id });
        await Promise.all([naiveBack(held.id), naiveBack(held.id), naiveBack(held.id)]);
      }
      expect(await brokenLaws(saha.query)).toContain("a counter differs from its live rows");
    },
    timeout,
  );
});
