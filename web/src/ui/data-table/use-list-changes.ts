import type { Endpoint } from "@saha/contract";
import { useQueryClient } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { keyOf, queryOf } from "../../api.ts";
import { withoutRow, withRow } from "./list-changes.ts";

/** An endpoint that answers with rows. */
export type ListOf<Row> = Endpoint & { data: z.ZodMiniType<Row[]> };

/**
 * Changes a cached list after a save or a deletion: the screen shows it at once (spec §4), and the list is fetched
 * again for what others changed meanwhile.
 */
export function useListChanges<Row extends { id: number }>(list: ListOf<Row>) {
  const queries = useQueryClient();
  const show = (next: (rows: readonly Row[]) => Row[]) =>
    void queries.setQueryData(queryOf(list).queryKey, (now) => now && next(now));
  const renew = () => void queries.invalidateQueries({ queryKey: keyOf(list) });
  function change(next: (rows: readonly Row[]) => Row[]) {
    show(next);
    renew();
  }
  return {
    /** Shows one saved row of many; `renew` fetches the list once they are through. */
    put: (row: Row) => show((rows) => withRow(rows, row)),
    renew,
    saved: (row: Row) => change((rows) => withRow(rows, row)),
    removed: (id: number) => change((rows) => withoutRow(rows, id)),
  };
}
