import "@mantine/core/styles/Combobox.css";
import "@mantine/core/styles/Input.css";
import { NativeSelect } from "@mantine/core";
import { type AuditRow, api } from "@saha/contract";
import { IconCheck, IconEye, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryOf } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { directionOf, language } from "../../text/language.ts";
import { useLocalized } from "../../text/use-localized.ts";
import { Chip } from "../../ui/chip/chip.tsx";
import { idColumn, momentColumn } from "../../ui/data-table/column-kinds.tsx";
import type { Column, RowAction } from "../../ui/data-table/columns.ts";
import { DataTable } from "../../ui/data-table/data-table.tsx";
import { Page } from "../../ui/page/page.tsx";
import { AuditDialog } from "./audit-dialog.tsx";
import { changeText, type Deed, deedOf, isolated, subjectChoices, subjectName } from "./audit-words.ts";

/** The log of every change by staff, read only: search in the table, filter by the server, so that it reaches beyond the latest. */
export function DashboardAudit() {
  const [subject, setSubject] = useState("");
  const [open, setOpen] = useState<AuditRow | null>(null);
  const rows = useQuery(queryOf(api.audit.list, { query: subject ? { subject } : {} }));
  const columns = useLocalized(auditColumns);
  const actions = useLocalized((): RowAction<AuditRow>[] => [
    { id: "see", name: ({ id }) => m.audit_see({ id }), icon: <IconEye size={20} aria-hidden />, press: setOpen },
  ]);
  return (
    <Page width="wide">
      <DataTable
        title={m.audit_title()}
        query={rows}
        columns={columns}
        actions={actions}
        nameOf={({ id }) => m.audit_row({ id })}
        whenEmpty={{ title: m.audit_none_title(), text: m.audit_none_text() }}
        toolbar={
          <NativeSelect
            aria-label={m.audit_filter()}
            value={subject}
            onChange={(event) => setSubject(event.currentTarget.value)}
            data={[{ value: "", label: m.audit_all() }, ...subjectChoices()]}
            size="md"
          />
        }
      />
      {open && <AuditDialog row={open} onClose={() => setOpen(null)} />}
    </Page>
  );
}

const deeds = {
  made: { tone: "success", icon: <IconPlus />, word: m.audit_made },
  changed: { tone: "primary", icon: <IconPencil />, word: m.audit_changed },
  removed: { tone: "error", icon: <IconTrash />, word: m.audit_removed },
  done: { tone: "neutral", icon: <IconCheck />, word: m.audit_done },
} as const satisfies Record<Deed, object>;

function auditColumns(): Column<AuditRow>[] {
  const arrow = directionOf(language()) === "rtl" ? "←" : "→";
  const who = ({ actor }: AuditRow) => actor.name ?? m.audit_gone({ id: actor.id });
  return [
    idColumn(),
    momentColumn<AuditRow>("at", m.audit_at()),
    { id: "who", title: m.audit_who(), value: who, show: (row) => <bdi>{who(row)}</bdi>, width: 116 },
    {
      id: "deed",
      title: m.audit_deed(),
      value: (row) => deeds[deedOf(row)].word(),
      show: (row) => {
        const { tone, icon, word } = deeds[deedOf(row)];
        return (
          <Chip tone={tone} icon={icon}>
            {word()}
          </Chip>
        );
      },
      width: 132,
      grow: 0,
    },
    {
      id: "what",
      title: m.audit_what(),
      value: ({ changes: [first] }) =>
        first ? `${subjectName(first.subject)}${first.subjectId ? ` #${first.subjectId}` : ""}` : null,
      width: 190,
      isMain: true,
    },
    {
      id: "change",
      title: m.audit_change(),
      value: (row) => changeText(row, arrow),
      show: (row) => changeText(row, arrow, isolated),
      width: 240,
      grow: 3,
    },
    {
      id: "from",
      title: m.audit_from(),
      value: ({ ip }) => ip,
      show: ({ ip }) => <span dir="ltr">{ip}</span>,
      csv: ({ ip, userAgent }) => [ip, userAgent].filter(Boolean).join(" "),
      width: 130,
      grow: 0,
    },
  ];
}
