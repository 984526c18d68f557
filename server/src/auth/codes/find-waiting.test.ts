import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openServer, type Server } from "../../../test/harness.ts";
import { deviceHash } from "../sessions/known-device.ts";
import { findWaiting } from "./find-waiting.ts";

let saha: Server;
beforeAll(async () => {
  saha = await openServer();
});
afterAll(() => saha.close());

test("of thousands of accounts that wait for an address the named one, the device's and one more are read", async () => {
  const address = "crowd@mail.example";
  const [device, own, known] = [deviceHash("a browser"), await saha.given.user(), await saha.given.user()];
  const wanted = { email: address, updatedAt: sql<string>`now() - interval '1 day'` };
  const { id: named } = await saha.given.user();
  for (const { id } of [own, known, { id: named }])
    await saha.query.updateTable("users").set(wanted).where("id", "=", id).execute();
  await saha.query.updateTable("users").set({ registeredOn: device }).where("id", "=", own.id).execute();
  await saha.query.insertInto("knownDevices").values({ userId: known.id, deviceHash: device }).execute();
  await sql`insert into users (username, username_key, role_id, password_hash, email, registered_on)
    select 'crowd-' || n, 'crowd-' || n, 1, 'no hash', ${address}, sha256(n::text::bytea)
    from generate_series(1, 5000) as n`.execute(saha.query);
  await sql`insert into users (username, username_key, role_id, password_hash, email, registered_on)
    select 'device-' || n, 'device-' || n, 1, 'no hash', n || '@mail.example', ${device}
    from generate_series(1, 5000) as n`.execute(saha.query);
  const asked = { address, purpose: "verification", device, userId: named } as const;
  const found = await findWaiting(saha.core.database, asked);
  expect(found.length).toBeLessThanOrEqual(4);
  expect(found.map(({ id }) => id)).toContain(named);
  expect(found.flatMap(({ id, isOfDevice }) => (isOfDevice ? [id] : [])).sort()).toEqual([own.id, known.id].sort());
  const strangers = { address, purpose: "verification", device: deviceHash("another") } as const;
  expect(await findWaiting(saha.core.database, strangers)).toEqual([]);
  const others = await findWaiting(saha.core.database, { ...strangers, hasOthers: true });
  expect(others.map(({ isOfDevice }) => Boolean(isOfDevice))).toEqual([false]);
});
