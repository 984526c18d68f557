import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openServer, type Server } from "../../../test/harness.ts";
import { deviceHash } from "../sessions/known-device.ts";
import { type Asked, findWaiting, selectWaiting } from "./find-waiting.ts";
import type { Purpose } from "./one-time-code.ts";

let saha: Server;
beforeAll(async () => {
  saha = await openServer();
});
afterAll(() => saha.close());

async function findOne(asked: Asked) {
  const [found = []] = await findWaiting(saha.query, [asked]);
  return found;
}

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
  const found = await findOne(asked);
  expect(found.length).toBeLessThanOrEqual(4);
  expect(found.map(({ id }) => id)).toContain(named);
  expect(found.flatMap(({ id, isOfDevice }) => (isOfDevice ? [id] : [])).sort()).toEqual([own.id, known.id].sort());
  const strangers = { address, purpose: "verification", device: deviceHash("another") } as const;
  expect(await findOne(strangers)).toEqual([]);
  const others = await findOne({ ...strangers, hasOthers: true });
  expect(others.map(({ isOfDevice }) => Boolean(isOfDevice))).toEqual([false]);
});

test("of thousands that signed in on one device the newest are found", async () => {
  const [device, address] = [deviceHash("a device of the hall"), "hall@mail.example"];
  const signIn = async () => {
    const { id } = await saha.given.user();
    await saha.query.updateTable("users").set({ email: address }).where("id", "=", id).execute();
    await saha.query.insertInto("knownDevices").values({ userId: id, deviceHash: device }).execute();
    return id;
  };
  const early = await signIn();
  expect(await findOne({ address, purpose: "verification", device })).toMatchObject([{ id: early }]);
  await sql`with made as (
      insert into users (username, username_key, role_id, password_hash)
      select 'hall-' || n, 'hall-' || n, 1, 'no hash' from generate_series(1, 5000) as n returning id
    )
    insert into known_devices (user_id, device_hash) select id, ${device}::bytea from made`.execute(saha.query);
  const late = await signIn();
  expect(await findOne({ address, purpose: "verification", device })).toMatchObject([{ id: late, isOfDevice: true }]);
});

/** Each kind of asking, for addresses and devices of all kinds, signed in as these or not at all. */
function everyKind(addresses: string[], devices: string[], userIds: number[] = []): Asked[] {
  return addresses.flatMap((address) =>
    devices
      .map(deviceHash)
      .flatMap((device) =>
        (["verification", "recovery"] as const).flatMap((purpose) =>
          [undefined, ...userIds].flatMap((userId) =>
            [true, false].map((hasOthers) => ({ address, purpose, device, userId, hasOthers })),
          ),
        ),
      ),
  );
}

test("many who ask at once are each answered as if they asked alone", async () => {
  const { id: owner } = await saha.given.user();
  const owned = { email: "owned@mail.example", isVerified: true };
  await saha.query.updateTable("users").set(owned).where("id", "=", owner).execute();
  await saha.query
    .insertInto("knownDevices")
    .values({ userId: owner, deviceHash: deviceHash("known") })
    .execute();
  const { id: changing } = await saha.given.user();
  const changed = { ...owned, email: "other@mail.example", pendingEmail: "wanted@mail.example" };
  await saha.query.updateTable("users").set(changed).where("id", "=", changing).execute();
  const addresses = ["owned@mail.example", "wanted@mail.example", "crowd@mail.example", "nobody@mail.example"];
  const asked = everyKind(addresses, ["a browser", "another", "known"], [owner, changing]);
  const together = await findWaiting(saha.query, asked);
  const alone = await Promise.all(asked.map(findOne));
  expect(together).toEqual(alone);
  const idsOf = (address: string, purpose: Purpose) =>
    together.flatMap((found, n) =>
      asked[n]?.address === address && asked[n].purpose === purpose ? found.map(({ id }) => id) : [],
    );
  expect(new Set(idsOf("owned@mail.example", "recovery"))).toEqual(new Set([owner]));
  expect(idsOf("owned@mail.example", "verification")).toEqual([]);
  expect(new Set(idsOf("wanted@mail.example", "verification"))).toEqual(new Set([changing]));
  expect(idsOf("wanted@mail.example", "recovery")).toEqual([]);
});

test("no part of the look-up reads all accounts, however few or many ask; a plain join does (broken twin)", async () => {
  await sql`analyze users, known_devices`.execute(saha.owner);
  const planOf = async (statement: RawBuilder<unknown>) => {
    const { rows } = await sql<Record<string, string>>`explain (costs off) ${statement}`.execute(saha.query);
    return rows.map((row) => Object.values(row)[0]).join("\n");
  };
  const asked = everyKind(["crowd@mail.example", "nobody@mail.example"], ["a browser", "a device of the hall"]);
  for (const some of [asked.slice(0, 1), asked]) expect(await planOf(selectWaiting(some))).not.toMatch(/Seq Scan/);
  const addresses = asked.map(({ address }) => address);
  const joined = sql`select id from users, unnest(${addresses}::text[]) as address where email ilike address`;
  expect(await planOf(joined)).toMatch(/Seq Scan on users/);
});
