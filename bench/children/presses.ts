import pg from "pg";
import { serveParent } from "../lab/child.ts";
import { type Round, roundOf } from "../lab/measure.ts";

/** The limit of an evening: the rules' own statements on a pool of the same size; no HTTP, no session, no news. */
export type Presses = {
  url: string;
  poolSize: number;
  gameId: number;
  userIds: number[];
  actorIds: number[];
  applyLanes: number;
};

serveParent(async (plan: Presses): Promise<Round> => {
  const pool = new pg.Pool({ connectionString: plan.url, max: plan.poolSize });
  const connections = await Promise.all(Array.from({ length: plan.poolSize }, () => pool.connect()));
  for (const connection of connections) connection.release();
  const latencies: number[] = [];
  const press = async (work: (client: pg.PoolClient) => Promise<void>) => {
    const asked = performance.now();
    await transact(pool, work);
    latencies.push(performance.now() - asked);
  };
  const began = performance.now();
  await inTurns(plan.userIds, plan.applyLanes, (userId) => press((client) => apply(client, userId, plan.gameId)));
  const { rows } = await pool.query("select id, user_id from queue_entries where game_id = $1", [plan.gameId]);
  await inTurns(rows, plan.actorIds.length, async ({ id, user_id: userId }, lane) => {
    for (const name of ["call", "enter", "play"] as const) {
      await press(async (client) => {
        await run(client, "find", id);
        await run(client, name, id);
        if (name === "play") await run(client, "others", userId, id);
      });
    }
    await press((client) => win(client, id, userId, plan.gameId, plan.actorIds[lane] ?? 0));
  });
  const ms = performance.now() - began;
  await pool.end();
  return roundOf(ms, latencies, {});
});

/** Hands jobs out to lanes, each of which works on one at a time. */
async function inTurns<T>(jobs: T[], lanes: number, work: (job: T, lane: number) => Promise<void>): Promise<void> {
  const waiting = jobs.values();
  const lane = async (_: unknown, index: number) => {
    for (const job of waiting) await work(job, index);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

async function transact(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await work(client);
    await client.query("commit");
  } finally {
    client.release();
  }
}

const statements = {
  user: "select is_blocked, deleted_at from users where id = $1 for no key update",
  look: `select games.*, booths.is_active from games join booths on booths.id = games.booth_id where games.id = $1
    and not exists (select 1 from queue_entries where user_id = $2 and game_id = $1 and not is_finished)`,
  number: `update games set last_number = last_number + 1 where id = $1 and is_active and is_queueable returning last_number`,
  join: "insert into queue_entries (game_id, user_id, number) values ($1, $2, $3) returning *",
  find: `select e.*, games.name, games.booth_id from queue_entries e join games on games.id = e.game_id
    join users on users.id = e.user_id where e.id = $1 for no key update of users`,
  call: `update queue_entries set called_at = now(), call_expires_at = now() + interval '180 seconds', held = null,
    answer = null, entered_at = null where id = $1 and not is_finished and not is_playing returning *`,
  enter: `update queue_entries set entered_at = now(), held = null
    where id = $1 and not is_finished and not is_playing returning *`,
  play: `update queue_entries set is_playing = true, started_at = now(), held = null
    where id = $1 and not is_finished and not is_playing returning *`,
  others: "select id, game_id from queue_entries where user_id = $1 and not is_finished and id <> $2",
  game: "select * from games where id = $1 for key share",
  finish: `update queue_entries set is_playing = false, is_finished = true, finished_at = now()
    where id = $1 and not is_finished returning *`,
  score: "select score from scores where user_id = $1 and game_id = $2",
  write: `with written as (
      insert into scores (user_id, game_id, score, lowest, highest) values ($1, $2, $3, $4, $5)
      on conflict (user_id, game_id) do update set score = excluded.score, reached_at = now())
    insert into score_log (actor_id, user_id, game_id, queue_entry_id, reason, previous_score, current_score)
    values ($6, $1, $2, $7, 'win', $8, $3)`,
};

/** Prepared once for each connection, as the server has its own. */
async function run(client: pg.PoolClient, name: keyof typeof statements, ...values: unknown[]) {
  return (await client.query({ name, text: statements[name], values })).rows;
}

async function apply(client: pg.PoolClient, userId: number, gameId: number): Promise<void> {
  await run(client, "user", userId);
  await run(client, "look", gameId, userId);
  const [{ last_number: number }] = await run(client, "number", gameId);
  await run(client, "join", gameId, userId, number);
}

async function win(client: pg.PoolClient, id: number, userId: number, gameId: number, actorId: number) {
  await run(client, "find", id);
  const [game] = await run(client, "game", gameId);
  await run(client, "finish", id);
  await run(client, "others", userId, id);
  const [found] = await run(client, "score", userId, gameId);
  const previous = found?.score ?? 0;
  const score = previous + game.win_points;
  await run(client, "write", userId, gameId, score, game.lowest, game.highest, actorId, id, previous);
}
