import { IconCash, IconMail } from "@tabler/icons-react";
import { metalOf, passName, type Typed } from "./metal-of.ts";
import style from "./pass.module.css";

const stars: Partial<Record<string, number>> = { silver: 1, gold: 2, premium: 3 };
const star =
  "M9 0.4L11.5 2.9L15.1 2.9L15.1 6.5L17.6 9L15.1 11.5L15.1 15.1L11.5 15.1L9 17.6L6.5 15.1L2.9 15.1L2.9 11.5L0.4 9L2.9 6.5L2.9 2.9L6.5 2.9z";

/** The type as a word beside one, two or three stars, a letter or a note: never colour alone (interface: Look). */
export function TypeMark({ ticket }: { ticket: Typed }) {
  const text = passName(ticket);
  if (!text) return null;
  const metal = metalOf(ticket);
  const count = stars[metal] ?? 0;
  return (
    <span className={style.type}>
      {count > 0 && (
        <svg viewBox={`0 0 ${count * 20 - 2} 18`} aria-hidden="true" className={style.stars}>
          {Array.from({ length: count }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one star is like the other
            <path key={index} d={star} transform={`translate(${index * 20})`} />
          ))}
        </svg>
      )}
      {metal === "invitation" && <IconMail size={18} stroke={2.2} aria-hidden="true" />}
      {metal === "paid" && <IconCash size={18} stroke={2.2} aria-hidden="true" />}
      {text}
    </span>
  );
}
