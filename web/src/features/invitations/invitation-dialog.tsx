import { api, Category, type Ticket } from "@saha/contract";
import { call } from "../../api.ts";
import { callOnce } from "../../call-once.ts";
import { m } from "../../text/compiled/messages.js";
import { differing } from "../../ui/form/differing.ts";
import type { Field } from "../../ui/form-dialog/fields.ts";
import { FormDialog } from "../../ui/form-dialog/form-dialog.tsx";
import type { RowFormProps } from "../../ui/resource-page/resource-page.tsx";
import { forWhom } from "./invitation-columns.tsx";

type Form = Pick<Ticket, "title" | "eventName" | "price" | "features" | "active" | "visible" | "description"> & {
  ticketInviter: string;
  quantity: number | null;
  day: string | null;
};

const blank: Form = {
  title: "",
  description: "",
  eventName: "",
  ticketInviter: "",
  day: null,
  quantity: null,
  price: 0,
  features: "",
  active: true,
  visible: true,
};

/**
 * Adds an invitation ticket, whose codes are made with it, or changes one; day, quantity and event are set when it is
 * made (spec §7).
 */
export function InvitationDialog({ row: ticket, onSaved, onClose }: RowFormProps<Ticket>) {
  return (
    <FormDialog<Form>
      title={ticket ? m.invitations_edit_title() : m.invitations_add_title()}
      submitLabel={ticket ? m.form_save() : m.form_add()}
      fields={fieldsOf(ticket !== null)}
      isEdit={ticket !== null}
      values={ticket ? valuesOf(ticket) : blank}
      onClose={onClose}
      onSubmit={async (typed) => onSaved(await save(ticket, typed))}
    />
  );
}

function valuesOf(ticket: Ticket): Form {
  return { ...ticket, description: forWhom(ticket), ticketInviter: ticket.ticketInviter ?? "" };
}

function save(ticket: Ticket | null, typed: Form): Promise<Ticket> {
  if (ticket) {
    const body = differing(editedOf(valuesOf(ticket)), editedOf(typed));
    return call(api.tickets.update, { params: { id: String(ticket.id) }, body });
  }
  // What is missing goes as it is: the server says so at its field.
  const quantity = typed.quantity as number;
  const day = typed.day as string;
  const { eventName } = typed;
  const body = { ...editedOf(typed), category: Category.Invitation, quantity, day, eventName };
  return callOnce(api.tickets.create, { body });
}

function editedOf({ title, price, features, active, visible, description, ticketInviter }: Form) {
  // Empty is the default that the specification writes as a dot (spec §9).
  return { title, price, features, active, visible, description: description.trim() || ".", ticketInviter };
}

function fieldsOf(isEdit: boolean): Field<keyof Form>[] {
  const whenMade: Field<keyof Form>[] = [
    { kind: "day", name: "day", label: m.invitations_col_day(), isRequired: true, half: true },
    {
      kind: "number",
      name: "quantity",
      label: m.invitations_col_quantity(),
      hint: m.invitations_f_quantity_hint(),
      isRequired: true,
      half: true,
    },
    { kind: "text", name: "eventName", label: m.invitations_col_event() },
  ];
  return [
    { kind: "text", name: "title", label: m.invitations_col_title(), isRequired: true },
    { kind: "text", name: "description", label: m.invitations_col_for(), hint: m.invitations_f_for_hint(), half: true },
    {
      kind: "text",
      name: "ticketInviter",
      label: m.invitations_col_admin(),
      hint: m.invitations_f_admin_hint(),
      half: true,
    },
    ...(isEdit ? [] : whenMade),
    {
      kind: "number",
      name: "price",
      label: m.tickets_f_price(),
      hint: m.tickets_f_price_hint(),
      unit: m.tickets_f_egp(),
      allowsFractions: true,
    },
    { kind: "textarea", name: "features", label: m.tickets_col_features(), hint: m.tickets_f_features_hint(), rows: 4 },
    { kind: "switch", name: "active", label: m.invitations_col_active(), hint: m.invitations_f_active_hint() },
  ];
}
