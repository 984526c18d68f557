import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { solve } from "./solve.ts";

const salt = "a1b2c3d4e5f6?c=AbC_-123&d=0&expires=1790000000&";
const challengeFor = (number: number, maxnumber: number) => ({
  algorithm: "SHA-256",
  challenge: createHash("sha256").update(`${salt}${number}`).digest("hex"),
  maxnumber,
  salt,
  signature: "signed",
});

test.each([0, 9, 10, 4321, 30_000])("the number %i is found, and sent with what the server signed", (number) => {
  const proof = JSON.parse(atob(solve(challengeFor(number, 30_000)) ?? ""));
  expect(proof).toEqual({ ...challengeFor(number, 30_000), maxnumber: undefined, number });
});

test("a challenge without a solution is given up after its last number", () => {
  expect(solve(challengeFor(501, 500))).toBeUndefined();
});
