import type { Booth } from "@saha/contract";
import { beforeEach, expect, test } from "vitest";
import { setLanguage } from "../../text/language.ts";
import { assignmentActions } from "./assignment-actions.tsx";

const at = "2026-11-20T09:00:00.000Z";
const booth: Booth = {
  id: 7,
  name: "Fight Ring",
  image: null,
  isActive: true,
  waiting: 0,
  wait: null,
  createdAt: at,
  updatedAt: at,
};
const free = { ...booth, id: 8 };
const admins = [
  { id: 1, username: "yousef", boothId: 7 },
  { id: 2, username: "mazen", boothId: null },
];

beforeEach(() => setLanguage("en"));

const reasons = (data: typeof admins | undefined, of: Booth, error: unknown = null) =>
  assignmentActions({ data, error }, () => {}).map((action) => action.disabledReason?.(of) ?? null);

test("a booth with an admin can only be unassigned, one without can only be assigned", () => {
  expect(reasons(admins, booth)).toEqual(["its admin is yousef", null]);
  expect(reasons(admins, free)).toEqual([null, "it has no admin"]);
});

test("nothing can be pressed before the admins are known", () => {
  expect(reasons(undefined, booth)).toEqual(["the admins are loading", "the admins are loading"]);
  expect(reasons(undefined, booth, new Error())[0]).toMatch(/could not be loaded/);
});

test("unassigning begins with who is the admin", () => {
  const begun: unknown[] = [];
  assignmentActions({ data: admins, error: null }, (assigning) => begun.push(assigning))[1]?.press(booth);
  expect(begun).toEqual([{ kind: "unassign", booth, admin: admins[0] }]);
});
