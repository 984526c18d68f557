import { Button } from "@mantine/core";
import { type FormEvent, type Ref, useId, useState } from "react";
import { m } from "../../text/compiled/messages.js";
import fields from "../../ui/field/field.module.css";
import { takesScans } from "../../ui/scanner-keys.ts";
import style from "./scans.module.css";
import { readTypedTicket } from "./typed-ticket.ts";

/**
 * Takes the short code typed by hand, when a screen is cracked or a battery dead, and what a handheld scanner types of
 * the QR. The text stays as it was typed: a token loses its meaning with its case.
 */
export function CodeEntry({
  code,
  onChange,
  onSubmit,
  inputRef,
}: {
  code: string;
  onChange: (code: string) => void;
  onSubmit: (code: string) => void;
  inputRef: Ref<HTMLInputElement>;
}) {
  const inputId = useId();
  const noteId = useId();
  const ticket = readTypedTicket(code);
  const [isNone, setIsNone] = useState(false);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if ("text" in ticket) return onSubmit(ticket.text);
    setIsNone(code.trim() !== "");
    // The next scan is typed over it: behind it every guest's right ticket was refused.
    event.currentTarget.querySelector("input")?.select();
  }

  return (
    <form className={style.code} onSubmit={submit}>
      <label htmlFor={inputId} className="block mb-8 leading-16 semibold">
        {m.scans_code_label()}
      </label>
      <div className="flex wrap gap-8">
        <input
          {...takesScans}
          ref={inputRef}
          id={inputId}
          dir="ltr"
          className={`${fields.field} ${style.codeInput}`}
          value={code}
          onChange={({ currentTarget }) => {
            setIsNone(false);
            onChange(currentTarget.value);
          }}
          data-scanned={code.trim().length > 12 || undefined}
          aria-describedby={noteId}
          placeholder="XXXXX-XXXXX"
          autoCapitalize="off"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          inputMode="text"
        />
        <Button type="submit" variant="light" className={style.codeButton}>
          {m.scans_code_check()}
        </Button>
      </div>
      <p id={noteId} role="status" className={style.codeNote}>
        {isArabic(code) ? ticket.kind === "foreign" && m.scans_code_foreign() : isNone && m.scans_code_none()}
      </p>
    </form>
  );
}

/** Whether a scanner typed it through an Arabic keyboard layout. */
const isArabic = (code: string) => /\p{Script=Arabic}/u.test(code);
