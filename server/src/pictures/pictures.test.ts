import { rmSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { api, Role } from "@saha/contract";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { xssFileNames } from "../../../e2e/xss-corpus.ts";
import { refusalOf, sessionHeaders } from "../../test/caller.ts";
import { filesIn, form } from "../../test/form.ts";
import type { Member } from "../../test/given.ts";
import { openServer, type Server } from "../../test/harness.ts";
import { gifOf, picture, svg } from "../../test/picture-bytes.ts";
import { buildApp } from "../app.ts";
import { picturesOfNetwork as usualOfNetwork } from "../http/forms/picture-fields.ts";
import { openQuota } from "../limits/quota.ts";
import { newPicturePath } from "./pictures.ts";

let server: Server;
let admin: Member;
let png: Buffer;

beforeAll(async () => {
  server = await openServer();
  admin = await server.given.user({ roleId: Role.Admin });
  png = await picture("png");
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.query.updateTable("themes").set({ logo: null }).execute();
  const rows = await server.query.selectFrom("files").select("path").execute();
  await server.core.pictures.release(rows.map(({ path }) => path));
  expect(filesIn(server.core.config.dataDir)).toEqual([]);
});

async function change(...asked: Parameters<typeof form>) {
  const sent = await form(asked[0], { ...sessionHeaders(admin), ...asked[1] });
  return server.send("PUT", "/api/main-theme", sent);
}

async function changed(...asked: Parameters<typeof form>) {
  const answer = await change(...asked);
  expect(answer.status, answer.text).toBe(200);
  return JSON.parse(answer.text).data;
}

async function fetchFile(path: string) {
  const answer = await fetch(server.address + path);
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

async function nothingStored() {
  expect(filesIn(server.core.config.dataDir)).toEqual([]);
  expect(await server.query.selectFrom("files").selectAll().execute()).toEqual([]);
}

describe("a logo that is taken", () => {
  test.for(["png", "jpeg", "webp", "gif"] as const)(
    "is a clean WebP, whatever the name and type say: %s",
    async (kind) => {
      const theme = await changed({ logo: { bytes: await picture(kind), name: "x.exe", type: "text/html" } });
      expect(theme.logo).toMatch(/^\/files\/[\w-]{22}\.webp$/);
      const { format, width, height } = await sharp((await fetchFile(theme.logo)).bytes).metadata();
      expect({ format, width, height }).toEqual({ format: "webp", width: 64, height: 32 });
    },
  );

  test("is drawn when it is a drawing, and small ones large enough for any screen", async () => {
    const theme = await changed({ logo: { bytes: svg('viewBox="0 0 24 12"'), name: "logo.svg" } });
    const file = await fetchFile(theme.logo);
    expect(file.headers.get("content-type")).toBe("image/webp");
    expect(await sharp(file.bytes).metadata()).toMatchObject({ format: "webp", width: 1024, height: 512 });
  });

  test("is at most 2048 pixels a side, upright and without a word about where it was taken", async () => {
    const wide = sharp({ create: { width: 3000, height: 1000, channels: 3, background: "teal" } });
    const exif = { IFD0: { Copyright: "somebody" }, IFD3: { GPSLatitude: "24/1 42/1 0/1" } };
    const turned = await wide.withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(turned.includes("somebody")).toBe(true);
    const { bytes } = await fetchFile((await changed({ logo: { bytes: turned } })).logo);
    const { width, height, exif: left, orientation, icc } = await sharp(bytes).metadata();
    expect({ width, height, left, orientation, icc }).toEqual({ width: 683, height: 2048 });
    expect(bytes.includes("somebody")).toBe(false);
  });

  test("shows the first frame of an animation", async () => {
    const animation = gifOf(8, 8, 3);
    expect((await sharp(animation).metadata()).pages).toBe(3);
    const { bytes } = await fetchFile((await changed({ logo: { bytes: animation } })).logo);
    expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1);
  });

  test("is served for good, with walls of its own, and is what it says", async () => {
    const { logo } = await changed({ logo: { bytes: png } });
    const { status, headers } = await fetchFile(logo);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "content-disposition": `inline; filename="${basename(logo)}"`,
    });
    expect((await server.send("HEAD", logo)).headers["content-length"]).toBe(headers.get("content-length"));
  });

  test("takes the place of the old one, which goes after the commit", async () => {
    const first = await changed({ logo: { bytes: png } });
    const second = await changed({ logo: { bytes: png } });
    expect(second.logo).not.toBe(first.logo);
    expect((await fetchFile(first.logo)).status).toBe(404);
    expect((await fetchFile(second.logo)).status).toBe(200);
    expect(filesIn(server.core.config.dataDir)).toEqual([second.logo.slice(1)]);
  });

  test("stays when a text stands in its place, in a form or in JSON: only a file is a logo", async () => {
    const { logo } = await changed({ logo: { bytes: png } });
    expect((await changed({ logo: "https://off.example/x.png", primary: "#102030" })).logo).toBe(logo);
    expect((await changed({ logo: { bytes: Buffer.alloc(0), name: "" } })).logo).toBe(logo);
    const { data } = await admin.call(api.themes.updateMain, { body: { logo: "javascript:alert(1)" } });
    expect(data).toMatchObject({ logo, primary: "#102030" });
  });

  test("has a name that owes nothing to the file's own", async () => {
    for (const name of xssFileNames({ run: "canary(1)", host: "off.example" })) {
      const { logo } = await changed({ logo: { bytes: png, name } });
      expect(logo).toMatch(/^\/files\/[\w-]{22}\.webp$/);
    }
    expect(filesIn(server.core.config.dataDir)).toHaveLength(1);
  });
});

