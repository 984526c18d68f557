import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CsvCell, csvOf } from "./csv.ts";

const line = (...cells: CsvCell[]) => csvOf([cells]).slice(1, -2);

test("begins with a byte order mark and ends every line, the last too, by CR LF", () => {
  expect(csvOf([["الرمز", "نعم"], [1]])).toBe("\uFEFFالرمز,نعم\r\n1\r\n");
  expect([...new TextEncoder().encode(csvOf([]))]).toEqual([0xef, 0xbb, 0xbf]);
});

test.each([
  ["a comma", "a,b", '"a,b"'],
  ["quotes", 'say "hi"', '"say ""hi"""'],
  ["a line break", "one\ntwo", '"one\ntwo"'],
  ["plain Arabic", "ليلة الافتتاح", "ليلة الافتتاح"],
])("writes %s by RFC 4180", (_what, cell, written) => expect(line(cell)).toBe(written));

describe("a text that a spreadsheet would run", () => {
  test.each(["=1+1", "+1", "-1", "@SUM(A1)", "＝1"])("%s is defused", (cell) => expect(line(cell)).toBe(`'${cell}`));
  test.each(["\t", "\r", "\n"])("%j is defused and quoted", (sign) => {
    expect(line(`${sign}=1`)).toBe(`"'${sign}'=1"`);
    expect(line(`${sign}1`)).toBe(`"'${sign}1"`);
  });
  test('=HYPERLINK("http://off.example","x") is defused inside its quotes', () => {
    expect(line('=HYPERLINK("http://off.example","x")')).toBe(`"'=HYPERLINK(""http://off.example"",""x"")"`);
  });
  test.each([
    ["a;=1+1", `"a;'=1+1"`],
    ["a; @x;-2", `"a; '@x;'-2"`],
    // There, what stands between quotes that open and close at once is taken off.
    ['a;"=1+1;', `"a;""'=1+1;"`],
    ["a\n=1+1", `"a\n'=1+1"`],
    ["a\t=1", `"a\t'=1"`],
    ["a;b, =c", '"a;b, =c"'],
  ])("%j is defused where semicolons part the cells", (cell, written) => expect(line(cell)).toBe(written));
  test("numbers keep their sign, and nothing is nothing", () => expect(line(-5, 0, null, true)).toBe("-5,0,,true"));
});

test("what is written is read again, whatever stands in the cells", () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 4 })), (rows) => {
      const defuse = (cell: string) =>
        (/^[=+\-@\t\r\n＝＋－＠]/.test(cell) ? `'${cell}` : cell).replace(
          /([;\t\r\n][ \u00A0"]*)(?=[=+\-@＝＋－＠])/g,
          "$1'",
        );
      const defused = rows.map((row) => row.map(defuse));
      expect(read(csvOf(rows).slice(1))).toEqual(defused);
    }),
    { numRuns: 40 },
  );
});

/** Reads CSV letter by letter, as RFC 4180 says. */
function read(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (isQuoted && sign === '"' && text[at + 1] === '"') cell += text[++at];
    else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && sign === ",") {
      row.push(cell);
      cell = "";
    } else if (!isQuoted && sign === "\r") {
      rows.push([...row, cell]);
      [row, cell] = [[], ""];
      at++;
    } else cell += sign;
  }
  return rows;
}
