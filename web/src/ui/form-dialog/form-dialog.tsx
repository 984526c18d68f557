import { type FormEvent, useRef, useState } from "react";
import type * as z from "zod/mini";
import { Refusal } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { type FieldErrors, issuesOf } from "../form/issues.ts";
import { DialogFoot, DialogFrame } from "./dialog-frame.tsx";
import { FieldInput } from "./field-input.tsx";
import { type Field, typedNumber, type Value, type Values } from "./fields.ts";
import style from "./form-dialog.module.css";
import { refusalSentence } from "./refusal-sentence.ts";

/**
 * A form in a dialog, made from a description of its fields. A refusal leaves the dialog open and everything typed in place:
 * the server's issues stand at their fields, its message on top (spec §8). `onSubmit` closes nothing; the owner does when it succeeds.
 */
export function FormDialog<V extends Values>({
  title,
  fields,
  values: opening,
  schema,
  submitLabel,
  onSubmit,
  onClose,
}: {
  title: string;
  fields: readonly Field<keyof V & string>[];
  values: V;
  /** Checked before anything is sent, where the spec wants a check on the client (spec §5). */
  schema?: z.ZodMiniType;
  submitLabel: string;
  onSubmit: (values: V) => Promise<unknown>;
  onClose: () => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  const [values, setValues] = useState<Values>(opening);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [message, setMessage] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const isTouched = fields.some(({ name }) => values[name] !== opening[name]);

  function change(name: string, value: Value) {
    if (value === values[name]) return;
    setValues((now) => ({ ...now, [name]: value }));
    const { [name]: _mended, ...rest } = errors;
    setErrors(rest);
    // The last wrong field is being mended, or what the message is about.
    if (Object.keys(rest).length === 0) setMessage(undefined);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isSending) return;
    const typed = asTyped(fields, values) as V;
    setMessage(undefined);
    const wrong = schema ? issuesOf(schema, typed) : {};
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return focusFirst(wrong);
    setIsSending(true);
    try {
      await onSubmit(typed);
    } catch (cause) {
      const { atFields, rest } = sortIssues(cause, fields);
      setErrors(atFields);
      const isMarked = cause instanceof Refusal && cause.code === "request.invalid" && Object.keys(atFields).length > 0;
      setMessage([isMarked ? m.form_check_fields() : refusalSentence(cause), ...rest].join("\n"));
      if (Object.keys(atFields).length > 0) focusFirst(atFields);
      // A long form is sent from its end, where the message on top would not be seen.
      else requestAnimationFrame(() => alert.current?.scrollIntoView({ block: "nearest" }));
    } finally {
      setIsSending(false);
    }
  }

  function focusFirst(wrong: FieldErrors) {
    const first = fields.find(({ name }) => name in wrong);
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first.name}"]`)?.focus();
  }

  return (
    <DialogFrame title={title} onClose={onClose} isTouched={isTouched}>
      <form ref={form} onSubmit={submit} noValidate className={style.form}>
        <div ref={alert} role="alert" className={style.alert}>
          {message}
        </div>
        <div className={style.fields}>
          {fields.map((field, index) => (
            <div key={field.name} data-half={field.half || undefined} className={style.field}>
              <FieldInput
                field={field}
                value={values[field.name] ?? null}
                error={errors[field.name]}
                onChange={(value) => change(field.name, value)}
                isFirst={index === 0}
              />
            </div>
          ))}
        </div>
        <DialogFoot submit={submitLabel} isSending={isSending} onCancel={onClose} />
      </form>
    </DialogFrame>
  );
}

/** Numbers may still stand as text when the form is sent by Enter from within their field. */
function asTyped(fields: readonly Field[], values: Values): Values {
  const numbers = fields.filter(({ kind }) => kind === "number").map(({ name }) => name);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      numbers.includes(name) && typeof value === "string" ? typedNumber(value) : value,
    ]),
  );
}

function sortIssues(cause: unknown, fields: readonly Field[]): { atFields: FieldErrors; rest: string[] } {
  const issues = cause instanceof Refusal ? (cause.issues ?? []) : [];
  const has = (name: string) => fields.some((field) => field.name === name);
  return {
    atFields: Object.fromEntries(
      issues.filter(({ field }) => has(field)).map(({ field, message }) => [field, message]),
    ),
    rest: issues.filter(({ field }) => !has(field)).map(({ message }) => message),
  };
}
