import { IconBackspace } from "@tabler/icons-react";
import { m } from "../../text/compiled/messages.js";
import style from "./trivia.module.css";

/** Digits under the thumb, so that no keyboard of the system covers the button; always from left to right. */
export function Keypad({ typed, onType }: { typed: string; onType: (typed: string) => void }) {
  const add = (digit: string) => onType((typed === "0" ? "" : typed) + digit);
  return (
    <fieldset className={style.keys} dir="ltr">
      <legend className="sr-only">{m.trivia_keypad()}</legend>
      {["1", "2", "3", "4", "5", "6", "7", "8", "9"].map((digit) => (
        <button key={digit} type="button" className={style.key} onClick={() => add(digit)}>
          {digit}
        </button>
      ))}
      <button
        type="button"
        className={style.key}
        aria-label={m.trivia_backspace()}
        onClick={() => onType(typed.slice(0, -1))}
      >
        <IconBackspace size={26} aria-hidden="true" />
      </button>
      <button type="button" className={style.key} onClick={() => add("0")}>
        0
      </button>
      <button type="button" className={style.key} data-word onClick={() => onType("")}>
        {m.trivia_clear()}
      </button>
    </fieldset>
  );
}
