import { beforeEach, describe, expect, it } from "vitest";
import { setLanguage } from "../../text/language.ts";
import { readPlayerCode } from "./player-code.ts";
import { readPoints } from "./points.ts";

beforeEach(() => setLanguage("en"));

describe("a player's code", () => {
  it("is JSON with an id and an email", () => {
    expect(readPlayerCode('{"id":41,"email":"a@b.c"}')).toEqual({ id: 41, email: "a@b.c" });
    expect(readPlayerCode('{"email":"","id":7,"name":"x"}')).toEqual({ id: 7, email: "" });
  });

  it.each([
    ["AB12C-D34EF", "it is not JSON"],
    ["41", "it is not JSON"],
    ["null", "it is not JSON"],
    ['[{"id":41,"email":""}]', "it is not JSON"],
    ['{"user":{"id":41,"email":""}}', "it has no player id"],
    ['{"id":"41; drop table users","email":""}', "it has no player id"],
    ['{"id":-1,"email":""}', "it has no player id"],
    ['{"id":4.5,"email":""}', "it has no player id"],
    ['{"id":99999999999,"email":""}', "it has no player id"],
    ['{"id":41}', "it has no email"],
    [`{"id":41,"email":"${"x".repeat(3000)}"}`, "it is too long for a player's code"],
  ])("%.40s is none", (text, detail) => {
    expect(readPlayerCode(text)).toEqual({ problem: `Invalid QR data: ${detail}` });
  });
});

describe("points", () => {
  it.each([
    ["0", 0],
    ["30", 30],
    ["٣٠", 30],
    [" 007 ", 7],
    ["1000000", 1_000_000],
  ])("%j are %j", (typed, points) => expect(readPoints(typed)).toBe(points));
  it.each(["", "-5", "1.5", "3e2", "abc", "1000001", "٣٠,٥"])("%j are none", (typed) => {
    expect(readPoints(typed)).toBeNull();
  });
});
