import { api, Category, type Endpoint, Role } from "@saha/contract";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { endpoints } from "../src/http/serve.ts";
import { askAs } from "./ask.ts";
import { refusalOf } from "./caller.ts";
import type { Member } from "./given.ts";
import { openServer } from "./harness.ts";
import { requestsTo } from "./inputs.ts";
import { brokenLaws } from "./laws.ts";
import { everyRow } from "./refused.ts";
import { full } from "./soak.ts";

const inputs = full({ full: 30, otherwise: 2 });
const seed = Number(process.env.FUZZ_SEED ?? 20261122);

const saha = await openServer();
afterAll(saha.close);
const { given, query } = saha;

/** What no answer may hold for those who are not meant to read it; no generated text holds any of it. */
const marks = {
  email: "hidden-address@mail.example",
  answer: "hidden-answer-of-the-survey",
  sentTo: "hidden-guest@mail.example",
  inviter: "hidden-inviter",
};

/** An evening with everything in it, whose people and rows have the first ids, which generated calls meet. */
async function openEvening() {
  const admin = await given.user({ roleId: Role.Admin });
  const people = await Promise.all([1, 2, 3].map(() => given.user()));
  const [victim, ...others] = people as [Member, ...Member[]];
  await query.updateTable("users").set({ email: marks.email, isVerified: true }).where("id", "=", victim.id).execute();
  const game = await given.game({ leaderboard: true });
  const trivia = await given.game({ platformId: 5 });
  for (const { id } of [game, trivia])
    await given.score({ userId: victim.id, gameId: id, score: 40, actorId: admin.id });
  for (const { id } of people) await given.entry({ userId: id, gameId: game.id });
  const ticket = await given.ticket({ quantity: 50 });
  const { qrToken, shortCode } = await given.purchase({ userId: victim.id, ticketId: ticket.id });
  const poll = await admin.call(api.polls.create, {
    body: { boothId: game.boothId, name: "سحب", secondary: "في الجناح", renderTime: 0 },
  });
  for (const one of people) await one.call(api.polls.join, { body: { pollId: poll.data.id, userId: one.id } });
  await admin.call(api.polls.roll, { body: { pollId: poll.data.id } });
  const question = await admin.call(api.surveys.create, { body: { question: "كيف كان المساء؟" } });
  await victim.call(api.surveys.answer, { body: { questionId: question.data.id, answer: marks.answer } });
  const invitation = { title: "دعوة", day: given.today(), quantity: 3, category: Category.Invitation };
  await admin.call(api.tickets.create, { body: { ...invitation, ticketInviter: marks.inviter } });
  const codes = (await admin.call(api.invitations.list)).data;
  const [code] = codes;
  await admin.call(api.invitations.update, { params: { id: code?.id ?? 0 }, body: { sentTo: marks.sentTo } });
  const { rows } = await sql<{ seed: string }>`select encode(next_seed, 'hex') as seed from polls`.execute(query);
  return {
    victim,
    others,
    boothId: game.boothId,
    questionId: question.data.id,
    secrets: { qrToken, shortCode, code: code?.code ?? "", ...marks },
    /** Of nobody, whoever asks. */
    never: ["$argon2", ...rows.map((row) => row.seed)],
  };
}
const evening = await openEvening();

/** What is the victim's, in the tables that others may never change for them. */
async function ofVictim(tables: readonly string[]): Promise<unknown> {
  const all: Record<string, unknown> = {};
  for (const table of tables) {
    const column = sql.ref(table === "users" ? "id" : "user_id");
    const { rows } = await sql`
      select to_jsonb(t) - 'updated_at' as row from ${sql.table(table)} t
      where ${column} = ${evening.victim.id} order by 1`.execute(query);
    all[table] = rows;
  }
  return all;
}

const owned = ["users", "purchases", "queue_entries", "scores", "score_log", "poll_entries", "survey_answers"] as const;
const byStaff = ["purchases", "users", "poll_entries", "survey_answers"] as const;

