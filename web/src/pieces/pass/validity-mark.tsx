import { IconCalendarEvent, IconCircleCheck, IconDoorEnter, IconHistory, IconX } from "@tabler/icons-react";
import { type Held, type Validity, validityOf, validityText } from "./validity.ts";
import style from "./validity-mark.module.css";

const icons: Record<Validity, typeof IconX> = {
  before: IconCalendarEvent,
  valid: IconCircleCheck,
  entered: IconDoorEnter,
  used: IconX,
  over: IconHistory,
};

/** Shows what a held ticket is good for now, read at arm's length: green only while the gate would let it in. */
export function ValidityMark({ purchase }: { purchase: Held }) {
  const validity = validityOf(purchase);
  const Icon = icons[validity];
  return (
    <span className={style.mark} data-validity={validity}>
      <Icon size={20} stroke={2.4} aria-hidden="true" />
      {validityText(purchase)}
    </span>
  );
}
