import { usernameKey } from "@saha/contract";
import { type Column, textOf } from "./columns.ts";

/**
 * What two spellings that a searching person takes for the same have in common: NFKC, case, tatweel, marks, digits of
 * three scripts (as usernames do), and beyond that the forms of alef, hamza carriers, final yeh and teh marbuta, and
 * Persian letters.
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

/** Rows folded at a time while nobody waits, and their letters, of which a survey's answer has 2,000. */
const chunk = 500;
const chunkLetters = 50_000;

export type Searcher<Row> = {
  find: (typed: string) => Row[];
  /** Folds the next few rows ahead of the first search; false when all are done. */
  prepare: () => boolean;
};

/** A searcher over fixed rows: folds every row once, so that each letter typed costs no more than a scan of strings. */
export function searcher<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): Searcher<Row> {
  const folded: string[] = [];
  function foldUpTo(end: number, letters = Number.POSITIVE_INFINITY) {
    let left = letters;
    for (let index = folded.length; index < end && left > 0; index++) {
      const row = rows[index] as Row;
      const text = columns.map((column) => textOf(column, row)).join("\n");
      folded.push(fold(text));
      left -= text.length;
    }
  }
  return {
    prepare: () => {
      foldUpTo(Math.min(rows.length, folded.length + chunk), chunkLetters);
      return folded.length < rows.length;
    },
    find: (typed) => {
      const words = fold(typed).split(/\s+/).filter(Boolean);
      if (words.length === 0) return rows as Row[];
      foldUpTo(rows.length);
      return rows.filter((_row, index) => words.every((word) => folded[index]?.includes(word)));
    },
  };
}
