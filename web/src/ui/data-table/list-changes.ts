type WithId = { id: number };

/** Puts a saved row into a list: replaces the row with its id, or appends it when it is new (spec §4). */
export function withRow<Row extends WithId>(rows: readonly Row[], row: Row): Row[] {
  return rows.some(({ id }) => id === row.id) ? rows.map((old) => (old.id === row.id ? row : old)) : [...rows, row];
}

/** Takes a deleted row out of a list (spec §4). */
export function withoutRow<Row extends WithId>(rows: readonly Row[], id: number): Row[] {
  return rows.filter((row) => row.id !== id);
}
