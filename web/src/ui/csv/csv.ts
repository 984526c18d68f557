/** What stands in a cell of a table that leaves the application. */
export type CsvCell = string | number | boolean | null;

/** A spreadsheet takes a text that begins so for a formula; full-width signs are read alike. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;
/**
 * Where lists are parted by semicolons, as in Arabic settings, quotes inside of a line guard neither these nor its end.
 */
const hiddenFormula = /([;\t\r\n][ \u00A0"]*)(?=[=+\-@＝＋－＠])/g;
const special = /[",;\r\n\t]/;
/** By it spreadsheets know UTF-8, without which Arabic opens as rubbish. */
const byteOrderMark = "\uFEFF";

/**
 * Writes rows as CSV by RFC 4180, lines ended by CR LF, in UTF-8 with a byte order mark. A text that a spreadsheet
 * would run as a formula, also where it parts cells by semicolons, is defused by an apostrophe before it; numbers are
 * no text and stay as they are.
 */
export function csvOf(rows: readonly (readonly CsvCell[])[]): string {
  return `${byteOrderMark}${rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("")}`;
}

function cellOf(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell !== "string") return String(cell);
  const text = (formula.test(cell) ? `'${cell}` : cell).replace(hiddenFormula, "$1'");
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
