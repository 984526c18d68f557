import { ActionIcon } from "@mantine/core";
import { api, Category, type MaxRedeem, type Ticket } from "@saha/contract";
import { IconPencil, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call, queryOf } from "../../api.ts";
import { callOnce } from "../../call-once.ts";
import { m } from "../../text/compiled/messages.js";
import { numberText } from "../../text/format.ts";
import { useListChanges } from "../../ui/data-table/use-list-changes.ts";
import { FormDialog } from "../../ui/form-dialog/form-dialog.tsx";
import { snackbar } from "../../ui/toast/snackbar.ts";
import style from "./invitations.module.css";

/**
 * How many invitations were redeemed and let in, and how many may be: the limit is created while there is none,
 * otherwise edited (spec §4).
 */
export function RedeemCounts() {
  const tickets = useQuery({ ...queryOf(api.tickets.list), select: countsOf });
  const max = useQuery(queryOf(api.maxRedeem.list));
  const { saved } = useListChanges(api.maxRedeem.list);
  const [isOpen, setIsOpen] = useState(false);
  const limit = max.data?.[0];
  const Icon = limit ? IconPencil : IconPlus;
  const label = limit ? m.invitations_max_edit() : m.invitations_max_add();
  const counts = [
    { name: m.invitations_redeemed(), count: shown(tickets.data?.redeemed) },
    { name: m.invitations_scanned(), count: shown(tickets.data?.scanned) },
    {
      name: m.invitations_max(),
      count: limit?.maxRedeem === null ? m.invitations_max_none() : shown(limit?.maxRedeem),
    },
  ];
  return (
    <div className={`row gap-12 ${style.counts}`}>
      <dl>
        {counts.map(({ name, count }) => (
          <div key={name} className="stack items-center">
            <dt>{name}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      <ActionIcon
        variant="default"
        size={44}
        radius="md"
        aria-label={label}
        title={label}
        disabled={!max.data}
        onClick={() => setIsOpen(true)}
      >
        <Icon size={20} aria-hidden />
      </ActionIcon>
      {isOpen && (
        <MaxDialog
          limit={limit}
          onClose={() => setIsOpen(false)}
          onSaved={(row) => {
            saved(row);
            snackbar(m.invitations_max_saved());
            setIsOpen(false);
          }}
        />
      )}
    </div>
  );
}

function MaxDialog(props: { limit: MaxRedeem | undefined; onSaved: (row: MaxRedeem) => void; onClose: () => void }) {
  const { limit, onSaved, onClose } = props;
  return (
    <FormDialog
      title={limit ? m.invitations_max_edit() : m.invitations_max_add()}
      submitLabel={limit ? m.form_save() : m.form_add()}
      fields={[{ kind: "number", name: "maxRedeem", label: m.invitations_max_field(), hint: m.invitations_max_hint() }]}
      values={{ maxRedeem: limit?.maxRedeem ?? null }}
      isEdit={limit !== undefined}
      onClose={onClose}
      onSubmit={async (body) =>
        onSaved(
          limit
            ? await call(api.maxRedeem.update, { params: { id: String(limit.id) }, body })
            : await callOnce(api.maxRedeem.create, { body }),
        )
      }
    />
  );
}

function countsOf(tickets: Ticket[]) {
  const invitations = tickets.filter(({ categoryId }) => categoryId === Category.Invitation);
  return {
    redeemed: invitations.reduce((sum, { redeemed }) => sum + redeemed, 0),
    scanned: invitations.reduce((sum, { entryScanned }) => sum + entryScanned, 0),
  };
}

function shown(count: number | null | undefined): string {
  return typeof count === "number" ? numberText(count) : "–";
}
