import { type ChangeEvent, type FormEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import type * as z from "zod/mini";
import { Offline } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { useOnLanguageChange } from "../../text/language.ts";
import { inSession } from "../../tokens.ts";
import { isMissingPart } from "../lost-part.ts";
import { tellIfRenewed } from "../on-demand.tsx";
import { differing } from "./differing.ts";
import type { Draft } from "./drafts.ts";
import { type FieldErrors, splitIssues, splitRefusal, type Wrong } from "./refusal.ts";
import type { Values } from "./values.ts";

/** What stands above the form: what is wrong, or a note that nothing is. */
export type Message = { text: string; isNote?: boolean } | null;

type Options<V extends Values, B> = {
  /**
   * What the form opens with, by name in the order of its fields. Fields that nobody touched follow it when it changes.
   */
  values: V;
  /** Makes the body that is validated and sent from what was typed; `before` is what the form was filled with. */
  body?: (typed: V, before: V) => B;
  /** Validates the body before it is sent; a screen that must open at once loads it when someone begins to type. */
  schema?: () => z.ZodMiniType | Promise<z.ZodMiniType>;
  /**
   * Sends the body; what it throws is told at the fields and above the form. `fill` opens the form with other values.
   */
  send: (body: B, form: { typed: V; fill: (values: V) => void }) => Promise<unknown>;
  /** The fields that the form shows; what is wrong with another one is told above the form. */
  shown?: readonly string[];
  /** Said when a refusal says nothing itself. */
  fallback?: string;
  /** Said above the form when the server has marked fields. */
  marked?: string;
  /** An unchanged save sends nothing and is no error: it says that there is nothing to save. */
  isEdit?: boolean;
  /** Whether what was typed would change nothing. */
  isSame?: (typed: V, before: V) => boolean;
  /** Where what was typed outlives the screen. */
  draft?: Draft<V>;
};

/**
 * Holds the state of a form. What was typed is kept when the server refuses; its issues stand at their fields, its
 * message above the form, and the first wrong field gets the focus. Without `body` everything that was typed is sent.
 */
export function useForm<V extends Values, B = V>(options: Options<V, B>) {
  const { values, schema, send, draft, isSame = isIdentical } = options;
  const { shown = Object.keys(values), fallback = m.ui_state_unexpected() } = options;
  const element = useRef<HTMLFormElement>(null);
  const [state, draw] = useState(() => openedWith(values, draft));
  // Two events may come before the next drawing, such as those of a password manager.
  const latest = useRef(state);
  const { typed, before, errors, message, isBusy, isResumed, refusals } = state;

  useOnLanguageChange(() => update(nothingWrong));
  useEffect(() => {
    if (!isIdentical(values, latest.current.given)) update(followed(latest.current, values));
  });
  // With the drawing that marks the fields, so that nobody types between the two.
  useLayoutEffect(() => {
    if (refusals > 0) leadTo(element.current);
  }, [refusals]);

  function update(next: Partial<typeof state>) {
    latest.current = { ...latest.current, ...next };
    draw(latest.current);
  }

  function refuse(wrong: Wrong) {
    update({ ...saidOf(wrong), refusals: latest.current.refusals + 1 });
  }

  function change(fields: Partial<V>) {
    const now = latest.current;
    if (Object.entries(fields).every(([name, value]) => now.typed[name] === value)) return;
    const next = { ...now.typed, ...fields };
    const rest = Object.fromEntries(Object.entries(now.errors).filter(([name]) => !(name in fields)));
    // The last wrong field is being mended, or what the message is about.
    update({ typed: next, errors: rest, message: Object.keys(rest).length > 0 ? now.message : null });
    keepDraft();
  }

  function keepDraft() {
    const { typed, before } = latest.current;
    draft?.write(isSame(typed, before) ? null : differing(before, typed));
  }

  function reset() {
    update({ typed: latest.current.before, isResumed: false, ...nothingWrong });
    draft?.write(null);
  }

  function body(): B {
    const { typed, before } = latest.current;
    return options.body ? options.body(typed, before) : (typed as unknown as B);
  }

  /** The validator, for screens that open without it. */
  const load = () => Promise.all([import("./issues.ts"), schema?.()]);

  /** Validates all fields, or the named ones, and tells what is wrong with them; sends nothing. */
  function check(...names: (keyof V & string)[]): Promise<boolean> {
    return judge(...names).catch((cause: unknown) => {
      tellOfRenewal(cause);
      throw cause;
    });
  }

  async function judge(...names: (keyof V & string)[]): Promise<boolean> {
    const [{ issuesOf }, rules] = await inSession(load()).catch(asOffline);
    const all = Object.entries(rules ? issuesOf(rules, body()) : {});
    const found = all.filter(([name]) => names.length === 0 || names.includes(name));
    if (found.length > 0) refuse(splitIssues(found, shown));
    else update(nothingWrong);
    return found.length === 0;
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const { isBusy: isSending, typed: sent, before: filled } = latest.current;
    if (isSending) return;
    if (options.isEdit && isSame(sent, filled)) {
      // Such as a field that was emptied and keeps its value.
      reset();
      return update({ message: { text: m.form_no_changes(), isNote: true } });
    }
    update({ isBusy: true, ...nothingWrong });
    try {
      if (schema && !(await judge())) return;
      let saved = sent;
      const fill = (next: V) => {
        saved = next;
        const { typed } = latest.current;
        // What was typed on while the answer was on its way stays.
        const kept = Object.entries(typed).filter(([name, value]) => value !== sent[name]);
        update({ typed: { ...next, ...Object.fromEntries(kept) } });
      };
      await send(body(), { typed: sent, fill });
      update({ before: saved, isResumed: false });
      keepDraft();
    } catch (cause) {
      tellOfRenewal(cause);
      refuse(splitRefusal(cause, shown, fallback, options.marked));
    } finally {
      update({ isBusy: false });
    }
  }

  return {
    typed,
    errors,
    message,
    isBusy,
    /** Whether something would be lost by leaving. */
    isTouched: !isSame(typed, before),
    /** What was typed before the page was loaded anew is here again. */
    isResumed,
    change,
    check: (...names: (keyof V & string)[]) =>
      check(...names).catch((cause: unknown) => {
        refuse(splitRefusal(cause, shown, fallback));
        return false;
      }),
    reset,
    /** For the `<form>`. */
    props: { ref: element, noValidate: true, onSubmit: submit, onFocus: () => void load().catch(() => {}) },
    /** For the text field of that name. */
    field: (name: keyof V & string) => ({
      name,
      value: String(typed[name] ?? ""),
      error: errors[name],
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
        change({ [name]: currentTarget.value } as Partial<V>),
    }),
    /** For what hands its value on itself. */
    control: <N extends keyof V & string>(name: N) => ({
      value: typed[name],
      error: errors[name],
      onChange: (value: V[N]) => change({ [name]: value } as unknown as Partial<V>),
    }),
  };
}

const nothingWrong: { errors: FieldErrors; message: Message } = { errors: {}, message: null };

function openedWith<V extends Values>(values: V, draft: Draft<V> | undefined) {
  const kept = draft?.read() ?? {};
  return {
    given: values,
    before: values,
    typed: { ...values, ...kept },
    isResumed: Object.keys(kept).length > 0,
    isBusy: false,
    refusals: 0,
    ...nothingWrong,
  };
}

function saidOf({ atFields, message }: Wrong) {
  return { errors: atFields, message: message === null ? null : { text: message } };
}

function isIdentical(one: Values, other: Values): boolean {
  return Object.keys(one).every((name) => one[name] === other[name]);
}

/** Untouched fields follow news of what is edited, so that saving undoes nothing that was changed elsewhere. */
function followed<V extends Values>({ before, typed }: { before: V; typed: V }, values: V) {
  const fields = Object.keys(values).map((name) => [name, typed[name] === before[name] ? values[name] : typed[name]]);
  return { given: values, before: values, typed: Object.fromEntries(fields) as V };
}

/** Moves the focus to the first wrong field; a long form is sent from its end, so its message is brought into view. */
function leadTo(form: HTMLFormElement | null) {
  const first = form?.querySelector<HTMLElement>("[aria-invalid=true], button[data-wrong]");
  if (first) first.focus();
  else form?.querySelector("[role=alert]:not(:empty)")?.scrollIntoView({ block: "nearest" });
}

function asOffline(cause: unknown): never {
  throw new Offline(m.ui_state_network(), cause);
}

/** Says that Saha was renewed, where that is why the validator or the solver of a proof did not come. */
function tellOfRenewal(cause: unknown): void {
  const lost = cause instanceof Offline ? cause.cause : cause;
  if (isMissingPart(lost)) tellIfRenewed(lost);
}
