import { chmodSync, mkdirSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import type { Language } from "@saha/contract";
import { fromKysely, type JobWithMetadata, PgBoss, type SendOptions, type WorkOptions } from "pg-boss";
import type { Logger } from "pino";
import { getDomain } from "tldts";
import type { Tx } from "../database/database.ts";
import type { Notices } from "../database/notices.ts";
import type { Config } from "../process/config.ts";
import { giveToFolderOwner, makeDataDir } from "../process/data-dir.ts";
import type { Warnings } from "../process/warnings.ts";

/** Lists the letters that can be sent, by kind; a slice declares its own by module augmentation. */
// biome-ignore lint/suspicious/noEmptyInterface: the slices fill it.
export interface Letters {}
/** What is to be told, as it waits in the queue. */
export type Letter = { [Kind in keyof Letters]: { kind: Kind } & Letters[Kind] }[keyof Letters];
/**
 * Turns letters of each kind into mails at the moment when they are sent; into none when they have become pointless,
 * and not yet where they may go later on.
 */
export type LetterWriters = { [Kind in keyof Letters]: (letter: { kind: Kind } & Letters[Kind]) => Promise<Written> };
export type Written = Draft[] | "not yet";

/** A letter as the queue hands it back; an older or a newer version may have put it there. */
type Queued = { kind: string; purpose?: string; address?: string };

declare module "../database/notices.ts" {
  interface NoticeKinds {
    "mail.queued": unknown;
  }
}

/** One mail as it is sent: the same words in both forms. */
export type Draft = {
  to: string;
  language: Language;
  subject: string;
  text: string;
  html: string;
  /** The one-time code in it, for whoever has no mail server. */
  code?: string;
  /** The letter of this mail alone, where its letter has several: what has left is not sent again with the rest. */
  alone?: Letter;
};

export type Mail = {
  /**
   * Queues a letter in the transaction of what caused it: both happen or neither. It is written and sent afterwards,
   * those of the first turn first, the n-th letter that one asker caused in the n-th (decision 0155); one that can wait
   * travels behind those that somebody waits for, such as codes (rules §3).
   */
  send(tx: Tx, letter: Letter, options?: { canWait?: boolean; turn?: number }): Promise<void>;
  /** Lets running deliveries end; what waits is sent by the next start. */
  close(): Promise<void>;
};

/**
 * Codes, which somebody waits for, travel apart from all else, the patient behind the rest. Those that recover a
 * password have senders of their own: anybody can queue hundreds of the others by registering with strangers' addresses
 * (security: row 24).
 */
const lanes = { recovery: "mail-recovery", codes: "mail", others: "mail-others" } as const;
/**
 * A letter that failed once goes on in the second lane of its lane, so that no fresh one waits for it; and one
 * recipient's domain takes a few of a lane's senders, for a mail server may say nothing whenever it is named (decision
 * 0155).
 */
const secondOf = (lane: string) => `${lane}-again`;
const fresh = { localConcurrency: 6, localGroupConcurrency: 2, pollingIntervalSeconds: 1 };
/** Half of a hall has its addresses at one domain, and all of it registers when the doors open. */
const freshCodes = { localConcurrency: 12, localGroupConcurrency: 6, pollingIntervalSeconds: 2 };
const again = { localConcurrency: 4, localGroupConcurrency: 1, pollingIntervalSeconds: 2 };
/** Behind the turns of all. */
const patient = -1_000_000;
/** How often a code is tried again, which is of no use for longer: for some four hours. */
const triesOfCodes = 24;
/**
 * How often all else is, which an administrator was told has left: for five days, as RFC 5321 §4.5.4.1 asks. A relay
 * that says "not now" for an evening, as when a day's quota is used up, lost invitations for good.
 */
const triesOfOthers = 480;
/** Until a letter that may not leave yet is looked at again: ten thousand may wait for their ticket. */
const waitSeconds = 900;
// First again after a second or two, at last every quarter of an hour.
const delivery = {
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 900,
  // Longer than three mails of a letter may take.
  expireInSeconds: 330,
  // What a killed process had in hand is taken up again.
  heartbeatSeconds: 10,
  deleteAfterSeconds: 3600,
};
// A relay that looks at what a mail says takes its time after the end of it; RFC 5321 §4.5.3.2.6 names ten minutes.
const usualPatience = { untilTaken: 12_000, untilAnswered: 90_000 };
const quietMs = 30_000;

/** Makes the tables of the queue, or brings them to the newest form; leaves no connection open. */
export async function migrateMail(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 1, schedule: false, supervise: false });
  boss.on("error", () => {});
  await boss.start();
  try {
    for (const lane of Object.values(lanes)) {
      const options = { ...delivery, retryLimit: lane === lanes.others ? triesOfOthers : triesOfCodes };
      for (const name of [lane, secondOf(lane)]) {
        await boss.createQueue(name, options);
        await boss.updateQueue(name, options);
      }
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** In how many milliseconds a mail server must have taken a whole mail, and then have said what becomes of it. */
type Patience = { untilTaken: number; untilAnswered: number };

/** A lane, and the one of its senders that can be woken. */
type Lane = { name: string; worker: string };

type Options = {
  config: Pick<Config, "smtpUrl" | "mailFrom" | "dataDir">;
  databaseUrl: string;
  notices: Pick<Notices, "on">;
  log: Logger;
  warnings: Pick<Warnings, "raise">;
  writers: LetterWriters;
  patience?: Patience;
};

/** What the queue's pool takes besides: a database that is gone without a word is not waited on. */
const givesUp = { keepAlive: true, keepAliveInitialDelayMillis: 10_000, query_timeout: 60_000 };

/**
 * Sends letters from a queue in the database: each leaves once or more, never zero times, whatever the mail server or a
 * crash does, and no call ever waits for it (security: row 17). Without SMTP_URL each becomes a file in
 * `DATA_DIR/outbox`, and its code stands in the log (rules §3).
 */
export async function openMail(options: Options): Promise<Mail> {
  const { config, databaseUrl, notices, log, warnings, writers, patience = usualPatience } = options;
  const post = config.smtpUrl === null ? openOutbox(config, log) : openSmtp(config.smtpUrl, config.mailFrom, patience);
  const boss = new PgBoss({
    connectionString: databaseUrl,
    ...givesUp,
    application_name: "saha mail",
    max: 3,
    schedule: false,
    migrate: false,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
    warningSlowQuerySeconds: 30,
  });
  let said = Number.NEGATIVE_INFINITY;
  boss.on("error", (error) => {
    if (performance.now() - said < quietMs) return;
    said = performance.now();
    log.warn({ reason: error.message }, "the mail queue can't be read");
  });
  await boss.start();

  const writerOf: Record<string, ((letter: never) => Promise<Written>) | undefined> = writers;
  async function write(letter: Queued): Promise<Written> {
    const writer = writerOf[letter.kind];
    if (!writer) throw new Error(`This version writes no letter of the kind ${letter.kind}`);
    return writer(letter as never);
  }
  async function deliver(job: JobWithMetadata<Queued>, second?: Lane): Promise<void> {
    const { data, retryCount, priority } = job;
    if (second && retryCount > 0) {
      await queue(second.name, data, { priority });
      return boss.notifyWorker(second.worker);
    }
    const tries = retryCount + (second ? 1 : 2);
    let drafts: Draft[] = [];
    let left = 0;
    try {
      const written = await write(data);
      if (written === "not yet") {
        return await queue(second?.name ?? job.name, data, { priority, startAfter: waitSeconds });
      }
      drafts = written;
      for (; left < drafts.length; left++) {
        await post(drafts[left] as Draft).catch((error: unknown) => {
          if (!isForGood(error)) throw error;
          log.warn({ err: error, letter: data.kind, tries }, "the mail server refused a mail for good");
        });
      }
    } catch (error) {
      if (isPermanent(error)) warnings.raise("mail.refused");
      log.warn({ err: error, letter: data.kind, tries }, "a mail did not leave, it is tried again");
      const rest = drafts.slice(left).map(({ alone }) => alone);
      if (left === 0 || rest.includes(undefined)) throw error;
      for (const letter of rest) await queue(second?.name ?? job.name, letter as Letter, { priority, startAfter: 2 });
    }
  }
  async function queue(lane: string, letter: Queued, options: SendOptions = {}): Promise<void> {
    const group = letter.address && { id: domainOf(letter.address) };
    await boss.send(lane, letter, { ...options, ...(group && { group }) });
  }
  async function work(name: string, options: WorkOptions, second?: Lane): Promise<Lane> {
    const withPriority = { ...options, includeMetadata: true } as const;
    const worker = await boss.work<Queued, void, typeof withPriority>(name, withPriority, async (jobs) => {
      for (const job of jobs) await deliver(job, second);
      // There may be more: a worker that has just sent one looks again without a pause.
      boss.notifyWorker(worker);
    });
    return { name, worker };
  }
  const open: Lane[] = [];
  const wake = () => {
    for (const { worker } of open) boss.notifyWorker(worker);
  };
  for (const lane of Object.values(lanes)) {
    open.push(await work(lane, lane === lanes.codes ? freshCodes : fresh, await work(secondOf(lane), again)));
  }
  notices.on((notice) => {
    if (notice.kind === "mail.queued") wake();
  });

  return {
    async send(tx, letter, { canWait = false, turn = 1 } = {}) {
      await queue(laneOf(letter), letter, { db: fromKysely(tx), priority: canWait ? patient : 1 - turn });
      tx.notify({ kind: "mail.queued" });
    },
    close: () => boss.stop({ graceful: true, timeout: 2_000 }),
  };
}

function laneOf({ kind, purpose }: Queued): string {
  if (kind !== "code") return lanes.others;
  return purpose === "recovery" ? lanes.recovery : lanes.codes;
}

/** Whoever has a domain has all names below it, so letters to those count as one. */
function domainOf(address: string): string {
  const host = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  return getDomain(host) ?? host;
}

function isPermanent(error: unknown): boolean {
  return (error as { permanent?: boolean }).permanent === true;
}

/**
 * Tells whether a mail server said that a recipient's address takes no mail (RFC 3463 §3.2). No other refusal ends a
 * letter: for a missing password or a day's quota, which are the operator's to mend, servers answer the same number at
 * the same point, and for the sender's address the same code at another.
 */
function isForGood(error: unknown): boolean {
  const { command = "", response = "" } = error as { command?: string; response?: string };
  const isOfRecipient = ["RCPT TO", "DATA"].includes(command) && /^5\d\d[ -]5\.1\.(1|2|3|6|10)\b/.test(response);
  return isPermanent(error) && isOfRecipient;
}

type Post = (draft: Draft) => Promise<void>;

/**
 * Hands mails over to the mail server. One that has the whole mail is given time, for a mail that is tried again comes
 * twice, each time with another code; one that doesn't take it soon is given up, whatever it says meanwhile (decision
 * 0155).
 */
function openSmtp(url: string, from: string, { untilTaken, untilAnswered }: Patience): Post {
  const options = { url, connectionTimeout: 5_000, greetingTimeout: 5_000, dnsTimeout: 4_000 };
  return async (draft) => {
    const { createTransport } = await import("nodemailer");
    const transport = createTransport(options);
    const end = new AbortController();
    const endAfter = (ms: number) => setTimeout(() => end.abort(new Error(`Not done after ${ms} ms`)), ms);
    let timer = endAfter(untilTaken);
    transport.use("stream", (mail, next) => {
      mail.message.processFunc((bytes) =>
        bytes.pipe(new PassThrough()).once("end", () => {
          clearTimeout(timer);
          timer = endAfter(untilAnswered);
        }),
      );
      next();
    });
    const signed = { ...message(draft, from), signal: end.signal };
    await transport.sendMail(signed).finally(() => clearTimeout(timer));
  };
}

function openOutbox({ dataDir, mailFrom }: Options["config"], log: Logger): Post {
  const folder = join(makeDataDir(dataDir), "outbox");
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  giveToFolderOwner(folder);
  log.warn({ folder }, "SMTP_URL is not set: mails are written to files, and their codes stand in this log");
  let count = 0;
  return async (draft) => {
    const { createTransport } = await import("nodemailer");
    const transport = createTransport({ streamTransport: true, buffer: true, newline: "unix" });
    const { message: bytes } = await transport.sendMail(message(draft, mailFrom));
    const time = new Date().toISOString().replaceAll(":", "-");
    const path = join(folder, `${time}-${++count}-${draft.to.replace(/[^\w.@+-]/g, "_").slice(0, 80)}.eml`);
    await writeFile(`${path}.part`, bytes as Buffer, { mode: 0o600 });
    giveToFolderOwner(`${path}.part`);
    await rename(`${path}.part`, path);
    log.info(
      { to: draft.to, file: path },
      draft.code ? `the code in this mail is ${draft.code}` : "a mail was written",
    );
  };
}

function message({ to, language, subject, text, html }: Draft, from: string) {
  return {
    from,
    to: { name: "", address: to },
    subject,
    text,
    html,
    textEncoding: "quoted-printable" as const,
    headers: { "Content-Language": language, "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
  };
}
