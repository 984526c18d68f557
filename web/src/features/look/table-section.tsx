import "@mantine/core/styles/FloatingIndicator.css";
import "@mantine/core/styles/SegmentedControl.css";
import { SegmentedControl } from "@mantine/core";
import { Role } from "@saha/contract";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { Offline } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { roleName } from "../../text/role-name.ts";
import { useLocalized } from "../../text/use-localized.ts";
import { idColumn, momentColumn, numberColumn, yesNoColumn } from "../../ui/data-table/column-kinds.tsx";
import type { Column, RowAction } from "../../ui/data-table/columns.ts";
import { DataTable, type Rows } from "../../ui/data-table/data-table.tsx";
import { toast } from "../../ui/toast/toast.ts";
import style from "./look.module.css";
import { Section } from "./section.tsx";
import { refusal } from "./states-section.tsx";

type Row = { id: number; name: string; points: number; isActive: boolean; at: string };
const begin = Date.UTC(2026, 10, 20, 18);

/** The table of the dashboard: full, on its way, empty, refused, offline. */
export function TableSection() {
  const states = {
    full: { name: m.look_state_full(), query: { data: useLocalized(sampleRows, []), error: null } },
    loading: { name: m.look_state_loading(), query: { data: undefined, error: null } },
    empty: { name: m.look_state_empty(), query: { data: [], error: null } },
    error: { name: m.look_state_error(), query: { data: undefined, error: refusal() } },
    offline: { name: m.look_state_offline(), query: { data: undefined, error: new Offline(m.ui_state_network()) } },
  };
  const [state, setState] = useState<keyof typeof states>("full");
  const query: Rows<Row> = { ...states[state].query, isFetching: state === "loading", refetch: () => setState("full") };
  const columns = useLocalized(sampleColumns, []);
  const actions = useLocalized(sampleActions, []);
  return (
    <Section id="table" title={m.look_table()} text={m.look_table_text()}>
      <div className={style.sample} data-span="whole">
        <SegmentedControl
          aria-label={m.look_table_state()}
          classNames={{ root: style.states ?? "", label: `centred touch semibold ${style.stateName}` }}
          radius="md"
          transitionDuration={140}
          data={Object.entries(states).map(([value, { name }]) => ({ value, label: name }))}
          value={state}
          onChange={(value) => setState(value as keyof typeof states)}
        />
        <div className={`min-0 ${style.sampleBody}`}>
          <DataTable<Row>
            key={state}
            title={m.look_table_title()}
            titleAs="h3"
            query={query}
            columns={columns}
            actions={actions}
            nameOf={({ name }) => name}
            add={{ label: m.look_icon_add(), press: () => void toast({ kind: "info", message: m.look_pressed() }) }}
            whenEmpty={{ title: m.tickets_none_title(), text: m.tickets_none_text() }}
          />
        </div>
      </div>
    </Section>
  );
}

function sampleRows(): Row[] {
  const roles = Object.values(Role);
  return Array.from({ length: 120 }, (_, at) => ({
    id: at + 1,
    name: `${roleName(roles[at % roles.length] ?? 0)} ${at + 1}`,
    points: (at * 137) % 1000,
    isActive: at % 4 !== 3,
    at: new Date(begin + at * 3_700_000).toISOString(),
  }));
}

function sampleColumns(): Column<Row>[] {
  return [
    idColumn(),
    { id: "name", title: m.tickets_col_name(), value: ({ name }) => name, width: 220, isMain: true },
    numberColumn("points", m.themes_sample_score()),
    yesNoColumn("isActive", m.tickets_col_active()),
    momentColumn("at", m.table_created()),
  ];
}

function sampleActions(): RowAction<Row>[] {
  const press = () => void toast({ kind: "info", message: m.look_pressed() });
  return [
    {
      id: "edit",
      name: ({ name }) => m.table_edit({ name }),
      label: m.table_edit_label(),
      icon: <IconPencil size={20} aria-hidden />,
      press,
    },
    {
      id: "delete",
      name: ({ name }) => m.table_delete({ name }),
      label: m.table_delete_label(),
      icon: <IconTrash size={20} aria-hidden />,
      tone: "danger",
      disabledReason: ({ id }) => (id <= 3 ? m.look_row_protected() : null),
      press,
    },
  ];
}
