import { describe, expect, it } from "vitest";
import { readTypedTicket } from "./typed-ticket.ts";

const token = "aZ0-_bQwErTyUiOpAsDfGhJkLzXcVnM1234567890xY";

describe("what stands in the typing field", () => {
  it.each([
    ["abcde-23456", "ABCDE-23456"],
    [" ab cde – ٢٣٤٥٦ ", "ABCDE-23456"],
    ["\u200E\u2066ABCDE-FGHJK\u2069", "ABCDE-FGHJK"],
  ])("%j is the short code %j", (typed, text) => expect(readTypedTicket(typed)).toEqual({ kind: "short", text }));

  it.each(["", "abc", "ABCDE-2345"])("%j is not whole yet", (typed) => {
    expect(readTypedTicket(typed)).toEqual({ kind: "partial" });
  });

  it("a scanned token keeps its letters and their case", () => {
    expect(token).toHaveLength(43);
    expect(readTypedTicket(` ${token}\n`)).toEqual({ kind: "token", text: token });
  });

  it("a token that a scanner typed through an Arabic keyboard layout is read", () => {
    const typed = "ضصثقفغعهخحشسيبتنمئءؤرىةلالإ-_0123456789012345";
    expect(readTypedTicket(typed)).toEqual({ kind: "token", text: "qwertyuiopasdfjklzxcvnmbT-_0123456789012345" });
  });

  it("in the layout of Linux «لا» is one letter", () => {
    const typed = "ﻻﻵﻷﻹ`'شسيبتنمئءؤرىةلالإ-_01234567890123456789";
    expect(readTypedTicket(typed)).toEqual({ kind: "token", text: "bBGTUMasdfjklzxcvnmbT-_01234567890123456789" });
  });

  it.each(["ABCDE234567", "lotsandlotsoflettersthatarenoticket", "شسيبلاتنمكطشسيبلاتنمكط"])(
    "%j is told apart instead of being cut into a wrong code",
    (typed) => expect(readTypedTicket(typed)).toEqual({ kind: "foreign" }),
  );
});
