import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { Database } from "../database/database.ts";
import type { Notice, Notices } from "../database/notices.ts";
import { openRedis, openRedisForNews } from "./redis.ts";

type OpenNotices = Notices & { close(): void };

/** Where a fleet's processes hear each other, and what their event is called there: others may share the server. */
type Redis = { url: string; eventName: string };

/**
 * News of committed transactions, to all of this process and, over Redis, of the others: that is how the end of a
 * session is felt everywhere within a second (rules §3). What is said while Redis is away may be lost: once it is back
 * each process is told that it may have missed something, and looks into the database.
 */
export async function openNotices(database: Database, redis: Redis | null, log: Logger): Promise<OpenNotices> {
  const listeners: Parameters<Notices["on"]>[0][] = [];
  const hear = (notice: Notice, isFromElsewhere: boolean) => {
    for (const listener of listeners) listener(notice, isFromElsewhere);
  };
  const sayHere = (notice: Notice) => hear(notice, false);
  const bridge = redis === null ? undefined : await openBridge(redis, log, (notice) => hear(notice, true));
  const say = (notice: Notice) => {
    sayHere(notice);
    bridge?.say(notice);
  };
  database.onNotice(say);
  return { on: (listener) => void listeners.push(listener), say, sayHere, close: () => bridge?.close() };
}

async function openBridge({ url, eventName }: Redis, log: Logger, hear: (notice: Notice) => void) {
  const here = randomUUID();
  // Channels know no numbers of databases.
  const channel = `${eventName}:notices`;
  // What can't be said is not kept: it would be stale, and without a bound.
  const speaker = await openRedis(url, log);
  const ear = await openRedisForNews(url, log);
  const onError = (error: unknown) => log.debug({ err: error }, "a notice did not get through Redis");
  ear.on("message", (_channel, text) => {
    try {
      const { from, notice } = JSON.parse(text) as { from: string; notice: Notice };
      if (from !== here) hear(notice);
    } catch (error) {
      log.warn({ err: error }, "what another process said could not be understood");
    }
  });
  // Once it has succeeded the client does so again by itself; one that was refused it would forget.
  const subscribe = () =>
    ear.subscribe(channel).catch((error: unknown) => {
      log.warn({ err: error }, "this process hears nothing of the others: Redis does not let it subscribe");
    });
  void subscribe();
  const say = (notice: Notice) => void speaker.publish(channel, JSON.stringify({ from: here, notice })).catch(onError);
  ear.on("ready", () => {
    void subscribe();
    hear({ kind: "notices.missed" });
  });
  let wasReady = false;
  speaker.on("ready", () => {
    // Before it was, there was nothing to be said.
    if (wasReady) say({ kind: "notices.missed" });
    wasReady = true;
  });
  return {
    say,
    close() {
      speaker.disconnect();
      ear.disconnect();
    },
  };
}
