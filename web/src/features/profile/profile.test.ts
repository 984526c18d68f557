import { Role, type User } from "@saha/contract";
import { expect, test } from "vitest";
import { setLanguage } from "../../text/language.ts";
import { deviceName } from "./device-name.ts";
import { changesOf, detailsOf } from "./profile-form.ts";

const user: User = {
  id: 5,
  uuid: "0f8fad5b-d9cb-469f-a165-70867728950e",
  username: "noura",
  name: "نورة",
  email: "noura@example.com",
  pendingEmail: null,
  avatar: null,
  roleId: Role.User,
  riotId: null,
  isBlocked: false,
  isVerified: true,
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
};

test("empty fields are skipped and what stayed the same is not sent again", () => {
  expect(changesOf(detailsOf(user), detailsOf(user))).toEqual({});
  expect(changesOf({ name: "  ", email: "", riotId: "", avatar: null, password: "" }, detailsOf(user))).toEqual({});
  expect(changesOf({ ...detailsOf(user), riotId: " Noura#KSA1 " }, detailsOf(user))).toEqual({ riotId: "Noura#KSA1" });
});

test("the password goes with a new email alone", () => {
  const typed = { ...detailsOf(user), password: "kalima-sirriya-77" };
  expect(changesOf(typed, detailsOf(user))).toEqual({});
  expect(changesOf({ ...typed, email: "new@example.com" }, detailsOf(user))).toEqual({
    email: "new@example.com",
    password: "kalima-sirriya-77",
  });
});

test("while a new address waits for its code, the form shows the one in force, to which the chip beside it belongs", () => {
  const waiting = { ...user, pendingEmail: "new@example.com" };
  expect(detailsOf(waiting).email).toBe("noura@example.com");
  expect(changesOf({ ...detailsOf(waiting), email: "third@example.com" }, detailsOf(waiting))).toEqual({
    email: "third@example.com",
  });
});

test.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36",
    "Chrome on Windows",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/130.0 Mobile/15E148 Safari/604.1",
    "Chrome on iPhone",
  ],
  [
    "Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36",
    "Samsung Internet on Android",
  ],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:131.0) Gecko/20100101 Firefox/131.0", "Firefox on Mac"],
  ["curl/8.5.0", "Unknown device"],
  [null, "Unknown device"],
])("the device of %s is %s", (userAgent, name) => {
  setLanguage("en");
  expect(deviceName(userAgent)).toBe(name);
});
