import { setTimeout as sleep } from "node:timers/promises";
import { api, Role, usernameKey } from "@saha/contract";
import { afterAll, describe, expect, test } from "vitest";
import { openServer } from "../../../test/harness.ts";
import { register as enrol } from "../register.ts";
import { fillSkeletons } from "./fill-skeletons.ts";
import { usernameSkeleton } from "./skeleton.ts";

const saha = await openServer();
afterAll(saha.close);
const { query } = saha;

const password = "kalima-sirriya-77";
const register = (username: string) =>
  saha.stranger(api.auth.register, { body: { username, password, password_confirmation: password } });

/** Names of one script each, which the refusal of mixed scripts lets through. */
const imitations: [string, string][] = [
  ["khalil", "khali1"],
  ["khalil", "khaIil"],
  ["noura0", "nouraO"],
  ["modern", "modem"],
  ["cop", "\u0441\u043e\u0440"],
  ["saha", "s\u0251h\u0251"],
  ["\u0639\u0644\u064a", "\u0639\u0644\u0649"],
  ["\u0639\u0644\u064a", "\u0639\u0644\u06cc"],
  ["\u0643\u0631\u064a\u0645", "\u06a9\u0631\u06cc\u0645"],
  ["\u0646\u0647\u0649", "\u0646\u06c1\u0649"],
  ["\u0645\u0627\u062c\u062f\u0667", "\u0645\u0627\u062c\u062f7"],
];

describe("a name of one script that looks like another's", () => {
  test.each(imitations)("%s and %s are one to the eye", (name, other) =>
    expect(usernameSkeleton(other)).toBe(usernameSkeleton(name)),
  );

  test.each([
    ["\u0633\u0627\u0631\u0629", "\u0633\u0627\u0631\u0627"],
    ["\u0623\u062d\u0645\u062f", "\u0645\u062d\u0645\u062f"],
    ["noura-1", "noura-2"],
    ["nora", "noura"],
    ["omar_k", "omar-k"],
  ])("%s and %s are told apart", (name, other) => expect(usernameSkeleton(other)).not.toBe(usernameSkeleton(name)));

  test("is refused at its field, with a sentence, whoever was first", async () => {
    expect((await register("khalil")).status).toBe(201);
    const { code, refusal } = await register("khali1");
    expect([code, refusal?.issues?.map(({ field }) => field)]).toEqual(["user.username_imitates", ["username"]]);
    expect((await register("KHALIL")).code).toBe("user.username_taken");
    expect((await register("khaled")).status).toBe(201);
  });
});

describe("a name that an eye in a hurry takes for one of the staff", () => {
  const raised = ["admin\u0674", "admin\u02C8", "admin\u02BC", "admin\u02B9"];
  const drawn = ["ᴀdmin", "adᴍin", "aꝺmin", "admiŋ", "aᴅᴍɪɴ"];
  const staff = {
    admin: ["admln", "admin.", "_admin", "ádmin", "a.d-m_i.n", "ADM1N", ...raised, ...drawn],
    إدارة: ["ادارة", "إدا_رة"],
  };

  test("is refused to whoever registers, with a sentence at its field", async () => {
    for (const [username, imitators] of Object.entries(staff)) {
      await saha.given.user({ username, roleId: Role.Admin });
      for (const imitator of imitators) {
        const { code, refusal } = await register(imitator);
        const field = refusal?.issues?.map((issue) => issue.field);
        expect([imitator, code, field]).toEqual([imitator, "user.username_imitates", ["username"]]);
      }
    }
    expect((await register("admin")).code).toBe("user.username_taken");
    expect((await register("adminah")).status).toBe(201);
  });

  test("is taken beside that of an attendee, and what administrators name is theirs to choose", async () => {
    await saha.given.user({ username: "nadia" });
    for (const username of ["nad.ia", "nádia", "nad_la"]) expect((await register(username)).status).toBe(201);
    const administrator = await saha.given.user({ username: "gate1", roleId: Role.Admin });
    const named = { username: "gate-1", password, password_confirmation: password, roleId: Role.ScanAdmin };
    const { status } = await administrator.call(api.users.create, {
      body: { ...named, password: "kalima-sirriya-7731-zayd", password_confirmation: "kalima-sirriya-7731-zayd" },
    });
    expect(status).toBe(201);
  });
});

describe("twenty who look alike at once", () => {
  /** `l`, `1` and `I` in each of five places: as many names as one likes, all alike. */
  const alike = (name: string) =>
    Array.from(
      { length: 20 },
      (_, n) => name + [0, 1, 2].map((place) => "l1I"[Math.floor(n / 3 ** place) % 3]).join(""),
    );

  test("one is registered, and the others are told why not", async () => {
    const answers = await Promise.allSettled(
      alike("race-").map((username) =>
        saha.core.database.transact((tx) => enrol(tx, { username, passwordHash: "none" })),
      ),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const codes = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason.code] : []));
    expect(codes.filter((code) => !/^user\.username_(imitates|taken)$/.test(code))).toEqual([]);
  });

  test("more are registered where one looks first and has no index (broken twin)", async () => {
    const naive = (username: string) =>
      saha.core.database.transact(async (tx) => {
        const names = await tx.selectFrom("users").select("username").execute();
        if (names.some((row) => usernameSkeleton(row.username) === usernameSkeleton(username))) return false;
        const usernameRow = { username, usernameKey: usernameKey(username), roleId: 5 as const, passwordHash: "none" };
        await tx
          .insertInto("users")
          .values(usernameRow)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        return true;
      });
    const made = await Promise.all(alike("twin-").map(naive));
    expect(made.filter(Boolean).length).toBeGreaterThan(1);
  });
});

test("accounts of before are filled in; of those that look alike the oldest holds the name, and the start goes on", async () => {
  const [first, second, alone] = await Promise.all([
    saha.given.user({ username: "old-l" }),
    saha.given.user({ username: "old-1" }),
    saha.given.user({ username: "old-2" }),
  ]);
  const held = async () => {
    const rows = await query
      .selectFrom("users")
      .select(["id", "usernameSkeleton"])
      .where("id", "in", [first.id, second.id, alone.id])
      .execute();
    return new Map(rows.map(({ id, usernameSkeleton }) => [id, usernameSkeleton]));
  };
  for (let start = 0; start < 2; start++) {
    await fillSkeletons(saha.core.database);
    const oldest = Math.min(first.id, second.id);
    expect(await held()).toEqual(
      new Map([
        [first.id, first.id === oldest ? "old-l" : null],
        [second.id, second.id === oldest ? "old-l" : null],
        [alone.id, "old-2"],
      ]),
    );
  }
  expect((await register("old-I")).code).toBe("user.username_imitates");
});

test("a deadlock with a running process, which writes accounts in another order, ends no start", async () => {
  const [first, second] = [
    await saha.given.user({ username: "a-lock" }),
    await saha.given.user({ username: "b-lock" }),
  ];
  await query.updateTable("users").set({ usernameSkeleton: null }).where("id", "in", [first.id, second.id]).execute();
  const lock = (tx: typeof query, id: number) =>
    tx.selectFrom("users").select("id").where("id", "=", id).forUpdate().execute();
  let start: Promise<void> | undefined;
  await query.transaction().execute(async (tx) => {
    await lock(tx, second.id);
    start = fillSkeletons(saha.core.database);
    await sleep(300);
    await lock(tx, first.id);
  });
  await start;
  const rows = await query.selectFrom("users").select("usernameSkeleton").where("username", "like", "_-lock").execute();
  expect(rows.map((row) => row.usernameSkeleton).sort()).toEqual(["a-lock", "b-lock"]);
});
