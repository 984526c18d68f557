import { type TicketType, typeName } from "../../text/type-name.ts";
import style from "./type-chip.module.css";

/** Shows a ticket's type as a small metal plate with its word. */
export function TypeChip({ type }: { type: TicketType }) {
  return (
    <span className={style.type} data-type={type}>
      {typeName(type)}
    </span>
  );
}