describe("colours", () => {
  test.for(["red", "#fff", "#12345G", "#1234567", "123456", "#12345６", "", "javascript:x"])(
    "other than six hex digits are refused, and the picture beside them is not kept: %s",
    async (primary) => {
      const refusal = refusalOf(await change({ primary, logo: { bytes: png } }, { "accept-language": "en" }));
      const message = "Color must be a valid HEX code like #FFFFFF";
      expect(refusal).toMatchObject({ code: "request.invalid", message, issues: [{ field: "primary", message }] });
      await nothingStored();
    },
  );

  test.for(["#FFFFFF", "#000000", "#808080"])("that are all alike are taken: %s", async (colour) => {
    const theme = await changed({ primary: colour, secondary: colour, tertiary: colour });
    expect(theme).toMatchObject({ primary: colour, secondary: colour, tertiary: colour });
  });

  test("that are not sent stay", async () => {
    const before = await changed({ primary: "#010203", secondary: "#040506", tertiary: "#070809" });
    expect(await changed({ secondary: "#AABBCC" })).toMatchObject({
      ...before,
      secondary: "#AABBCC",
      updatedAt: expect.any(String),
    });
    expect((await server.stranger(api.themes.main)).data).toMatchObject({ primary: "#010203", secondary: "#AABBCC" });
  });
});

