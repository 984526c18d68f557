import { api, Category, Role } from "@saha/contract";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { openServer } from "./harness.ts";

/** An index is taken wherever one fits, so that a table read row by row is one whose statement fits no index. */
const wayTo = async (url: string) => `${url}?options=-c%20enable_seqscan%3Doff`;

const saha = await openServer({ wayTo });
afterAll(saha.close);
const { given, owner, query } = saha;

/** Tables that grow with every press of an evening. */
const growing = [
  "idempotency_keys",
  "invitation_codes",
  "purchases",
  "queue_entries",
  "scan_log",
  "score_log",
  "scores",
  "sessions",
  "users",
];

/** How often each growing table was read from end to end so far, by the connections of the application. */
async function wholeReads(): Promise<Record<string, number>> {
  // A backend tells what it read when it ends at the latest.
  await sql`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and application_name = 'saha'`.execute(owner);
  const { rows } = await sql<{ relname: string; seq_scan: string }>`
    select relname, seq_scan from pg_stat_user_tables where relname = any(${growing}::text[])`.execute(owner);
  expect(rows.map(({ relname }) => relname).sort()).toEqual(growing);
  return Object.fromEntries(rows.map(({ relname, seq_scan }) => [relname, Number(seq_scan)]));
}

test("what a press reads does not grow with the evening", async () => {
  const [player, other, guest] = [await given.user(), await given.user(), await given.user()];
  const game = await given.game({ leaderboard: true });
  const staff = await given.boothAdmin(game.boothId);
  const guard = await given.user({ roleId: Role.ScanAdmin });
  const admin = await given.user({ roleId: Role.Admin });
  const ticket = await given.ticket();
  const { qrToken } = await given.purchase({ userId: other.id, ticketId: ticket.id });
  const invitation = { title: "دعوة", day: given.today(), quantity: 3, category: Category.Invitation };
  await admin.call(api.tickets.create, { body: invitation });
  const [code] = (await admin.call(api.invitations.list)).data;
  const before = await wholeReads();

  const refused: string[] = [];
  const answered = async <A extends { code: string | undefined; data: unknown }>(asked: Promise<A>) => {
    const answer = await asked;
    if (answer.code) refused.push(answer.code);
    return answer.data as A["data"];
  };
  const apply = () => answered(player.call(api.queue.apply, { body: { gameId: game.id } }));
  const params = { userId: player.id, gameId: game.id };
  const { id: queueId } = await apply();
  const { id } = await answered(other.call(api.queue.apply, { body: { gameId: game.id } }));
  await answered(staff.call(api.queue.call, { body: { queueId } }));
  await answered(player.call(api.queue.answer, { params: { id: queueId }, body: { answer: "coming" } }));
  await answered(staff.call(api.queue.enter, { body: { queueId } }));
  await answered(staff.call(api.queue.update, { params: { id: queueId }, body: { isPlaying: true } }));
  await answered(staff.call(api.queue.list));
  await answered(staff.call(api.scores.win, { params, body: { queueId } }));
  await answered(staff.call(api.queue.undo, { params: { id: queueId } }));
  await answered(staff.call(api.scores.lose, { params, body: { queueId } }));
  await answered(other.call(api.queue.remove, { params: { id } }));
  await apply();
  await answered(player.call(api.queue.mine));
  await answered(player.call(api.queue.slots, { params: { id: player.id } }));
  await answered(player.call(api.scores.explained, { params: { userId: player.id } }));
  await answered(player.call(api.scores.ofBooth, { params: { id: player.id, boothId: game.boothId } }));
  await answered(player.call(api.purchases.reserve, { body: { ticketId: ticket.id } }, { key: given.key() }));
  await answered(player.call(api.purchases.mine));
  await answered(guard.call(api.scans.entry, { body: { qrToken } }, { key: given.key() }));
  await answered(guest.call(api.invitations.redeem, { body: { invitationCode: code?.code ?? "" } }));
  await answered(other.call(api.auth.me));
  expect(refused).toEqual([]);

  expect(await wholeReads()).toEqual(before);
  await query.selectFrom("users").selectAll().execute();
  expect(await wholeReads()).not.toEqual(before);
});
