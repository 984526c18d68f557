import { type Endpoint, Role } from "@saha/contract";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { endpoints } from "../src/http/serve.ts";
import { askAs } from "./ask.ts";
import { refusalOf } from "./caller.ts";
import { openServer } from "./harness.ts";
import { requestsTo, type Sent } from "./inputs.ts";
import { full } from "./soak.ts";

const inputs = full({ full: 250, otherwise: 40 });
const seed = Number(process.env.FUZZ_SEED ?? 20261020);

const saha = await openServer();
afterAll(saha.close);

/** The last of the roles that may call it: the one with the least rights, or nobody at all. */
function callerOf({ access }: Endpoint): Role | undefined {
  if (typeof access !== "string") return access.at(-1);
  return access === "member" ? Role.User : undefined;
}

test.each(endpoints())(
  `$name: ${inputs} inputs are answered rightly or refused in the one shape, never failed on`,
  async ({ endpoint }) => {
    const { status = 200, data } = endpoint;
    const role = callerOf(endpoint);
    let member = role && (await saha.given.user({ roleId: role }));
    await saha.given.purchase({ userId: (await saha.given.user()).id, ticketId: (await saha.given.ticket()).id });
    const holds = async (sent: Sent) => {
      const answer = await askAs(saha.send, endpoint, member, sent);
      expect(answer.status, answer.text).toBeLessThan(500);
      if (answer.status >= 400) {
        refusalOf(answer);
        expect(answer.text).not.toMatch(/node_modules|\bat .*\.ts:|SELECT |insert into/i);
      } else {
        expect(answer.status).toBe(status);
        if (data) expect(z.safeParse(z.strictObject({ data }), JSON.parse(answer.text)).error).toBeUndefined();
      }
      // Whoever ended the own session comes again.
      if (member && answer.status === 401) member = await saha.given.user({ roleId: member.roleId });
    };
    await fc.assert(fc.asyncProperty(requestsTo(endpoint), holds), { seed, numRuns: inputs, endOnFailure: true });
  },
  full({ full: 900_000, otherwise: 120_000 }),
);
