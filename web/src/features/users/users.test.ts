import { Role, roles, type User } from "@saha/contract";
import { expect, test } from "vitest";
import { setLanguage } from "../../text/language.ts";
import { roleName } from "../../text/role-name.ts";
import { searcher } from "../../ui/data-table/search.ts";
import { issuesOf } from "../../ui/form/issues.ts";
import { passwordAction } from "./password-action.tsx";
import { userColumns } from "./user-columns.tsx";
import { blankUser, changesOf, EditedUserCheck, editedUserOf } from "./user-form.ts";

const user: User = {
  id: 41,
  uuid: "0f8fad5b-d9cb-469f-a165-70867728950e",
  username: "رِيم",
  name: null,
  email: "reem@example.com",
  pendingEmail: null,
  avatar: null,
  roleId: Role.User,
  riotId: "Reem#KSA1",
  isBlocked: false,
  isVerified: true,
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
};
const other: User = { ...user, id: 42, username: "Reem#KSA1", riotId: "Badr#777", email: null };

const found = (typed: string, searchesAll: boolean) =>
  searcher([user, other], userColumns({ searchesAll }))
    .find(typed)
    .map(({ id }) => id);

test("administrators search all fields", () => {
  expect(found("ريم", true)).toEqual([41]);
  expect(found("reem@example", true)).toEqual([41]);
  expect(found("KSA1", true)).toEqual([41, 42]);
  expect(found("٤٢", true)).toEqual([42]);
});

test("others match only the Riot ID", () => {
  expect(found("KSA1", false)).toEqual([41]);
  expect(found("ksa1", false)).toEqual([41]);
  for (const typed of ["ريم", "reem@example", "41"]) expect(found(typed, false)).toEqual([]);
});

test("a password is sent only when it is not blank", () => {
  const typed = editedUserOf(user);
  expect(changesOf(user, { ...typed, password: "   ", password_confirmation: "" })).toEqual({});
  expect(changesOf(user, { ...typed, password: "kalima-77", password_confirmation: "kalima-77" })).toEqual({
    password: "kalima-77",
    password_confirmation: "kalima-77",
  });
});

test("what was not changed is not sent, so that an old list undoes nothing", () => {
  expect(changesOf(user, { ...editedUserOf(user), isBlocked: true })).toEqual({ isBlocked: true });
});

test("whoever moves the switch of verified vouches for the address that was shown, and for no other", () => {
  const verified = (of: User) => changesOf(of, { ...editedUserOf(of), isVerified: true });
  expect(verified({ ...user, isVerified: false })).toEqual({ isVerified: true, vouchedEmail: user.email });
  expect(verified({ ...other, isVerified: false })).toEqual({ isVerified: true, vouchedEmail: null });
  expect(changesOf(user, { ...editedUserOf(user), isVerified: false })).toEqual({ isVerified: false });
});

test("an edited account needs a name and equal passwords, but no password", () => {
  const typed = editedUserOf(user);
  expect(issuesOf(EditedUserCheck, typed)).toEqual({});
  expect(Object.keys(issuesOf(EditedUserCheck, { ...typed, username: " " }))).toEqual(["username"]);
  const differing = { ...typed, password: "kalima-77", password_confirmation: "kalima-78" };
  expect(Object.keys(issuesOf(EditedUserCheck, differing))).toEqual(["password_confirmation"]);
  const lonely = { ...typed, password_confirmation: "kalima-78" };
  expect(Object.keys(issuesOf(EditedUserCheck, lonely))).toEqual(["password_confirmation"]);
});

test("a new account begins as an attendee's", () => {
  expect(blankUser.roleId).toBe(Role.User);
});

test("roles are told in words, one that is not on the list as unknown", () => {
  setLanguage("en");
  expect([1, 9, 10].map(roleName)).toEqual(["Administrator", "Password Reset Admin", "Unknown Role"]);
});

test("a password-reset admin sets passwords, and not of those whom it protects", () => {
  const { disabledReason } = passwordAction(Role.PasswordResetAdmin, () => {});
  expect(disabledReason?.(user)).toBeNull();
  for (const roleId of [Role.Admin, Role.PasswordResetAdmin]) {
    expect(disabledReason?.({ ...user, roleId })).toEqual(expect.any(String));
  }
});

test("an administrator sets any password", () => {
  const { disabledReason } = passwordAction(Role.Admin, () => {});
  for (const roleId of roles) expect(disabledReason?.({ ...user, roleId })).toBeNull();
});

test("what a name, a Riot ID or an email is too long for goes on in a second line", () => {
  const columns = userColumns({ searchesAll: true });
  expect(columns.filter(({ wraps }) => wraps).map(({ id }) => id)).toEqual(["username", "riotId", "email"]);
});
