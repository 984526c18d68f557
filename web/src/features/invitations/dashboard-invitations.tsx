import { api, Category, type Ticket } from "@saha/contract";
import { IconEye } from "@tabler/icons-react";
import { useState } from "react";
import { call, Refusal } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { useLocalized } from "../../text/use-localized.ts";
import type { RowAction } from "../../ui/data-table/columns.ts";
import { useListChanges } from "../../ui/data-table/use-list-changes.ts";
import { ResourcePage } from "../../ui/resource-page/resource-page.tsx";
import { snackbar } from "../../ui/toast/snackbar.ts";
import { CodesDialog } from "./codes-dialog.tsx";
import { invitationColumns } from "./invitation-columns.tsx";
import { InvitationDialog } from "./invitation-dialog.tsx";
import { RedeemCounts } from "./redeem-counts.tsx";

/** The invitation tickets (spec §2): what became of them, the one limit of redeeming, and the codes of each. */
export function DashboardInvitations() {
  const changes = useListChanges(api.tickets.list);
  const [shown, setShown] = useState<Ticket | null>(null);

  async function deactivate({ id }: Ticket) {
    const changed = await call(api.tickets.update, { params: { id: String(id) }, body: { active: false } });
    changes.saved(changed);
    snackbar(m.form_saved({ name: changed.title }));
  }

  return (
    <ResourcePage
      list={api.tickets.list}
      select={onlyInvitations}
      related={related}
      title={m.invitations_title()}
      columns={useLocalized(invitationColumns)}
      nameOf={({ title }) => title}
      whenEmpty={{ title: m.invitations_none_title(), text: m.invitations_none_text() }}
      toolbar={<RedeemCounts />}
      add={m.invitations_add()}
      form={InvitationDialog}
      actions={useLocalized(() => [eye(setShown)])}
      remove={{
        endpoint: api.tickets.remove,
        title: m.invitations_delete_title(),
        text: ({ title }) => m.invitations_delete_text({ title }),
        adviceOn: (cause, ticket) =>
          cause instanceof Refusal && cause.code === "ticket.has_purchases" && ticket.active
            ? { label: m.invitations_deactivate(), press: () => deactivate(ticket) }
            : undefined,
      }}
    >
      {shown && <CodesDialog ticket={shown} onClose={() => setShown(null)} />}
    </ResourcePage>
  );
}

const related = [api.maxRedeem.list, api.invitations.list];

function onlyInvitations(tickets: Ticket[]): Ticket[] {
  return tickets.filter(({ categoryId }) => categoryId === Category.Invitation);
}

function eye(press: (ticket: Ticket) => void): RowAction<Ticket> {
  return {
    id: "codes",
    name: ({ title }) => m.invitations_codes_of({ title }),
    label: m.invitations_codes_label(),
    icon: <IconEye size={20} aria-hidden />,
    press,
  };
}
