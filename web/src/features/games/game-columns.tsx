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

/**
 * The columns of the games (spec §2), in its order. What a booth or platform is called comes with lists of their own:
 * until then `#id`.
 */
export function gameColumns(booths: readonly Named[] = [], platforms: readonly Named[] = []): Column<Game>[] {
  const boothNames = namesOf(booths);
  const platformNames = namesOf(platforms);
  // Eighteen columns stand beside each other on a laptop by standing below what they belong to.
  return [
    idColumn(),
    {
      id: "name",
      title: m.games_col_name(),
      value: ({ name }) => name,
      width: 138,
      grow: 2,
      isMain: true,
      wraps: true,
    },
    {
      id: "shortName",
      title: m.games_col_short(),
      value: ({ shortName }) => shortName,
      width: 150,
      under: "name",
    },
    { id: "booth", title: m.games_col_booth(), value: ({ boothId }) => boothNames(boothId), width: 120, wraps: true },
    {
      id: "platform",
      title: m.games_col_platform(),
      value: ({ platformId }) => platformNames(platformId),
      width: 120,
      under: "booth",
    },
    numberColumn("winPoints", m.games_col_win(), 80),
    { ...numberColumn<Game>("losePoints", m.games_col_lose()), under: "winPoints" },
    { ...pictureColumn<Game>("logo", m.games_col_logo()), width: 64 },
    { ...pictureColumn<Game>("image", m.games_col_image()), under: "logo" },
    { ...yesNoColumn<Game>("isQueueable", m.games_col_queueable()), width: 100 },
    { ...yesNoColumn<Game>("isActive", m.games_col_active()), under: "isQueueable" },
    { ...yesNoColumn<Game>("isDoubled", m.games_col_double()), width: 100 },
    { ...yesNoColumn<Game>("externalGame", m.games_col_external()), under: "isDoubled" },
    { ...yesNoColumn<Game>("finite", m.games_col_finite()), width: 100 },
    numberColumn("max", m.games_col_max(), 84),
    { ...numberColumn<Game>("min", m.games_col_min()), under: "max" },
    ...createdAndUpdated<Game>({ isStacked: true }).map((column) => ({ ...column, width: 158 })),
  ];
}

function namesOf(rows: readonly Named[]): (id: number) => string {
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? `#${id}`;
}
