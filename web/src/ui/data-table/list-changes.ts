type WithId = { id: number };

/** What a list becomes after a creation: the new row stands at its end (spec §4). */
export function appended<Row extends WithId>(row: Row) {
  return (rows: readonly Row[]): Row[] => [...rows.filter(({ id }) => id !== row.id), row];
}

/** What a list becomes after an update: the row is replaced by id (spec §4). */
export function replaced<Row extends WithId>(row: Row) {
  return (rows: readonly Row[]): Row[] => rows.map((old) => (old.id === row.id ? row : old));
}

/** What a list becomes after a deletion (spec §4). */
export function removed(id: number) {
  return <Row extends WithId>(rows: readonly Row[]): Row[] => rows.filter((row) => row.id !== id);
}
