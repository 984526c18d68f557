import { api, Role } from "@saha/contract";
import { afterAll, afterEach, expect, test } from "vitest";
import type { Answered } from "../../test/caller.ts";
import { openServer } from "../../test/harness.ts";
import { brokenLaws } from "../../test/laws.ts";
import { full } from "../../test/soak.ts";

const people = full({ full: 60, otherwise: 15 });
const rounds = full({ full: 100, otherwise: 15 });
const timeout = full({ full: 900_000, otherwise: 120_000 });

const saha = await openServer({ config: { scanEnforceDay: false } });
const { given, query } = saha;
afterEach(async () => expect(await brokenLaws(query)).toEqual([]));
afterAll(saha.close);

const days = ["2026-10-20", "2026-10-21", "2026-10-22"];
const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T;

test(
  "people, guards and administrators do everything at once: no law breaks, nothing fails, and what was told is so",
  async () => {
    const admins = [await given.user({ roleId: Role.Admin }), await given.user({ roleId: Role.Admin })];
    const guard = await given.user({ roleId: Role.ScanAdmin });
    const tickets = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((i) => given.ticket({ quantity: 4, day: days[i % 3] ?? "" })),
    );
    const crowd = await Promise.all(Array.from({ length: people }, () => given.user()));
    /** What each was told to hold, and what has become of it. */
    const told = new Map<number, "held" | "in" | "gone">();
    const codes = new Set<string>();
    const hear = <A extends Pick<Answered<typeof api.tickets.list>, "code">>(answer: A): A => {
      if (answer.code) codes.add(answer.code);
      return answer;
    };

    async function attend(member: (typeof crowd)[number]) {
      const { data, code } = hear(await member.call(api.purchases.reserve, { body: { ticketId: pick(tickets).id } }));
      if (code) return;
      told.set(data.id, "held");
      const qrToken = /qr\/([\w-]+)\.svg/.exec(data.qrImage)?.[1] ?? "";
      const presses = [
        async () => {
          const scanned = hear(await guard.call(api.scans.entry, { body: { qrToken } }));
          if (!scanned.code && told.get(data.id) === "held") told.set(data.id, "in");
        },
        async () => {
          const back = hear(await member.call(api.purchases.remove, { params: { id: data.id } }));
          if (!back.code) told.set(data.id, "gone");
        },
        async () => {
          const removed = hear(await pick(admins).call(api.purchases.remove, { params: { id: data.id } }));
          if (!removed.code) told.set(data.id, "gone");
        },
        async () => {},
      ];
      await Promise.all([pick(presses)(), pick(presses)()]);
    }

    async function administer(admin: (typeof admins)[number]) {
      const params = { id: pick(tickets).id };
      const change = pick([
        { day: pick(days) },
        { quantity: pick([2, 4, 6, 20]) },
        { active: pick([true, true, false]) },
        { visible: true, active: true },
      ]);
      hear(await admin.call(api.tickets.update, { params, body: change }));
      if (Math.random() < 0.2) hear(await admin.call(api.tickets.remove, { params }));
      hear(await admin.call(api.tickets.list));
    }

    const many = async (work: () => Promise<void>) => {
      for (let round = 0; round < rounds; round++) await work();
    };
    await Promise.all([
      ...crowd.map((member) => many(() => attend(member))),
      ...admins.map((admin) => many(() => administer(admin))),
    ]);

    const rows = new Map(
      (await query.selectFrom("purchases").select(["id", "status"]).execute()).map((row) => [row.id, row.status]),
    );
    for (const [id, state] of told) {
      if (state === "gone") expect(rows.has(id)).toBe(false);
      if (state === "held") expect(rows.has(id)).toBe(true);
      if (state === "in") expect(rows.get(id)).toBe("USED_FOR_ENTRY");
    }
    expect([...codes].filter((code) => /server|request|auth/.test(code))).toEqual([]);
    expect(told.size).toBeGreaterThan(5);
  },
  timeout,
);

test(
  "a day is changed while its holders take tickets on the new day: one of both is refused, with its own sentence",
  async () => {
    const admin = await given.user({ roleId: Role.Admin });
    const seen = new Set<string>();
    for (let round = 0; round < rounds * 2; round++) {
      const [member, moved, other] = [
        await given.user(),
        await given.ticket({ day: "2026-11-01" }),
        await given.ticket({ day: "2026-11-02" }),
      ];
      await given.purchase({ userId: member.id, ticketId: moved.id });
      const [change, reserve] = await Promise.all([
        admin.call(api.tickets.update, { params: { id: moved.id }, body: { day: "2026-11-02" } }),
        member.call(api.purchases.reserve, { body: { ticketId: other.id } }),
      ]);
      seen.add(`${change.code ?? "moved"} / ${reserve.code ?? "reserved"}`);
    }
    expect(
      [...seen].filter((pair) => pair !== "moved / ticket.day_taken" && pair !== "ticket.day_conflict / reserved"),
    ).toEqual([]);
  },
  timeout,
);

test(
  "a ticket is deleted while it is taken: it is either gone or held",
  async () => {
    const admin = await given.user({ roleId: Role.Admin });
    const member = await given.user();
    const seen = new Set<string>();
    for (let round = 0; round < rounds * 2; round++) {
      const ticket = await given.ticket({ day: `2027-01-01`, quantity: 1 });
      const [gone, held] = await Promise.all([
        admin.call(api.tickets.remove, { params: { id: ticket.id } }),
        member.call(api.purchases.reserve, { body: { ticketId: ticket.id } }),
      ]);
      seen.add(`${gone.code ?? "gone"} / ${held.code ?? "held"}`);
      if (!held.code) await member.call(api.purchases.remove, { params: { id: held.data.id } });
    }
    expect(
      [...seen].filter((pair) => pair !== "gone / ticket.not_found" && pair !== "ticket.has_purchases / held"),
    ).toEqual([]);
  },
  timeout,
);

test(
  "a category is deleted while a ticket is made in it: one of both is refused, with its own sentence",
  async () => {
    const admin = await given.user({ roleId: Role.Admin });
    const seen = new Set<string>();
    for (let round = 0; round < rounds * 2; round++) {
      const { id } = await given.category();
      const [gone, made] = await Promise.all([
        admin.call(api.categories.remove, { params: { id } }),
        admin.call(api.tickets.create, { body: { title: "x", quantity: 1, day: "2027-01-01", category: id } }),
      ]);
      seen.add(`${gone.code ?? "gone"} / ${made.code ?? "made"}`);
    }
    expect(
      [...seen].filter((pair) => pair !== "gone / category.not_found" && pair !== "category.in_use / made"),
    ).toEqual([]);
  },
  timeout,
);
