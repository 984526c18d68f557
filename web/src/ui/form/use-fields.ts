import { type FormEvent, useRef, useState } from "react";
import type * as z from "zod/mini";
import { Offline } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { useOnSpeak } from "../../text/language.ts";
import { type FieldErrors, issuesOf, refusalOf } from "./issues.ts";

type Options = {
  /** The fields that the form shows; what is wrong with another one is said over the form. */
  shown?: readonly string[];
  /** Said when a refusal says nothing itself. */
  fallback?: ReturnType<typeof m.ui_state_unexpected>;
};

/**
 * A form of text fields for a screen that must open at once: the schema that judges it is fetched when someone begins to
 * type. Nothing typed is lost on a refusal; its issues stand at their fields, its message over the form.
 */
export function useFields<V extends Record<string, string>>(
  initial: V,
  schema: () => Promise<z.ZodMiniType>,
  send: (typed: V) => Promise<unknown>,
  { shown = Object.keys(initial), fallback = m.ui_state_unexpected() }: Options = {},
) {
  const typed = useRef(initial);
  const element = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [message, setMessage] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  useOnSpeak(() => show({}, null));

  function show(atFields: FieldErrors, sentence: string | null) {
    const elsewhere = Object.keys(atFields).find((name) => !shown.includes(name));
    setErrors(atFields);
    setMessage(sentence ?? (elsewhere === undefined ? null : (atFields[elsewhere] ?? null)));
    const first = Object.keys(initial).find((name) => name in atFields);
    if (first) element.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    show({}, null);
    try {
      const wrong = issuesOf(await schema().catch(asOffline), typed.current);
      if (Object.keys(wrong).length > 0) show(wrong, null);
      else await send(typed.current);
    } catch (cause) {
      const { atFields, message: sentence } = refusalOf(cause, shown, fallback);
      show(atFields, sentence);
    } finally {
      setIsBusy(false);
    }
  }

  /** Whether one field is right by itself, with its sentence when it is not. */
  async function check(name: keyof V & string): Promise<boolean> {
    const { [name]: wrong } = issuesOf(await schema().catch(asOffline), typed.current);
    if (wrong !== undefined) show({ [name]: wrong }, null);
    return wrong === undefined;
  }

  return {
    check,
    /** What was typed so far. */
    typed: () => typed.current,
    message,
    isBusy,
    /** For the `<form>`. */
    form: { ref: element, onSubmit: submit, onFocus: () => void schema().catch(() => {}), noValidate: true },
    /** For the field of that name. */
    field: (name: keyof V & string) => ({
      name,
      defaultValue: initial[name],
      error: errors[name],
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
        typed.current = { ...typed.current, [name]: currentTarget.value };
        setErrors(({ [name]: _mended, ...rest }) => rest);
        setMessage(null);
      },
    }),
  };
}

function asOffline(cause: unknown): never {
  throw new Offline(m.app_offline_sentence(), cause);
}
