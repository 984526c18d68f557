import "@mantine/core/styles/Input.css";
import { Input } from "@mantine/core";
import { useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import style from "./one-time-code.module.css";
import { codeLength, typedCode } from "./typed-code.ts";

/**
 * A mailed code of six digits: six boxes over one real field, so that a paste of the whole mail line, a phone's
 * suggestion and any of the three digit scripts arrive alike. Codes run from left to right in both languages
 * (interface: Language).
 */
export function OneTimeCode({
  label,
  value = "",
  error,
  onChange,
  onWhole,
  hasFocus = false,
  ...marks
}: {
  label: string;
  value?: string;
  error?: string | undefined;
  onChange: (code: string) => void;
  /** The sixth digit was typed, or a whole code came at once. */
  onWhole?: (form: HTMLFormElement | null) => void;
  /** Whether the screen opens with the focus in the code: nothing comes before it. */
  hasFocus?: boolean;
  "data-path"?: string;
}) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [isFocused, setIsFocused] = useState(false);
  // A wrong code is typed over, not taken back digit by digit.
  useEffect(() => {
    if (error && field.current === document.activeElement) field.current?.select();
  }, [error]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the screen opens
  useEffect(() => {
    if (hasFocus) field.current?.focus();
  }, []);
  function take(code: string) {
    // What is sent must hold the last digit.
    flushSync(() => onChange(code));
    if (code.length === codeLength && code !== value) onWhole?.(field.current?.form ?? null);
  }
  const current = Math.min(value.length, codeLength - 1);
  return (
    <Input.Wrapper
      id={id}
      label={label}
      error={error}
      labelElement="label"
      labelProps={{ htmlFor: id }}
      errorProps={{ id: `${id}-error` }}
    >
      <div className={style.code} dir="ltr" data-error={error ? true : undefined}>
        {Array.from({ length: codeLength }, (_, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: six places that never change
            key={index}
            className={style.box}
            data-filled={index < value.length || undefined}
            data-current={(isFocused && index === current) || undefined}
            aria-hidden="true"
          >
            {value[index]}
          </span>
        ))}
        <input
          {...marks}
          id={id}
          ref={field}
          className={style.field}
          name="otp"
          dir="ltr"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          value={value}
          onChange={({ currentTarget }) => take(typedCode(currentTarget.value))}
          // A whole code replaces what stands there.
          onPaste={(event) => {
            const pasted = typedCode(event.clipboardData.getData("text"));
            if (pasted.length < codeLength) return;
            event.preventDefault();
            take(pasted);
          }}
          onFocus={() => {
            setIsFocused(true);
            if (error) field.current?.select();
          }}
          onBlur={() => setIsFocused(false)}
          // Digits are taken back from the end, wherever one taps.
          onSelect={({ currentTarget: { selectionStart, selectionEnd, value: digits } }) => {
            const isAll = selectionStart === 0 && selectionEnd === digits.length;
            if (!isAll) field.current?.setSelectionRange(digits.length, digits.length);
          }}
        />
      </div>
    </Input.Wrapper>
  );
}
