import { api, type LogRow } from "@saha/contract";
import { useSearch } from "@tanstack/react-router";
import { m } from "../../text/compiled/messages.js";
import { useLocalized } from "../../text/use-localized.ts";
import { createdAndUpdated, idColumn, numberColumn } from "../../ui/data-table/column-kinds.tsx";
import type { Column } from "../../ui/data-table/columns.ts";
import { ResourcePage } from "../../ui/resource-page/resource-page.tsx";

/** The log of every change of a score, read only (spec §2, §3). */
export function DashboardLogs() {
  const { find = "" } = useSearch({ from: "/dashboard/dashboard/logs" });
  return (
    <ResourcePage
      list={api.scores.log}
      title={m.logs_title()}
      sought={find}
      columns={useLocalized(logColumns)}
      nameOf={({ user, game }) => `${user.name}, ${game.name}`}
      whenEmpty={{ title: m.logs_none_title(), text: m.logs_none_text() }}
    />
  );
}

function logColumns(): Column<LogRow>[] {
  return [
    idColumn(),
    { id: "actor", title: m.logs_col_actor(), value: ({ actor }) => actor.name, width: 140 },
    { id: "user", title: m.logs_col_user(), value: ({ user }) => user.name, width: 170, grow: 2, isMain: true },
    { id: "game", title: m.logs_col_game(), value: ({ game }) => game.name, width: 170, grow: 2 },
    numberColumn("previousScore", m.logs_col_previous()),
    numberColumn("currentScore", m.logs_col_current()),
    ...createdAndUpdated<LogRow>({ isStacked: true }),
  ];
}
