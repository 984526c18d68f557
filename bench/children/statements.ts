import { randomBytes, randomUUID } from "node:crypto";
import pg from "pg";
import { serveParent } from "../lab/child.ts";
import { type Round, roundOf } from "../lab/measure.ts";

/** The limit of a rule: its own statements on a pool of the same size; no HTTP, no session, no kept answer. */
export type Statements = { url: string; poolSize: number } & (
  | { rule: "reserve"; jobs: { userId: number; ticketId: number }[] }
  | { rule: "redeem"; atATime: number; jobs: { userId: number; code: string }[] }
  | { rule: "scan"; scanners: number; jobs: { uuid: string; scannerId: number }[] }
);

serveParent(async (plan: Statements): Promise<Round> => {
  const pool = new pg.Pool({ connectionString: plan.url, max: plan.poolSize });
  const connections = await Promise.all(Array.from({ length: plan.poolSize }, () => pool.connect()));
  for (const connection of connections) connection.release();
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  const began = performance.now();
  const note = async (work: Promise<string>) => {
    const asked = performance.now();
    const outcome = await work;
    latencies.push(performance.now() - asked);
    statuses[outcome] = (statuses[outcome] ?? 0) + 1;
  };
  if (plan.rule === "reserve") {
    await Promise.all(plan.jobs.map((job) => note(transact(pool, (client) => reserve(client, job)))));
  } else if (plan.rule === "redeem") {
    await inLanes(plan.jobs, plan.atATime, (job) => note(transact(pool, (client) => redeem(client, job))));
  } else {
    await inLanes(plan.jobs, plan.scanners, (job) => note(transact(pool, (client) => scan(client, job))));
  }
  const ms = performance.now() - began;
  await pool.end();
  return roundOf(ms, latencies, statuses);
});

/** Deals jobs out to lanes, each of which does its own one after another. */
async function inLanes<T>(jobs: T[], lanes: number, work: (job: T) => Promise<void>): Promise<void> {
  const ofLane = async (_: unknown, lane: number) => {
    for (const job of jobs.filter((__, index) => index % lanes === lane)) await work(job);
  };
  await Promise.all(Array.from({ length: lanes }, ofLane));
}

async function transact(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<string>): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const outcome = await work(client);
    await client.query(outcome === "done" ? "commit" : "rollback");
    return outcome;
  } finally {
    client.release();
  }
}

const statements = {
  user: "select id from users where id = $1 for no key update",
  ticket: "select * from tickets where id = $1",
  held: `select tickets.category_id from purchases join tickets on tickets.id = purchases.ticket_id
    where user_id = $1 and purchases.day = $2 and status <> 'INACTIVE'`,
  take: `update tickets set purchased = purchased + 1
    where id = $1 and purchased < quantity and active and visible returning *`,
  buy: `insert into purchases (uuid, short_code_hash, user_id, ticket_id, day) values ($1, $2, $3, $4, $5) returning *`,
  code: `select codes.id, codes.purchase_id, codes.ticket_id, tickets.active, tickets.day, held.id as held_id
    from invitation_codes as codes join tickets on tickets.id = codes.ticket_id
    left join purchases as held on held.day = tickets.day and held.user_id = $1 and held.status <> 'INACTIVE'
    where codes.code = $2`,
  lock: "select id from tickets where id = any ($1) order by id for no key update",
  enter: `update tickets set purchased = purchased + 1
    where id = $1 and active and purchased < quantity returning *`,
  claim: "update invitation_codes set purchase_id = $2 where id = $1 and purchase_id is null returning id",
  count: `update redemptions set redeemed = redeemed + 1
    where max_redeem is null or redeemed < max_redeem returning id`,
  find: `select purchases.id, purchases.user_id, purchases.status, purchases.day, users.username, users.avatar,
      users.is_blocked, tickets.category_id, tickets.title, tickets.type, tickets.ticket_inviter, tickets.price
    from purchases join tickets on tickets.id = purchases.ticket_id join users on users.id = purchases.user_id
    where purchases.uuid = $1`,
  use: `update purchases set status = 'USED_FOR_ENTRY', last_qr_entry_scan = now(), updated_at = now()
    where id = $1 and status in ('ACTIVE') returning last_qr_entry_scan`,
  log: `insert into scan_log (kind, result, was_typed, gate, scanner_id, purchase_id, user_id, ticket_title)
    values ('entry', $1, false, $2, $3, $4, $5, $6)`,
};

/** Prepared once for each connection, as the server has its own. */
async function run(client: pg.PoolClient, name: keyof typeof statements, ...values: unknown[]) {
  return (await client.query({ name, text: statements[name], values })).rows;
}

async function reserve(client: pg.PoolClient, { userId, ticketId }: { userId: number; ticketId: number }) {
  await run(client, "user", userId);
  const [ticket] = await run(client, "ticket", ticketId);
  const [held] = await run(client, "held", userId, ticket.day);
  if (held) return "day taken";
  if (ticket.purchased >= ticket.quantity) return "sold out";
  const [taken] = await run(client, "take", ticketId);
  if (!taken) return "sold out";
  await run(client, "buy", randomUUID(), randomBytes(32), userId, ticketId, ticket.day);
  return "done";
}

async function redeem(client: pg.PoolClient, { userId, code }: { userId: number; code: string }) {
  await run(client, "user", userId);
  const [found] = await run(client, "code", userId, code);
  if (found.purchase_id !== null) return "used";
  if (found.held_id !== null) return "day taken";
  await run(client, "lock", [found.ticket_id]);
  const [ticket] = await run(client, "enter", found.ticket_id);
  if (!ticket) return "no place";
  const [bought] = await run(client, "buy", randomUUID(), randomBytes(32), userId, found.ticket_id, ticket.day);
  const [claimed] = await run(client, "claim", found.id, bought.id);
  if (!claimed) return "used";
  const [counted] = await run(client, "count");
  return counted ? "done" : "beyond the max";
}

async function scan(client: pg.PoolClient, { uuid, scannerId }: { uuid: string; scannerId: number }) {
  const [found] = await run(client, "find", uuid);
  const [used] = await run(client, "use", found.id);
  const result = used ? "admitted" : "ticket.already_used";
  await run(client, "log", result, "A", scannerId, found.id, found.user_id, found.title);
  return used ? "done" : "used";
}
