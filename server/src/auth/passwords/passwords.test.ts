import { Role } from "@saha/contract";
import { expect, test } from "vitest";
import { openPasswords } from "./passwords.ts";
import { turnOf } from "./turn-of.ts";

const crowd = 60;

/** After how many of a crowd of known devices at one address a gate and an attendee of another one have their hash. */
async function placesBesideCrowd(roleId: Role) {
  const passwords = await openPasswords();
  const done: string[] = [];
  const sign = (name: string, id: number, ip: string, role: Role) =>
    passwords.hash("a long good one", turnOf({ id, roleId: role }, { ip })).then(() => done.push(name));
  const all = Array.from({ length: crowd }, (_, n) => sign("crowd", n + 1, "10.0.0.1", roleId));
  all.push(sign("gate", 1001, "10.0.0.2", Role.ScanAdmin), sign("elsewhere", 1002, "10.0.0.3", Role.User));
  await Promise.all(all);
  return ["gate", "elsewhere"].map((name) => done.indexOf(name));
}

test("known devices of attendees wait by networks, however many accounts one address has", async () => {
  expect(Math.max(...(await placesBesideCrowd(Role.User)))).toBeLessThan(10);
});

test("with turns of its own for each account a gate waits for them (broken twin)", async () => {
  const [gate] = await placesBesideCrowd(Role.GameAdmin);
  expect(gate).toBeGreaterThan(crowd - 10);
});
