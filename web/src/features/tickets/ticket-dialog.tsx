import { api, Category, type Ticket, ticketTypes } from "@saha/contract";
import { call, Refusal } from "../../api.ts";
import { callOnce } from "../../call-once.ts";
import { m } from "../../text/compiled/messages.js";
import { numberText } from "../../text/format.ts";
import { typeName } from "../../text/type-name.ts";
import { differing } from "../../ui/form/differing.ts";
import type { Field } from "../../ui/form-dialog/fields.ts";
import { FormDialog } from "../../ui/form-dialog/form-dialog.tsx";
import type { RowFormProps } from "../../ui/resource-page/resource-page.tsx";

type Form = Pick<Ticket, "title" | "eventName" | "price" | "features" | "active" | "visible" | "description"> & {
  type: NonNullable<Ticket["type"]>;
  quantity: number | null;
  day: string | null;
};

const blank: Form = {
  title: "",
  eventName: "",
  type: "Silver",
  day: null,
  quantity: null,
  price: 0,
  description: ".",
  features: "",
  active: true,
  visible: true,
};

/** Adds or changes a free ticket (spec §7: which fields each call takes; §9: defaults). The server checks (spec §5). */
export function TicketDialog({ row: ticket, onSaved, onClose }: RowFormProps<Ticket>) {
  return (
    <FormDialog<Form>
      title={ticket ? m.tickets_edit_title() : m.tickets_add_title()}
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
  return { ...ticket, type: ticket.type ?? "Silver" };
}

function save(ticket: Ticket | null, typed: Form): Promise<Ticket> {
  if (ticket) {
    const body = differing(editedOf(valuesOf(ticket)), editedOf(typed));
    return call(api.tickets.update, { params: { id: String(ticket.id) }, body }).catch(namingTheTaken);
  }
  const { visible: _v, ...edited } = editedOf(typed);
  const { type, description } = typed;
  return callOnce(api.tickets.create, { body: { ...edited, description, category: Category.Free, type } });
}

function editedOf({ title, price, features, active, visible, eventName, quantity, day }: Form) {
  // What is missing goes as it is: the server says so at its field.
  return { title, price, features, active, visible, eventName, quantity: quantity as number, day: day as string };
}

/** Below how many the quantity can't go is said at its field (rules §4). */
function namingTheTaken(cause: unknown): never {
  if (!(cause instanceof Refusal) || cause.code !== "ticket.quantity_below_purchased") throw cause;
  const { status, code, message, details } = cause;
  const issues = [
    { field: "quantity", message: m.tickets_f_quantity_taken({ count: numberText(Number(details.purchased)) }) },
  ];
  throw new Refusal(status, { code, message, details, issues, requestId: "" }, null);
}

function fieldsOf(isEdit: boolean): Field<keyof Form>[] {
  const title: Field<keyof Form> = { kind: "text", name: "title", label: m.tickets_col_title(), isRequired: true };
  const type: Field<keyof Form> = {
    kind: "select",
    name: "type",
    label: m.tickets_col_type(),
    options: ticketTypes.map((value) => ({ value, label: typeName(value) })),
    half: true,
  };
  const day: Field<keyof Form> = {
    kind: "day",
    name: "day",
    label: m.tickets_col_day(),
    ...(isEdit && { hint: m.tickets_f_day_hint() }),
    isRequired: true,
    half: true,
  };
  const eventName: Field<keyof Form> = { kind: "text", name: "eventName", label: m.tickets_f_event() };
  const quantity: Field<keyof Form> = {
    kind: "number",
    name: "quantity",
    label: m.tickets_col_quantity(),
    isRequired: true,
    half: true,
  };
  const price: Field<keyof Form> = {
    kind: "number",
    name: "price",
    label: m.tickets_f_price(),
    hint: m.tickets_f_price_hint(),
    unit: m.tickets_f_egp(),
    allowsFractions: true,
    half: true,
  };
  const description: Field<keyof Form> = {
    kind: "textarea",
    name: "description",
    label: m.tickets_f_description(),
    rows: 2,
  };
  const features: Field<keyof Form> = {
    kind: "textarea",
    name: "features",
    label: m.tickets_col_features(),
    hint: m.tickets_f_features_hint(),
    rows: 4,
  };
  const active: Field<keyof Form> = {
    kind: "switch",
    name: "active",
    label: m.tickets_col_active(),
    hint: m.tickets_f_active_hint(),
  };
  const visible: Field<keyof Form> = { kind: "switch", name: "visible", label: m.tickets_col_visible() };
  return isEdit
    ? [title, eventName, day, quantity, price, features, active, visible]
    : [title, eventName, type, day, quantity, price, description, features, active];
}
