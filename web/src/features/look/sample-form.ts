import { m } from "../../text/compiled/messages.js";
import type { Field } from "../../ui/form-dialog/fields.ts";

export type SampleForm = {
  title: string;
  price: number | null;
  type: string;
  day: string | null;
  colour: string;
  features: string;
  description: string;
  active: boolean;
  password: string;
  picture: File | null;
};

export const sampleValues: SampleForm = {
  title: "",
  price: 150,
  type: "Silver",
  day: null,
  colour: "#7C3AED",
  features: "",
  description: "",
  active: true,
  password: "",
  picture: null,
};

/** One field of each kind that a form dialog knows. */
export function sampleFields(): Field<keyof SampleForm>[] {
  return [
    { kind: "text", name: "title", label: m.look_f_title(), isRequired: true },
    {
      kind: "number",
      name: "price",
      label: m.tickets_f_price(),
      unit: m.tickets_f_egp(),
      hint: m.tickets_f_price_hint(),
      half: true,
    },
    {
      kind: "select",
      name: "type",
      label: m.tickets_col_type(),
      half: true,
      options: [
        { value: "Silver", label: m.format_type_silver() },
        { value: "Gold", label: m.format_type_gold() },
        { value: "Premium", label: m.format_type_premium() },
      ],
    },
    { kind: "day", name: "day", label: m.tickets_col_day(), half: true },
    { kind: "colour", name: "colour", label: m.look_f_colour(), half: true },
    { kind: "textarea", name: "features", label: m.tickets_col_features(), hint: m.tickets_f_features_hint(), rows: 3 },
    { kind: "html", name: "description", label: m.tickets_f_description() },
    { kind: "switch", name: "active", label: m.tickets_col_active(), hint: m.tickets_f_active_hint() },
    { kind: "password", name: "password", label: m.auth_password() },
    { kind: "file", name: "picture", label: m.look_f_picture(), accept: "image/*" },
  ];
}
