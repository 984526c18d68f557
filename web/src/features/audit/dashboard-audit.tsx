import "@mantine/core/styles/Combobox.css";
import "@mantine/core/styles/Input.css";
import { NativeSelect } from "@mantine/core";
import { type AuditRow, api, isStaff, type User } from "@saha/contract";
import { IconCheck, IconEye, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { queryOf } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { directionOf, language } from "../../text/language.ts";
import { useLocalized } from "../../text/use-localized.ts";
import { Chip } from "../../ui/chip/chip.tsx";
import { idColumn, momentColumn } from "../../ui/data-table/column-kinds.tsx";
import type { Column, RowAction } from "../../ui/data-table/columns.ts";
import { DataTable } from "../../ui/data-table/data-table.tsx";
import { DayChoice } from "../../ui/data-table/day-choice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { AuditDialog } from "./audit-dialog.tsx";
import { changeText, type Deed, deedOf, isolated, subjectChoices, subjectName } from "./audit-words.ts";

/**
 * The log of every change by staff, read only: search in the table, filter by the server, so that it reaches beyond the
 * latest.
 */
export function DashboardAudit() {
  const filter = useSearch({ from: "/dashboard/dashboard/audit" });
  const { person, subject, from, to } = filter;
  const navigate = useNavigate();
  const choose = (change: { [Key in keyof Filter]?: Filter[Key] | undefined }) =>
    void navigate({ to: "/dashboard/audit", search: chosenOf({ ...filter, ...change }), replace: true });
  const [open, setOpen] = useState<AuditRow | null>(null);
  const staff = useQuery({ ...queryOf(api.users.list), select: staffOf });
  const query = chosenOf({ actorId: person === undefined ? undefined : String(person), subject, from, to });
  const rows = useQuery({ ...queryOf(api.audit.list, { query }), placeholderData: keepPreviousData });
  const columns = useLocalized(auditColumns);
  const actions = useLocalized((): RowAction<AuditRow>[] => [
    {
      id: "see",
      name: ({ id }) => m.audit_see({ id }),
      label: m.audit_see_label(),
      icon: <IconEye size={20} aria-hidden />,
      press: setOpen,
    },
  ]);
  return (
    <Page width="wide">
      <DataTable
        title={m.audit_title()}
        query={rows}
        columns={columns}
        actions={actions}
        nameOf={({ id }) => m.audit_row({ id })}
        whenEmpty={
          Object.keys(query).length > 0
            ? { title: m.table_no_match_title(), text: m.table_no_match_filter() }
            : { title: m.audit_none_title(), text: m.audit_none_text() }
        }
        toolbar={
          <>
            <NativeSelect
              aria-label={m.audit_person()}
              value={person ?? ""}
              onChange={(event) => choose({ person: Number(event.currentTarget.value) || undefined })}
              data={[{ value: "", label: m.audit_everybody() }, ...peopleOf(staff.data ?? [], person)]}
              size="md"
            />
            <NativeSelect
              aria-label={m.audit_filter()}
              value={subject ?? ""}
              onChange={(event) => choose({ subject: event.currentTarget.value || undefined })}
              data={[{ value: "", label: m.audit_all() }, ...subjectChoices()]}
              size="md"
            />
            <DayChoice label={m.audit_since()} day={from} onChoose={(day) => choose({ from: day })} />
            <DayChoice label={m.audit_until()} day={to} onChoose={(day) => choose({ to: day })} />
          </>
        }
      />
      {open && <AuditDialog row={open} onClose={() => setOpen(null)} />}
    </Page>
  );
}

type Filter = { person: number; subject: string; from: string; to: string };

/** What was chosen, without what was not. */
function chosenOf<Chosen extends object>(chosen: Chosen): { [Key in keyof Chosen]?: NonNullable<Chosen[Key]> } {
  return Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined)) as never;
}

function staffOf(users: User[]): User[] {
  return users.filter(({ roleId }) => isStaff(roleId)).sort((one, other) => one.username.localeCompare(other.username));
}

/** Whoever works here, and the one who is asked for, also when the account is gone. */
function peopleOf(staff: readonly User[], person: number | undefined): { value: string; label: string }[] {
  const known = staff.map(({ id, username }) => ({ value: String(id), label: username }));
  const isKnown = person === undefined || staff.some(({ id }) => id === person);
  return isKnown ? known : [...known, { value: String(person), label: m.audit_gone({ id: person }) }];
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
    { id: "who", title: m.audit_who(), value: who, width: 116 },
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
