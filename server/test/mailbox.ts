import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { SMTPServer } from "smtp-server";

/** How a mail server treats whoever brings a mail. */
type Manner =
  | "takes"
  | "is slow"
  | "stalls"
  /** Says nothing when a mail's address is named. */
  | "holds"
  | "defers"
  /** Takes a mail for an address, and says "not now" to the next for two seconds. */
  | "takes one at a time"
  | "refuses the address"
  /** Says for ever what the sender's operator has to mend, where a mail's address is named. */
  | "refuses to relay"
  /** Says that it knows no such address, of the sender's. */
  | "refuses the sender"
  /** Says after four seconds that it took a mail. */
  | "answers late"
  | "refuses the data"
  | "drops after the data";

export type Received = { to: string; subject: string; text: string; html: string; code: string | undefined };

/** A real mail server on a free port, that can be told to misbehave. */
export async function openMailbox() {
  const mails: Received[] = [];
  let manner: Manner = "takes";
  let whom = "";
  let mistreated = 0;
  const next = new Map<string, number>();
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 1,
    onConnect(_session, callback) {
      if (manner === "stalls") mistreated++;
      else if (manner === "is slow") setTimeout(callback, 1_000);
      else callback();
    },
    onMailFrom(_from, _session, callback) {
      if (manner !== "refuses the sender") return callback();
      mistreated++;
      callback(refusal(550, "5.1.1 no such mailbox"));
    },
    onRcptTo({ address }, _session, callback) {
      const isSoon = manner === "takes one at a time" && Date.now() < (next.get(address) ?? 0);
      const says = isSoon ? atAddress.defers : atAddress[manner];
      if (!isSoon) next.set(address, Date.now() + 2_000);
      if ((manner !== "holds" && !says) || !address.includes(whom)) return callback();
      mistreated++;
      if (says) callback(refusal(...says));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const to = session.envelope.rcptTo[0]?.address ?? "";
        if (manner === "refuses the data") {
          mistreated++;
          return callback(refusal(550, "5.4.5 Daily user sending limit exceeded"));
        }
        mails.push(readMail(Buffer.concat(chunks).toString("latin1"), to));
        if (manner === "answers late") return void setTimeout(callback, 4_000);
        if (manner !== "drops after the data") return callback();
        mistreated++;
        for (const connection of server.connections) connection.close();
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;

  /** The mails to an address, once there are so many of them. */
  async function arrived(to: string, count = 1, timeoutMs = 8_000): Promise<Received[]> {
    for (const began = Date.now(); ; await sleep(20)) {
      const found = mails.filter((mail) => mail.to === to);
      if (found.length >= count) return found;
      if (Date.now() - began > timeoutMs) throw new Error(`${found.length} of ${count} mails came to ${to}`);
    }
  }

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    arrived,
    /** The code in the latest mail to an address, once `count` have come. */
    codeTo: async (to: string, count = 1): Promise<string> => {
      const code = (await arrived(to, count)).at(-1)?.code;
      if (code === undefined) throw new Error(`the mail to ${to} has no code`);
      return code;
    },
    /** Treats mails so from now on; where it is told at the address, those alone whose address holds `named`. */
    behave(from: Manner, named = "") {
      manner = from;
      whom = named;
    },
    /** Waits until so many more who brought a mail were treated badly. */
    async mistreats(count = 1): Promise<void> {
      for (const before = mistreated; mistreated < before + count; ) await sleep(20);
    },
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

/** What it says when a mail's address is named, with the code of RFC 3463 as large mail servers write it. */
const atAddress: { [M in Manner]?: [number, string] } = {
  defers: [451, "4.7.1 not now"],
  "refuses the address": [550, "5.1.1 no such mailbox"],
  "refuses to relay": [554, "5.7.1 Relay access denied"],
};

function refusal(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}

/** Reads a mail of two parts, plain and HTML. */
export function readMail(raw: string, to: string): Received {
  const [head = ""] = raw.split("\r\n\r\n", 1);
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1] ?? "";
  const parts = raw.split(`--${boundary}`).slice(1, -1);
  const part = (type: string) => decode(parts.find((each) => each.includes(`Content-Type: ${type}`)) ?? "");
  const text = part("text/plain");
  return { to, subject: subjectOf(head), text, html: part("text/html"), code: /\d{6}/.exec(text)?.[0] };
}

function decode(part: string): string {
  const at = part.indexOf("\r\n\r\n");
  const body = part.slice(at + 4);
  if (/base64/i.test(part.slice(0, at))) return Buffer.from(body, "base64").toString();
  return fromQuoted(body.replace(/=\r\n/g, "")).replaceAll("\r\n", "\n");
}

function subjectOf(head: string): string {
  const line = /^Subject: ((?:.*)(?:\r\n[ \t].*)*)/m.exec(head)?.[1] ?? "";
  return line
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_all, how: string, word: string) =>
      how.toLowerCase() === "b" ? Buffer.from(word, "base64").toString() : fromQuoted(word.replaceAll("_", " ")),
    );
}

function fromQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
