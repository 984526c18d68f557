import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { api } from "@saha/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Member } from "../../test/given.ts";
import { openServer, type Server } from "../../test/harness.ts";
import { newPicturePath } from "./pictures.ts";

/** What the bucket was asked to remove, and the answers that it has not given yet. */
let asked: string[] = [];
const unanswered: ServerResponse[] = [];
let hangs = false;
const bucket = createServer(({ method, url = "" }, response) => {
  if (method === "DELETE") asked.push(url.replace("/saha", ""));
  if (method === "DELETE" && hangs) unanswered.push(response);
  else response.end();
});
let saha: Server;

beforeAll(async () => {
  await new Promise<void>((resolve) => bucket.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`;
  const keys = { accessKeyId: "key", secretAccessKey: "secret" };
  saha = await openServer({
    config: { s3: { endpoint, region: "eu-central-1", bucket: "saha", forcePathStyle: true, ...keys } },
  });
});
afterAll(async () => {
  bucket.closeAllConnections();
  bucket.close();
  await saha.close();
});
beforeEach(() => {
  asked = [];
});

/** Members with pictures, as if they had sent them. */
async function membersWithPictures(count: number) {
  const members = await Promise.all(Array.from({ length: count }, () => saha.given.user()));
  return Promise.all(
    members.map(async (member) => {
      const path = newPicturePath();
      await saha.query.insertInto("files").values({ path }).execute();
      await saha.query.updateTable("users").set({ avatar: path }).where("id", "=", member.id).execute();
      return { member, path };
    }),
  );
}

async function takePictureAway(member: Member) {
  const { status } = await member.call(api.profiles.update, { params: { userId: member.id }, body: { avatar: "" } });
  return status;
}

const listed = () => saha.query.selectFrom("removedFiles").select("path").execute();

test("a bucket that hangs holds up neither who changed a picture nor anybody else; a sweep goes on", async () => {
  saha.foreseeErrors();
  const { pool } = saha.core.database;
  // More than there are connections to the database.
  const changing = await membersWithPictures((pool.options.max ?? 0) + 2);
  const [kept] = await membersWithPictures(1);
  hangs = true;
  const began = performance.now();
  const statuses = await Promise.all(changing.map(({ member }) => takePictureAway(member)));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect((await kept?.member.call(api.auth.me))?.status).toBe(200);
  expect(performance.now() - began).toBeLessThan(6000);
  await expect.poll(() => unanswered.length).toBe(1);
  expect([pool.waitingCount, pool.totalCount - pool.idleCount]).toEqual([0, 0]);
  expect(asked).toHaveLength(1);

  const [failed] = asked;
  // A cut connection is tried again.
  await expect
    .poll(() => {
      for (const answer of unanswered.splice(0)) answer.destroy();
      return saha.logged.filter((line) => line.includes("could not be kept, read or removed")).length;
    })
    .toBe(1);
  expect(new Set(asked.splice(0))).toEqual(new Set([failed]));
  expect(await listed()).toHaveLength(changing.length);
  hangs = false;
  await saha.core.pictures.sweep();
  expect(asked.toSorted()).toEqual(changing.map(({ path }) => path).sort());
  expect(asked.at(-1)).toBe(failed);
  expect(await listed()).toEqual([]);
  expect(await saha.query.selectFrom("files").select("path").execute()).toEqual([{ path: kept?.path }]);
});

test("what is listed meanwhile is removed in the same pass, and what a crash left by the sweep", async () => {
  const [first, second] = await membersWithPictures(2);
  if (!first || !second) throw new Error("no members");
  hangs = true;
  await takePictureAway(first.member);
  await expect.poll(() => unanswered.length).toBe(1);
  await takePictureAway(second.member);
  hangs = false;
  for (const answer of unanswered.splice(0)) answer.end();
  await expect.poll(() => asked).toEqual([first.path, second.path]);
  await expect.poll(listed).toEqual([]);

  const left = newPicturePath();
  await saha.query.insertInto("removedFiles").values({ path: left }).execute();
  await saha.core.pictures.sweep();
  expect(asked.slice(2)).toEqual([left]);
  expect(await listed()).toEqual([]);
});
