import { setTimeout as sleep } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { api, Category, Role } from "@saha/contract";
import { afterAll, describe, expect, test } from "vitest";
import { sessionHeaders } from "../../test/caller.ts";
import { openServer } from "../../test/harness.ts";
import { cacheAnswer } from "./cached-answer.ts";

const day = "2026-10-21";
const saha = await openServer();
const admin = await saha.given.user({ roleId: Role.Admin });
const attendee = await saha.given.user();
const other = await saha.given.user();
afterAll(saha.close);

const purchasedOf = async (id: number) =>
  (await other.call(api.tickets.list)).data.find((ticket) => ticket.id === id)?.purchased;

describe("the list of tickets that attendees share", () => {
  test("shows what an administrator has just made, changed, hidden or removed", async () => {
    await attendee.call(api.tickets.list);
    const body = { title: "Night", quantity: 5, day, category: Category.Free };
    const { id } = (await admin.call(api.tickets.create, { body })).data;
    const seen = async () => (await attendee.call(api.tickets.list)).data.find((ticket) => ticket.id === id)?.title;
    expect(await seen()).toBe("Night");
    const change = (fields: { title?: string; visible?: boolean }) =>
      admin.call(api.tickets.update, { params: { id: String(id) }, body: fields });
    await change({ title: "Late night" });
    expect(await seen()).toBe("Late night");
    await change({ visible: false });
    expect(await seen()).toBeUndefined();
    await change({ visible: true });
    await admin.call(api.tickets.remove, { params: { id: String(id) } });
    expect(await seen()).toBeUndefined();
  });

  test("counts a place that was just taken or given back", async () => {
    const { id: ticketId } = await saha.given.ticket({ quantity: 5, day });
    const { data } = await attendee.call(api.purchases.reserve, { body: { ticketId } });
    expect(await purchasedOf(ticketId)).toBe(1);
    await attendee.call(api.purchases.remove, { params: { id: String(data.id) } });
    expect(await purchasedOf(ticketId)).toBe(0);
  });

  test("is never more than a second old, whoever changed it", async () => {
    const { id: ticketId } = await saha.given.ticket({ quantity: 5, day });
    await other.call(api.tickets.list);
    await saha.query.updateTable("tickets").set({ title: "By hand" }).where("id", "=", ticketId).execute();
    await sleep(1000);
    expect((await other.call(api.tickets.list)).data.find((ticket) => ticket.id === ticketId)?.title).toBe("By hand");
  });

  test("comes packed as the caller can read it, the same bytes to everybody", async () => {
    for (let i = 0; i < 5; i++) await saha.given.ticket({ quantity: 5, day });
    await sleep(1000);
    const get = async (encodings: string) => {
      const headers = { ...sessionHeaders(attendee), "accept-encoding": encodings };
      return saha.app.inject({ url: "/api/ticket", headers });
    };
    const plain = await get("identity");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    for (const [accepted, packing, unpack] of [
      ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
      ["gzip, br;q=0", "gzip", gunzipSync],
    ] as const) {
      const answer = await get(accepted);
      expect(answer.headers).toMatchObject({
        "content-encoding": packing,
        vary: expect.stringMatching(/accept-encoding/i),
      });
      expect(unpack(answer.rawPayload).toString()).toBe(plain.payload);
    }
  });
});

describe("sharing", () => {
  test("reads once for a crowd, and again after a second", async () => {
    let reads = 0;
    const cached = cacheAnswer(async () => ++reads);
    await Promise.all(Array.from({ length: 1000 }, () => cached.get()));
    expect(reads).toBe(1);
    await sleep(1000);
    expect((await cached.get()).data).toBe(2);
  });

  test("reads again when a reading has said, and no later than told", async () => {
    let reads = 0;
    const cached = cacheAnswer(
      async (keepFor) => {
        keepFor(200);
        keepFor(60_000);
        return ++reads;
      },
      { maxAgeMs: 10_000 },
    );
    expect([(await cached.get()).data, (await cached.get()).data]).toEqual([1, 1]);
    await sleep(250);
    expect((await cached.get()).data).toBe(2);
  });

  test("gives what was read after a drop, also when an earlier reading ends later", async () => {
    const readings: ((value: string) => void)[] = [];
    const cached = cacheAnswer(() => new Promise<string>((resolve) => readings.push(resolve)));
    const before = cached.get();
    cached.invalidate();
    const after = cached.get();
    readings[1]?.("new");
    readings[0]?.("old");
    expect([(await before).data, (await after).data, (await cached.get()).data]).toEqual(["old", "new", "new"]);
  });

  test("reads anew after each of a few throttled invalidations, and seldom in a rush of them", async () => {
    let reads = 0;
    const cached = cacheAnswer(async () => ++reads);
    for (let i = 1; i <= 200; i++) {
      cached.invalidateThrottled();
      await cached.get();
    }
    expect(reads).toBe(20);
  });

  test("keeps no failure", async () => {
    let reads = 0;
    const cached = cacheAnswer(async () => {
      if (++reads === 1) throw new Error("down");
      return reads;
    });
    await expect(cached.get()).rejects.toThrow("down");
    expect((await cached.get()).data).toBe(2);
  });
});
