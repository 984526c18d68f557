import "@mantine/core/styles/Combobox.css";
import "@mantine/core/styles/Input.css";
import { NativeSelect } from "@mantine/core";
import { api, type Data, maxScans } from "@saha/contract";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { queryOf } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { openingDay } from "../../text/format.ts";
import { scanResultName, scanResults } from "../../text/scan-result-name.ts";
import { useLocalized } from "../../text/use-localized.ts";
import { Chip } from "../../ui/chip/chip.tsx";
import { idColumn, momentColumn } from "../../ui/data-table/column-kinds.tsx";
import type { Column } from "../../ui/data-table/columns.ts";
import { DayChoice } from "../../ui/data-table/day-choice.tsx";
import { ResourcePage } from "../../ui/resource-page/resource-page.tsx";

type ScanRow = Data<typeof api.scans.log>[number];

/** The log of every scan at gates and food points, refused ones too, read only (rules §2). */
export function DashboardScans() {
  const { day, show } = useSearch({ from: "/dashboard/dashboard/scans" });
  const navigate = useNavigate();
  const isCut = (useQuery(queryOf(api.scans.log)).data?.length ?? 0) >= maxScans;
  const choose = (search: { day?: string | undefined; show?: string | undefined }) =>
    void navigate({ to: "/dashboard/scans", search: chosenOf(search), replace: true });
  const keep = useCallback(
    (row: ScanRow) => (!show || isShown(row, show)) && (!day || openingDay(new Date(row.at)) === day),
    [day, show],
  );
  return (
    <ResourcePage
      list={api.scans.log}
      title={m.scanlog_title()}
      columns={useLocalized(scanColumns)}
      nameOf={({ user, ticketTitle, id }) => user?.name ?? ticketTitle ?? String(id)}
      whenEmpty={{ title: m.scanlog_none_title(), text: m.scanlog_none_text() }}
      filter={day || show ? { keep, clear: () => choose({}) } : undefined}
      toolbar={
        <>
          <DayChoice label={m.scanlog_day()} day={day} onChoose={(next) => choose({ day: next, show })} />
          <NativeSelect
            aria-label={m.scanlog_show()}
            size="md"
            value={show ?? ""}
            onChange={({ currentTarget }) => choose({ day, show: currentTarget.value })}
            data={[
              { value: "", label: m.scanlog_all() },
              { value: "entered", label: m.scanlog_only_entered() },
              { value: "served", label: m.scanlog_only_served() },
              { value: "refused", label: m.scanlog_only_refused() },
              ...scanResults.map((value) => ({ value, label: scanResultName(value) })),
            ]}
          />
          {isCut && <p className="muted">{m.scanlog_latest()}</p>}
        </>
      }
    />
  );
}

function chosenOf({ day, show }: { day?: string | undefined; show?: string | undefined }) {
  return { ...(day && { day }), ...(show && { show }) };
}

/** Whether a scan is one of those let in, of those served, of those refused, or refused for one reason. */
function isShown({ kind, result }: ScanRow, show: string): boolean {
  if (show === "entered") return result === "admitted" && kind === "entry";
  if (show === "served") return result === "admitted" && kind === "feature";
  return show === "refused" ? result !== "admitted" : result === show;
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
      show: ({ user }) => user?.name ?? m.scanlog_nobody(),
      width: 150,
      isMain: true,
    },
    { id: "ticket", title: m.scanlog_ticket(), value: ({ ticketTitle }) => ticketTitle, width: 170, grow: 2 },
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
    { id: "scanner", title: m.scanlog_scanner(), value: ({ scanner }) => scanner.name, width: 150, under: "gate" },
  ];
}
