import type * as z from "zod/mini";
import { m } from "../../text/compiled/messages.js";
import { FormMessage } from "../form/form-message.tsx";
import { useForm } from "../form/use-form.ts";
import type { Values } from "../form/values.ts";
import { DialogFoot, DialogFrame } from "./dialog-frame.tsx";
import { FieldInput } from "./field-input.tsx";
import { type Field, typedNumber } from "./fields.ts";
import style from "./form-dialog.module.css";

/**
 * Shows a form in a dialog, made from a description of its fields. A refusal leaves the dialog open and everything
 * typed in place (spec §8). `onSubmit` closes nothing; the owner does when it succeeds.
 */
export function FormDialog<V extends Values>({
  title,
  fields,
  values,
  schema,
  submitLabel,
  isEdit = false,
  onSubmit,
  onClose,
}: {
  title: string;
  fields: readonly Field<keyof V & string>[];
  values: V;
  /** Checked before anything is sent, where the spec wants a check on the client (spec §5). */
  schema?: z.ZodMiniType;
  submitLabel: string;
  /** What is edited is there already: an unchanged save sends nothing and says so. */
  isEdit?: boolean;
  onSubmit: (values: V) => Promise<unknown>;
  onClose: () => void;
}) {
  const form = useForm<V>({
    values,
    body: (typed) => asTyped(fields, typed),
    ...(schema && { schema: () => schema }),
    send: (body) => onSubmit(body),
    shown: fields.map(({ name }) => name),
    fallback: m.form_failed(),
    marked: m.form_check_fields(),
    isEdit,
  });
  const seen = fields.filter(({ shownWhen }) => shownWhen?.(form.typed) ?? true);
  return (
    <DialogFrame title={title} onClose={onClose} isTouched={form.isTouched}>
      <form {...form.props} className={style.form}>
        <FormMessage message={form.message} />
        <div className={style.fields}>
          {seen.map((field, index) => (
            <div key={field.name} data-half={field.half || undefined} className={style.field}>
              <FieldInput
                field={field}
                value={form.typed[field.name] ?? null}
                error={form.errors[field.name]}
                onChange={(value) => form.change({ [field.name]: value } as Partial<V>)}
                isFirst={index === 0}
              />
            </div>
          ))}
        </div>
        <DialogFoot submit={submitLabel} isSending={form.isBusy} onCancel={onClose} />
      </form>
    </DialogFrame>
  );
}

/** Numbers may still stand as text when the form is sent by Enter from within their field. */
function asTyped<V extends Values>(fields: readonly Field[], values: V): V {
  const numbers = fields.filter(({ kind }) => kind === "number").map(({ name }) => name);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      numbers.includes(name) && typeof value === "string" ? typedNumber(value) : value,
    ]),
  ) as V;
}