type Actor = {
  who: string;
  role: Role | undefined;
  mayRead: (keyof typeof evening.secrets)[];
  kept: readonly string[];
};
/** Who may read what of the victim's, and what of the victim's stays whatever they send. The strongest come last. */
const actors: Actor[] = [
  { who: "a stranger", role: undefined, mayRead: [], kept: owned },
  { who: "a member", role: Role.User, mayRead: [], kept: owned },
  { who: "a gate", role: Role.ScanAdmin, mayRead: [], kept: ["users", "queue_entries", "scores", "survey_answers"] },
  { who: "a game admin", role: Role.GameAdmin, mayRead: [], kept: byStaff },
  { who: "a trivia admin", role: Role.TriviaAdmin, mayRead: [], kept: byStaff },
  { who: "a super trivia admin", role: Role.SuperTriviaAdmin, mayRead: [], kept: byStaff },
  { who: "a score admin", role: Role.ScoreAdmin, mayRead: [], kept: byStaff },
  { who: "a booth admin", role: Role.BoothAdmin, mayRead: [], kept: byStaff },
  { who: "a password-reset admin", role: Role.PasswordResetAdmin, mayRead: ["email"], kept: ["purchases", "scores"] },
  {
    who: "an administrator",
    role: Role.Admin,
    mayRead: ["email", "answer", "sentTo", "inviter", "code"],
    kept: [],
  },
];

function mayCall({ access }: Endpoint, role: Role | undefined): boolean {
  if (access === "public") return true;
  return role !== undefined && (access === "member" || access.includes(role));
}

const calls = endpoints().map(({ name, endpoint }) => ({ name, endpoint }));
const samples = new Map(
  calls.map(({ name, endpoint }, at) => [name, fc.sample(requestsTo(endpoint), { seed: seed + at, numRuns: inputs })]),
);

test("what is hidden is found where it may be read (broken twin)", async () => {
  const admin = await given.user({ roleId: Role.Admin });
  const texts = [
    await evening.victim.call(api.purchases.mine),
    await admin.call(api.users.list),
    await admin.call(api.tickets.list),
    await admin.call(api.invitations.list),
    await admin.call(api.surveys.answers, { params: { id: evening.questionId } }),
  ].map(({ text }) => text);
  const found = Object.values(evening.secrets).filter((secret) => texts.some((text) => text.includes(secret)));
  expect(found.sort()).toEqual(Object.values(evening.secrets).sort());
});

test.each(actors)(
  `$who sends ${inputs} of everything to every call: nothing fails, nothing of others is read or changed`,
  async ({ role, mayRead, kept }) => {
    const join = () =>
      role === undefined
        ? undefined
        : role === Role.BoothAdmin && !hasBooth
          ? given.boothAdmin(evening.boothId)
          : given.user({ roleId: role });
    let hasBooth = false;
    let member = await join();
    hasBooth = true;
    const hidden = Object.entries(evening.secrets).filter(([kind]) => !mayRead.includes(kind as keyof typeof marks));
    const forbidden = [...hidden.map(([, text]) => text), ...evening.never];

    const send = async (endpoint: Endpoint, name: string) => {
      for (const sent of samples.get(name) ?? []) {
        const answer = await askAs(saha.send, endpoint, member, sent);
        const about = `${name} ${JSON.stringify(sent)} → ${answer.status} ${answer.text.slice(0, 300)}`;
        expect(answer.status, about).toBeLessThan(500);
        if (answer.status >= 400) refusalOf(answer);
        expect(
          forbidden.filter((text) => answer.text.includes(text)),
          about,
        ).toEqual([]);
        // An address that is too long is refused before anybody asks who is there.
        if (!mayCall(endpoint, role) && ![404, 413].includes(answer.status)) {
          expect(answer.status, about).toBe(role === undefined ? 401 : 403);
        }
        // Whoever ended the own session, or deleted the own account, comes again.
        if (member && answer.status === 401 && mayCall(endpoint, role)) member = await join();
      }
    };

    // Whoever may not call writes nothing at all, and so does whoever only reads.
    const silent = calls.filter(({ endpoint }) => !mayCall(endpoint, role) || endpoint.method === "GET");
    const before = await everyRow(query);
    for (const { name, endpoint } of silent) await send(endpoint, name);
    expect(await everyRow(query)).toEqual(before);

    const theirs = await ofVictim(kept);
    for (const { name, endpoint } of calls.filter((call) => !silent.includes(call))) await send(endpoint, name);
    expect(await ofVictim(kept)).toEqual(theirs);
    expect(await brokenLaws(query)).toEqual([]);
  },
  full({ full: 900_000, otherwise: 240_000 }),
);
