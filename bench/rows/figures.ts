import { setTimeout as sleep } from "node:timers/promises";
import { Role } from "@saha/contract";
import { fillEvent } from "../lab/fill-event.ts";
import type { Figure, Lab } from "../lab/lab.ts";
import { request } from "../lab/request.ts";
import { isSmall } from "../lab/small.ts";
import { openSubject, type Subject } from "../lab/subject.ts";

const people = isSmall ? 100 : 10_000;
const size = { people, purchases: 2 * people, changes: 5 * people };
const inLine = isSmall ? 10 : 500;
const lookers = 20;
const looks = isSmall ? 2 : 12;
/** Longer than the server keeps the figures. */
const pauseMs = 2200;

/**
 * What the administrator's home costs, application and PostgreSQL together, when one looks and when twenty do at once.
 */
export async function figures(lab: Lab): Promise<Figure[]> {
  const subject = await openSubject({ profileTo: lab.profileTo });
  try {
    await fillEvent(subject, size);
    const players = await subject.rush.members(Role.User, inLine);
    await subject.rush.line(
      await subject.rush.game(),
      players.map(({ id }) => id),
    );
    const admins = await subject.rush.members(Role.Admin, lookers);
    const requests = admins.map((tokens) => request({ path: "/api/figures", tokens }));
    await expectFigures(subject, admins[0]?.accessToken ?? "", admins[0]?.refreshToken ?? "");
    const look = (lanes: string[][]) => costOf(lab, subject, lanes);
    await look([requests]);
    const quiet = await look([]);
    const one = (await look([requests.slice(0, 1)])) - quiet;
    // The first of them has it computed, the others read what is kept.
    const inTurn = (await look([requests])) - quiet;
    const atOnce = (await look(requests.map((asked) => [asked]))) - quiet;
    const ratio = atOnce / inTurn;
    return [
      {
        work: `figures of ${people} users, ${size.purchases} purchases, ${size.changes} changes of scores: one looks`,
        figure: `${one.toFixed(0)} ms of one core, PostgreSQL's included`,
        goal: "≤ 50 ms",
        isMet: one <= 50,
      },
      {
        work: `figures: ${lookers} look at once`,
        figure: `${atOnce.toFixed(0)} ms of one core`,
        limit: `${inTurn.toFixed(0)} ms when they look one after another`,
        ratio,
        goal: "≤ 1.5, computed once",
        isMet: ratio <= 1.5,
      },
    ];
  } finally {
    await subject.close();
  }
}

/** Milliseconds of processor time for each time that the lanes ask anew, with what the processes do anyway. */
async function costOf(lab: Lab, subject: Subject, lanes: string[][]): Promise<number> {
  const spent = () => subject.cpuMs() + subject.databaseCpuMs();
  const before = spent();
  for (let look = 0; look < looks; look++) {
    const { count, statuses } = await lab.load.ask({ port: subject.port, lanes });
    if (count > 0 && statuses[200] !== count) throw new Error(`not all were answered: ${JSON.stringify(statuses)}`);
    await sleep(pauseMs);
  }
  return (spent() - before) / looks;
}

/** Throws when the figures are not those of the event that was filled in. */
async function expectFigures(subject: Subject, accessToken: string, refreshToken: string): Promise<void> {
  const headers = { authorization: `Bearer ${accessToken}`, "x-refresh-token": refreshToken };
  const answer = await fetch(`http://127.0.0.1:${subject.port}/api/figures`, { headers });
  const { data } = (await answer.json()) as { data: { held: number; days: { reserved: number; entered: number }[] } };
  const [today] = data.days;
  if (data.held !== people || today?.entered !== people || data.days.length !== 2)
    throw new Error(`the figures are ${JSON.stringify(data)}`);
}
