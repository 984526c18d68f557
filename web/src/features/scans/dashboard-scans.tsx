import { api, type Data } from "@saha/contract";
import { IconCheck, IconX } from "@tabler/icons-react";
import { m } from "../../text/compiled/messages.js";
import { scanResultName } from "../../text/scan-result-name.ts";
import { useLocalized } from "../../text/use-localized.ts";
import { Chip } from "../../ui/chip/chip.tsx";
import { idColumn, momentColumn } from "../../ui/data-table/column-kinds.tsx";
import type { Column } from "../../ui/data-table/columns.ts";
import { ResourcePage } from "../../ui/resource-page/resource-page.tsx";

type ScanRow = Data<typeof api.scans.log>[number];

/** The log of every scan at gates and food points, refused ones too, read only (rules §2). */
export function DashboardScans() {
  return (
    <ResourcePage
      list={api.scans.log}
      title={m.scanlog_title()}
      columns={useLocalized(scanColumns)}
      nameOf={({ user, ticketTitle, id }) => user?.name ?? ticketTitle ?? String(id)}
      whenEmpty={{ title: m.scanlog_none_title(), text: m.scanlog_none_text() }}
    />
  );
}

function scanColumns(): Column<ScanRow>[] {
  const result = ({ result }: ScanRow) => scanResultName(result);
  return [
    idColumn(),
    momentColumn<ScanRow>("at", m.scanlog_at()),
    {
      id: "user",
      title: m.scanlog_user(),
      value: ({ user }) => user?.name ?? null,
      show: ({ user }) => (user ? <bdi>{user.name}</bdi> : m.scanlog_nobody()),
      width: 150,
      isMain: true,
    },
    { id: "ticket", title: m.scanlog_ticket(), value: ({ ticketTitle }) => ticketTitle, width: 180, grow: 2 },
    {
      id: "kind",
      title: m.scanlog_kind(),
      value: ({ kind }) => (kind === "entry" ? m.scanlog_entry() : m.scanlog_food()),
      width: 100,
      grow: 0,
    },
    {
      id: "result",
      title: m.scanlog_result(),
      value: result,
      show: (row) => (
        <Chip
          tone={row.result === "admitted" ? "success" : "error"}
          icon={row.result === "admitted" ? <IconCheck /> : <IconX />}
        >
          {result(row)}
        </Chip>
      ),
      width: 204,
      grow: 0,
    },
    { id: "gate", title: m.scanlog_gate(), value: ({ gate }) => gate, width: 150 },
    { id: "scanner", title: m.scanlog_scanner(), value: ({ scanner }) => scanner.name, width: 150 },
  ];
}
