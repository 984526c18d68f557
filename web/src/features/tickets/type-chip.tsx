import type { Ticket } from "@saha/contract";
import { m } from "../../text/compiled/messages.js";
import style from "./tickets.module.css";

type Type = NonNullable<Ticket["type"]>;

export function typeText(type: Type): string {
  return { Silver: m.format_type_silver(), Gold: m.format_type_gold(), Premium: m.format_type_premium() }[type];
}

/** Silver, gold or premium, as a small metal plate with its word. */
export function TypeChip({ type }: { type: Type }) {
  return (
    <span className={style.type} data-type={type}>
      {typeText(type)}
    </span>
  );
}
