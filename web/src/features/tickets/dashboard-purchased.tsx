import { api, type PurchasedTicket } from "@saha/contract";
import { IconCheck, IconCircleDot, IconX } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { keyOf } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { dayText } from "../../text/format.ts";
import { statusName } from "../../text/status-name.ts";
import { useLocalized } from "../../text/use-localized.ts";
import { Chip, type ChipTone } from "../../ui/chip/chip.tsx";
import { idColumn, momentColumn } from "../../ui/data-table/column-kinds.tsx";
import type { Column } from "../../ui/data-table/columns.ts";
import { ResourcePage } from "../../ui/resource-page/resource-page.tsx";

/**
 * Every ticket in somebody's hands (spec §2); deleting one gives its place back, and an invitation's code too (rules
 * §4).
 */
export function DashboardPurchased() {
  const queries = useQueryClient();
  // What is deleted here changes what other tables count.
  useEffect(
    () => () => {
      for (const endpoint of [api.tickets.list, api.invitations.list]) {
        void queries.invalidateQueries({ queryKey: keyOf(endpoint) });
      }
    },
    [queries],
  );
  return (
    <ResourcePage
      list={api.purchases.list}
      title={m.purchased_title()}
      columns={useLocalized(purchasedColumns)}
      nameOf={({ ticket, user }) => m.purchased_name({ title: ticket.title, user: user.username })}
      whenEmpty={{ title: m.purchased_none_title(), text: m.purchased_none_text() }}
      remove={{
        endpoint: api.purchases.remove,
        title: m.purchased_delete_title(),
        text: ({ ticket, user }) => m.purchased_delete_text({ title: titleAndDate(ticket), user: user.username }),
        shown: ({ status }) => ({ status }),
      }}
    />
  );
}

/** Evenings often have one title; in a table that is exported "today" would be untrue tomorrow. */
const titleAndDate = ({ title, day }: PurchasedTicket["ticket"]) => `${title} · ${dayText(day)}`;

const looks: Record<PurchasedTicket["status"], { tone: ChipTone; Icon: typeof IconCheck }> = {
  ACTIVE: { tone: "success", Icon: IconCircleDot },
  USED_FOR_ENTRY: { tone: "neutral", Icon: IconCheck },
  USED_FOR_FEATURE: { tone: "error", Icon: IconX },
  INACTIVE: { tone: "neutral", Icon: IconX },
};

function purchasedColumns(): Column<PurchasedTicket>[] {
  return [
    idColumn(),
    {
      id: "username",
      title: m.purchased_col_user(),
      value: ({ user }) => user.username,
      text: ({ user }) => `${user.username} ${user.name ?? ""}`,
      width: 160,
      isMain: true,
    },
    { id: "title", title: m.purchased_col_ticket(), value: ({ ticket }) => titleAndDate(ticket), width: 200, grow: 2 },
    momentColumn("lastQrEntryScan", m.purchased_col_entry()),
    momentColumn("lastQrFeatureScan", m.purchased_col_feature()),
    {
      id: "status",
      title: m.purchased_col_status(),
      value: ({ status }) => statusName(status),
      show: ({ status }) => <Status status={status} />,
      width: 196,
      grow: 2,
    },
  ];
}

function Status({ status }: Pick<PurchasedTicket, "status">) {
  const { tone, Icon } = looks[status];
  return (
    <Chip tone={tone} icon={<Icon />}>
      {statusName(status)}
    </Chip>
  );
}