describe("nothing is left behind", () => {
  test("when the effect fails after the picture was kept", async () => {
    server.foreseeErrors();
    await sql`create function fail() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$`.execute(
      server.owner,
    );
    await sql`create trigger planted before update on themes for each row execute function fail()`.execute(
      server.owner,
    );
    try {
      expect((await change({ logo: { bytes: png } })).status).toBe(500);
    } finally {
      await sql`drop function fail cascade`.execute(server.owner);
    }
    await nothingStored();
  });

  test("by a crash: the sweep takes what is old and shown by nothing, and only that", async () => {
    const { pictures, config } = server.core;
    const { logo } = await changed({ logo: { bytes: png } });
    const [orphan, fresh] = [newPicturePath(), newPicturePath()];
    await server.query
      .insertInto("files")
      .values([{ path: orphan }, { path: fresh }])
      .execute();
    for (const path of [orphan, fresh]) writeFileSync(join(config.dataDir, path), png);
    const [oldUpload, newUpload] = [pictures.newUpload(), pictures.newUpload()];
    for (const file of [oldUpload, newUpload]) writeFileSync(file, png);
    const old = new Date(Date.now() - 2 * 3_600_000);
    utimesSync(oldUpload, old, old);
    await server.query.updateTable("files").set({ createdAt: old }).where("path", "!=", fresh).execute();
    expect(await pictures.sweep()).toBe(2);
    const left = [logo.slice(1), fresh.slice(1), `uploads/${basename(newUpload)}`];
    expect(filesIn(config.dataDir).sort()).toEqual(left.sort());
    expect((await fetchFile(logo)).status).toBe(200);
    rmSync(newUpload);
  });

  test("every column that shows a file refers to it by a key", async () => {
    const { rows } = await sql<{ name: string }>`
      select c.table_name || '.' || c.column_name as name from information_schema.columns c
      where c.table_schema = 'public' and c.column_name in ('logo', 'image', 'avatar')
        and not exists (
          select from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
          where contype = 'f' and confrelid = 'files'::regclass
            and conrelid = c.table_name::regclass and attname = c.column_name)`.execute(server.query);
    expect(rows).toEqual([]);
  });
});

test("no address leads out of the folder of pictures", async () => {
  const { logo } = await changed({ logo: { bytes: png } });
  const name = basename(logo);
  for (const path of [
    "/files/",
    "/files/../files/secret",
    "/files/..%2fsecret-key",
    "/files/%2e%2e/%2e%2e/etc/passwd",
    "/files/..%5c..%5cx.webp",
    "/files//etc/passwd",
    `/files/${name}/`,
    `/files/${name}%00`,
    `/files/${name}.br`,
    `/files/./${name}`,
    `/files/x/../${name}`,
    `/files/${"a".repeat(22)}.webp`,
    "/files/%ff%fe.webp",
  ]) {
    const answer = await server.send("GET", path);
    expect([400, 404], `${path} answered ${answer.status}`).toContain(answer.status);
    expect(answer.headers["content-type"]).toMatch(/^application\/json/);
  }
});

test("the staff's pictures go first, attendees' take the turns of their network", async () => {
  const { pictures } = server.core;
  const keep = vi.spyOn(pictures, "keep");
  const member = await server.given.user();
  for (const [by, path] of [
    [member, `/api/profile/${member.id}`],
    [admin, "/api/main-theme"],
  ] as const) {
    const field = by === member ? "avatar" : "logo";
    const sent = await form({ [field]: { bytes: png } }, sessionHeaders(by));
    expect((await server.send("PUT", path, sent)).status).toBe(200);
  }
  expect(keep.mock.calls.map(([, , turn]) => turn)).toMatchObject([
    { account: member.id, isOfNetwork: true },
    { known: `account ${admin.id}`, isOfNetwork: false },
  ]);
  keep.mockRestore();
  await server.query.updateTable("users").set({ avatar: null }).where("id", "=", member.id).execute();
});

test("of a network's accounts that cost nothing a bound of pictures is drawn, of those that a gate let in none of it", async () => {
  const picturesOfNetwork = openQuota(undefined, { ...usualOfNetwork, points: 2 });
  const app = await buildApp({ ...server.core, picturesOfNetwork });
  const dot = { bytes: await picture("png", { width: 4, height: 4 }) };
  const send = async (isVerified: boolean) => {
    const by = await server.given.user();
    if (isVerified) {
      const email = `${by.username}@mail.example`;
      await server.query.updateTable("users").set({ email, isVerified: true }).where("id", "=", by.id).execute();
    }
    const { headers, body: payload } = await form({ avatar: dot }, sessionHeaders(by));
    return (await app.inject({ method: "PUT", url: `/api/profile/${by.id}`, headers, payload })).statusCode;
  };
  expect([await send(false), await send(false), await send(false)]).toEqual([200, 200, 429]);
  expect(await send(true)).toBe(200);
  await app.close();
  await server.query.updateTable("users").set({ avatar: null }).execute();
});

