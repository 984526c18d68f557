import type { Booth, BoothAdmin } from "@saha/contract";
import { IconUserMinus, IconUserPlus } from "@tabler/icons-react";
import { m } from "../../text/compiled/messages.js";
import type { RowAction } from "../../ui/data-table/columns.ts";

export type Assigning = { kind: "assign"; booth: Booth } | { kind: "unassign"; booth: Booth; admin: BoothAdmin };

/** Assigns an admin to a booth that has none, and unassigns the one that it has (spec §2, rules §5). */
export function assignmentActions(
  admins: { data: BoothAdmin[] | undefined; error: unknown },
  begin: (assigning: Assigning) => void,
): RowAction<Booth>[] {
  const adminOf = new Map(admins.data?.map((admin) => [admin.boothId, admin]));
  const waits = admins.data ? null : admins.error ? m.booths_admins_failed() : m.booths_admins_waiting();
  return [
    {
      id: "assign",
      name: ({ name }) => m.booths_assign({ name }),
      label: m.booths_assign_label(),
      icon: <IconUserPlus size={20} aria-hidden />,
      disabledReason: ({ id }) => {
        const admin = adminOf.get(id);
        return waits ?? (admin ? m.booths_assign_has_admin({ admin: admin.username }) : null);
      },
      press: (booth) => begin({ kind: "assign", booth }),
    },
    {
      id: "unassign",
      name: ({ name }) => m.booths_unassign({ name }),
      label: m.booths_unassign_label(),
      icon: <IconUserMinus size={20} aria-hidden />,
      disabledReason: ({ id }) => waits ?? (adminOf.has(id) ? null : m.booths_unassign_none()),
      press: (booth) => {
        const admin = adminOf.get(booth.id);
        if (admin) begin({ kind: "unassign", booth, admin });
      },
    },
  ];
}
