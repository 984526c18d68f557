import { get } from "node:http";
import { Role } from "@saha/contract";
import type { Member } from "@saha/server/test/rush.ts";
import type { Answers } from "../children/bare-fastify.ts";
import { eventDay } from "../lab/day.ts";
import { type Figure, type Lab, withChild } from "../lab/lab.ts";
import { median, perSecond } from "../lab/measure.ts";
import { inLanes, request } from "../lab/request.ts";
import { openSubject, type Subject } from "../lab/subject.ts";

const reads = [
  { path: "/api/main-theme", isSameForAll: true },
  { path: "/api/ticket", isSameForAll: true },
  { path: "/api/ticket-purchase/me", isSameForAll: false },
  { path: "/api/auth/me", isSameForAll: false },
];
const users = 2000;
const days = 5;
const asking = 500;
const connections = 50;
const rounds = 5;
const forMs = 1000;

/** What the screens read, from an event with 10,000 purchases, beside a bare Fastify that answers the same bytes. */
export async function readCalls(lab: Lab): Promise<Figure[]> {
  const subject = await openSubject({ profileTo: lab.profileTo });
  try {
    const members = await fill(subject);
    const first = members[0];
    if (!first) throw new Error("nobody is there");
    const answers: Answers = [];
    for (const { path } of reads)
      answers.push({ path, ...(await fetchBytes(subject.port, request({ path, tokens: first }))) });
    return await withChild<Answers, number, Figure[]>("bare-fastify", async (bare) => {
      const barePort = await bare.ask(answers);
      const figures: Figure[] = [];
      for (const read of reads) figures.push(await compare(lab, subject, read, barePort, members));
      return figures;
    });
  } finally {
    await subject.close();
  }
}

async function fill({ rush }: Subject): Promise<Member[]> {
  const members = await rush.members(Role.User, users);
  for (let day = 0; day < days; day++) {
    const title = "اليوم الأول: بطولة فالورانت";
    const ticketId = await rush.ticket({ title, day: eventDay(day), quantity: users });
    await rush.tickets({ title, day: eventDay(day), quantity: 100 }, 2);
    await rush.purchases(
      ticketId,
      members.map((member) => member.id),
    );
  }
  await rush.database.pool.query("analyze");
  return members;
}

async function compare(
  lab: Lab,
  subject: Subject,
  { path, isSameForAll }: (typeof reads)[number],
  barePort: number,
  members: Member[],
) {
  const requests = members.slice(0, asking).map((tokens) => request({ path, tokens }));
  const lanes = inLanes(requests, connections);
  let asked = 0;
  let cpu = 0;
  const rates = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    for (const who of ["bare", "ours"] as const) {
      const before = subject.cpuMs();
      const result = await lab.load.ask({ port: who === "ours" ? subject.port : barePort, lanes, forMs });
      if (result.statuses[200] !== result.count) throw new Error(`${path}: ${JSON.stringify(result.statuses)}`);
      if (round === 0) continue;
      rates[who].push(perSecond(result));
      if (who === "bare") continue;
      asked += result.count;
      cpu += subject.cpuMs() - before;
    }
  }
  const ratio = median(rates.ours.map((rate, index) => rate / (rates.bare[index] ?? rate)));
  const goal = isSameForAll ? 0.4 : 0.2;
  return {
    work: `read ${path}`,
    figure: `${median(rates.ours).toFixed(0)}/s, ${((cpu * 1000) / asked).toFixed(0)} µs of one core each`,
    limit: `${median(rates.bare).toFixed(0)}/s by a bare Fastify with the same bytes`,
    ratio,
    goal: `≥ ${goal}${isSameForAll ? ", the same for all" : ""}`,
    isMet: ratio >= goal,
  };
}

/** The answer's own bytes, packed as a browser gets them. */
function fetchBytes(port: number, message: string): Promise<Omit<Answers[number], "path">> {
  const [first = "", ...lines] = message.trimEnd().split("\r\n");
  const asked = Object.fromEntries(lines.map((line) => line.split(": ", 2) as [string, string]));
  return new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port, path: first.split(" ")[1], headers: asked }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer);
      const headers: Record<string, string> = {};
      for (const name of ["content-type", "content-encoding"]) {
        const value = answer.headers[name];
        if (typeof value === "string") headers[name] = value;
      }
      resolve({ headers, body: Buffer.concat(chunks) });
    }).on("error", reject);
  });
}
