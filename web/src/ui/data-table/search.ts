import { usernameKey } from "@saha/contract";
import { type Column, textOf } from "./columns.ts";

/**
 * What two spellings that a searching person takes for the same have in common: NFKC, case, tatweel, marks, digits of three scripts
 * (as usernames do), and beyond that the forms of alef, hamza carriers, final yeh and teh marbuta, and Persian letters.
 */
export function fold(text: string): string {
  return usernameKey(text)
    .replace(/[أإآٱ]/g, "ا")
    .replace(/ؤ/g, "و")
    .replace(/[ئىی]/g, "ي")
    .replace(/ة/g, "ه")
    .replace(/ک/g, "ك")
    .replace(/[\u200B-\u200F\u202A-\u202E\u2066-\u2069]/g, "");
}

/** A searcher over fixed rows: folds every row once, on the first search, so that each further letter costs a scan of strings. */
export function searcher<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): (typed: string) => Row[] {
  let haystacks: string[] | undefined;
  return (typed) => {
    const words = fold(typed).split(/\s+/).filter(Boolean);
    if (words.length === 0) return rows as Row[];
    haystacks ??= rows.map((row) => fold(columns.map((column) => textOf(column, row)).join("\n")));
    const found: Row[] = [];
    haystacks.forEach((haystack, index) => {
      const row = rows[index];
      if (row !== undefined && words.every((word) => haystack.includes(word))) found.push(row);
    });
    return found;
  };
}
