import { describe, expect, test } from "vitest";
import { loginBody, registerBody } from "./bodies.ts";

const register = { username: "noura", password: "kalima-sirriya-77", password_confirmation: "kalima-sirriya-77" };
const login = { identifier: "noura", password: "kalima-sirriya-77" };
/** The fields that are wrong. */
const wrong = (
  body: { safeParse(typed: unknown): { error?: { issues: { path: PropertyKey[] }[] } } },
  typed: object,
) => [...new Set((body.safeParse(typed).error?.issues ?? []).map(({ path }) => path.join(".")))];

describe("what the sign-in forms are judged by (spec §5)", () => {
  test("is fulfilled by a name and two equal passwords", () => {
    expect(wrong(registerBody, register)).toEqual([]);
    expect(wrong(loginBody, login)).toEqual([]);
  });

  test.each(["username", "password", "password_confirmation"] as const)("register asks for %s", (field) => {
    expect(wrong(registerBody, { ...register, [field]: "" })).toContain(field);
  });

  test.each(["identifier", "password"] as const)("login asks for %s, not only for spaces", (field) => {
    expect(wrong(loginBody, { ...login, [field]: "" })).toEqual([field]);
    if (field === "identifier") expect(wrong(loginBody, { ...login, [field]: "   " })).toEqual([field]);
  });

  test("a new password has at least 8 letters and is typed twice the same", () => {
    const short = "ka-77-s";
    expect(wrong(registerBody, { ...register, password: short, password_confirmation: short })).toContain("password");
    const eight = `${short}!`;
    expect(wrong(registerBody, { ...register, password: eight, password_confirmation: eight })).toEqual([]);
    expect(wrong(registerBody, { ...register, password_confirmation: eight })).toEqual(["password_confirmation"]);
  });
});
