import { Button } from "@mantine/core";
import { type FormEvent, type Ref, useId } from "react";
import { m } from "../../text/compiled/messages.js";
import { isWholeCode, shapeCode } from "./outcome.ts";
import style from "./scans.module.css";

/** The short code typed by hand, when a screen is cracked or a battery dead: case, spaces, dashes and Arabic digits are forgiven. */
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
  const isWhole = isWholeCode(code);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isWhole) onSubmit(code);
  }

  return (
    <form className={style.code} onSubmit={submit}>
      <label htmlFor={inputId} className={style.codeLabel}>
        {m.scans_code_label()}
      </label>
      <div className={style.codeLine}>
        <input
          ref={inputRef}
          id={inputId}
          dir="ltr"
          className={style.codeInput}
          value={code}
          onChange={({ currentTarget }) => onChange(shapeCode(currentTarget.value))}
          placeholder="XXXXX-XXXXX"
          autoCapitalize="characters"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          inputMode="text"
        />
        <Button type="submit" variant="light" disabled={!isWhole} className={style.codeButton}>
          {m.scans_code_check()}
        </Button>
      </div>
    </form>
  );
}
