import type { Game } from "@saha/contract";
import { m } from "../../text/compiled/messages.js";
import {
  createdAndUpdated,
  idColumn,
  numberColumn,
  pictureColumn,
  yesNoColumn,
} from "../../ui/data-table/column-kinds.tsx";
import type { Column } from "../../ui/data-table/columns.ts";

type Named = { id: number; name: string };

/** The columns of the games (spec §2), in its order. What a booth or platform is called comes with lists of their own: until then `#id`. */
export function gameColumns(booths: readonly Named[] = [], platforms: readonly Named[] = []): Column<Game>[] {
  const boothNames = namesOf(booths);
  const platformNames = namesOf(platforms);
  return [
    idColumn(),
    { id: "name", title: m.games_col_name(), value: ({ name }) => name, width: 200, isMain: true },
    { id: "booth", title: m.games_col_booth(), value: ({ boothId }) => boothNames(boothId), width: 170 },
    { id: "shortName", title: m.games_col_short(), value: ({ shortName }) => shortName, width: 132 },
    { id: "platform", title: m.games_col_platform(), value: ({ platformId }) => platformNames(platformId), width: 132 },
    numberColumn("winPoints", m.games_col_win()),
    numberColumn("losePoints", m.games_col_lose(), 124),
    pictureColumn("logo", m.games_col_logo()),
    pictureColumn("image", m.games_col_image()),
    yesNoColumn("isQueueable", m.games_col_queueable()),
    yesNoColumn("isActive", m.games_col_active()),
    yesNoColumn("isDoubled", m.games_col_double()),
    yesNoColumn("externalGame", m.games_col_external()),
    yesNoColumn("finite", m.games_col_finite()),
    numberColumn("max", m.games_col_max(), 124),
    numberColumn("min", m.games_col_min(), 124),
    ...createdAndUpdated<Game>(),
  ];
}

function namesOf(rows: readonly Named[]): (id: number) => string {
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? `#${id}`;
}
