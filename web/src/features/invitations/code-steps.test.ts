import type { InvitationCode } from "@saha/contract";
import { describe, expect, test } from "vitest";
import { countsOf, filtered, hindranceTo, linkOf, toMail, unsent } from "./code-steps.ts";

const at = "2026-11-20T10:00:00Z";
const blank: InvitationCode = {
  id: 0,
  code: "ABCD-EFGH-JKMN",
  ticketId: 1,
  redeemed: false,
  sentTo: null,
  mailedAt: null,
  openedAt: null,
  redeemedBy: null,
  redeemedAt: null,
  enteredAt: null,
  createdAt: at,
};
const codes: InvitationCode[] = [
  { ...blank, id: 1 },
  { ...blank, id: 2, sentTo: "د. منى الزهراني" },
  { ...blank, id: 3, sentTo: "laila@example.com" },
  { ...blank, id: 4, sentTo: "majed@example.com", mailedAt: at, openedAt: at },
  { ...blank, id: 5, sentTo: "mona@example.com", redeemed: true, enteredAt: at },
  { ...blank, id: 6, redeemed: true },
];
const ids = (of: InvitationCode[]) => of.map(({ id }) => id);

test("counts how many codes have come to each step", () => {
  expect(countsOf(codes)).toEqual({ all: 6, sent: 4, opened: 1, redeemed: 2, entered: 1 });
});

describe("a filter", () => {
  test("lets through what has come to a step", () => {
    expect(ids(filtered(codes, { step: "redeemed", isMissing: false }))).toEqual([5, 6]);
  });
  test("lets through what has not", () => {
    expect(ids(filtered(codes, { step: "sent", isMissing: true }))).toEqual([1, 6]);
  });
  test("of all is no filter", () => expect(filtered(codes, { step: "all", isMissing: false })).toHaveLength(6));
});

test("a code that was redeemed needs no sending, noted or not", () => expect(ids(unsent(codes))).toEqual([1]));

test("what is mailed has an address, and neither a letter nor a redeemer", () => {
  expect(ids(toMail(codes))).toEqual([3]);
});

test("a code is mailed once an email is saved with it, and not after its use", () => {
  expect(codes.map((code) => hindranceTo(code, false))).toEqual([
    "unsaved",
    "unsaved",
    null,
    null,
    "redeemed",
    "redeemed",
  ]);
  expect(hindranceTo({ ...blank, sentTo: "laila@example.com" }, true)).toBe("unsaved");
});

test("the link holds the code as it is read out", () => {
  expect(linkOf(blank)).toBe("http://localhost:3000/ticket/invitation?code=ABCD-EFGH-JKMN");
});