test("an account that has used up its own pictures, or sends none, uses up none of its network's", async () => {
  const quota = (points: number, name: string) => openQuota(undefined, { ...usualOfNetwork, name, points });
  const parts = { drawnPictures: quota(3, "own"), picturesOfNetwork: quota(3, "network") };
  const app = await buildApp({ ...server.core, ...parts });
  const dot = { bytes: await picture("png", { width: 4, height: 4 }) };
  const send = async (by: Member, avatar: { bytes: Buffer }) => {
    const { headers, body: payload } = await form({ avatar }, sessionHeaders(by));
    return (await app.inject({ method: "PUT", url: `/api/profile/${by.id}`, headers, payload })).statusCode;
  };
  const [greedy, neighbour] = [await server.given.user(), await server.given.user()];
  const statuses = [await send(greedy, { bytes: Buffer.from("x") }), await send(greedy, dot), await send(greedy, dot)];
  for (let n = 0; n < 10; n++) statuses.push(await send(greedy, dot));
  expect(statuses).toEqual([415, 200, 200, ...Array.from({ length: 10 }, () => 429)]);
  expect(await send(neighbour, dot)).toBe(200);
  await app.close();
  await server.query.updateTable("users").set({ avatar: null }).execute();
});

test("forms that wait for what they change hold no place of those that come", async () => {
  const app = await buildApp(server.core);
  const people = await Promise.all(Array.from({ length: 260 }, () => server.given.user()));
  const send = async (by: Member | undefined, fields: Parameters<typeof form>[0] = { name: "Reem" }) => {
    if (!by) throw new Error("there are too few people");
    const { headers, body: payload } = await form(fields, sessionHeaders(by));
    return app.inject({ method: "PUT", url: `/api/profile/${by.id}`, headers, payload });
  };
  const last = people.pop();
  const sender = people.pop();
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
  const lock = server.query.transaction().execute(async (tx) => {
    await sql`lock table users in share row exclusive mode`.execute(tx);
    locked();
    await isOver;
  });
  await isLocked;
  // Before what the others wait for.
  const withPicture = send(sender, { avatar: { bytes: Buffer.concat([png, Buffer.alloc(5_000_000)]) } });
  const waiting: ReturnType<typeof send>[] = [];
  for (let times = 0; times < 2; times++) {
    waiting.push(...people.map((by) => send(by)));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  // Nor do they hold the disk, by the file as it was sent.
  const left = () => filesIn(server.core.config.dataDir).filter((name) => name.startsWith("uploads/"));
  await expect.poll(left, { timeout: 10_000 }).toEqual([]);
  const mine = send(last);
  await new Promise((resolve) => setTimeout(resolve, 500));
  end();
  await lock;
  const statuses = (await Promise.all(waiting)).map(({ statusCode }) => statusCode);
  // More than there are places.
  expect(statuses).toEqual(Array.from({ length: 516 }, () => 200));
  expect([(await mine).statusCode, (await withPicture).statusCode]).toEqual([200, 200]);
  await app.close();
  await server.query.updateTable("users").set({ avatar: null }).execute();
});

test("sixty pictures an hour are drawn for a member, those of refused forms too", async () => {
  const [member, other] = [await server.given.user(), await server.given.user()];
  const dot = { bytes: await picture("png", { width: 4, height: 4 }) };
  const send = async (by: Member, to: Member) => {
    const sent = await form({ avatar: dot }, sessionHeaders(by));
    return (await server.send("PUT", `/api/profile/${to.id}`, sent)).status;
  };
  const statuses: number[] = [];
  for (let n = 0; n < 60; n++) statuses.push(await send(member, other));
  expect(new Set(statuses)).toEqual(new Set([404]));
  expect(await send(member, member)).toBe(429);
  expect(await send(other, other)).toBe(200);
});
