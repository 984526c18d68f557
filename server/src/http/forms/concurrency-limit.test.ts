import { describe, expect, test } from "vitest";
import { concurrencyLimit } from "./picture-fields.ts";

type Enter = ReturnType<typeof concurrencyLimit>;
const codeOf = (enter: Enter, account: number) => {
  try {
    enter(account);
    return undefined;
  } catch (problem) {
    return (problem as { code: string }).code;
  }
};

describe("places among those who upload", () => {
  test("are two for each account, so that 64 slow forms of one leave all the others theirs", () => {
    const enter = concurrencyLimit();
    const told = Array.from({ length: 64 }, () => codeOf(enter, 1));
    expect(told.filter((code) => code === undefined)).toHaveLength(2);
    expect(new Set(told.slice(2))).toEqual(new Set(["request.too_many"]));
    expect(codeOf(enter, 2)).toBeUndefined();
  });

  test("are many enough for 64 slow forms of 32 accounts and everybody else's; each that leaves gives its own back", () => {
    const enter = concurrencyLimit();
    const leave = Array.from({ length: 64 }, (_, n) => enter(n % 32));
    expect(Array.from({ length: 200 }, (_, n) => codeOf(enter, 100 + n)).filter(Boolean)).toEqual([]);
    expect(codeOf(enter, 0)).toBe("request.too_many");
    leave[0]?.();
    expect(codeOf(enter, 0)).toBeUndefined();
  });

  test("would all be taken by 64 slow forms of one account, as they were without shares (broken twin)", () => {
    const enter = concurrencyLimit({ all: 64, perAccount: Number.POSITIVE_INFINITY });
    for (let n = 0; n < 64; n++) enter(1);
    expect(codeOf(enter, 2)).toBe("server.busy");
  });
});
