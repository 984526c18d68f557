import { randomUUID } from "node:crypto";
import { Role } from "@saha/contract";
import { rushPassword } from "@saha/server/test/rush.ts";
import type { Hashing } from "../children/argon2.ts";
import { type Figure, type Lab, withChild } from "../lab/lab.ts";
import { median, perSecond, type Round } from "../lab/measure.ts";
import { inLanes, request } from "../lab/request.ts";
import { openSubject } from "../lab/subject.ts";

const people = 200;
const atATime = 50;
const rounds = 5;
/** Rounds before the first that counts: so many sign-ins later the engine has compiled what they run through. */
const warmUps = 9;
/** `server/src/auth/passwords/passwords.ts` has as many in flight. */
const inFlight = 2;

/** A crowd signs in, each from a device of its own. */
export async function signIn(lab: Lab): Promise<Figure[]> {
  const subject = await openSubject({ profileTo: lab.profileTo });
  try {
    const members = await subject.rush.members(Role.User, people);
    const ours: Round[] = [];
    const limits: Round[] = [];
    await withChild<Hashing, Round, void>("argon2", async (hashing) => {
      for (let round = -warmUps; round < rounds; round++) {
        const limit = round < -1 ? undefined : await hashing.ask({ count: people, inFlight });
        const requests = members.map(({ username }) =>
          request({
            method: "POST",
            path: "/api/auth/login",
            body: { username, password: rushPassword },
            device: randomUUID(),
          }),
        );
        const our = await lab.load.ask({ port: subject.port, lanes: inLanes(requests, atATime) });
        if (our.statuses[200] !== people) throw new Error(`not all signed in: ${JSON.stringify(our.statuses)}`);
        if (round < 0 || !limit) continue;
        limits.push(limit);
        ours.push(our);
      }
    });
    const ratio = median(ours.map((round, index) => perSecond(round) / perSecond(limits[index] ?? round)));
    return [
      {
        work: `sign-in: ${people} people, ${atATime} at a time`,
        figure: `${median(ours.map(perSecond)).toFixed(0)}/s`,
        limit: `${median(limits.map(perSecond)).toFixed(0)}/s by Argon2id alone, ${inFlight} in flight`,
        ratio,
        goal: "≥ 0.8",
        isMet: ratio >= 0.8,
      },
    ];
  } finally {
    await subject.close();
  }
}
