import type { Purchase } from "@saha/contract";
import { IconChecks, IconCircleCheck, IconQrcode, IconTicket, IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { m } from "../../text/compiled/messages.js";
import { dayText } from "../../text/format.ts";
import { Chip } from "../../ui/chip/chip.tsx";
import { Waiting } from "../../ui/state/state.tsx";
import classes from "./my-ticket.module.css";

const calls: Record<Purchase["status"], () => string> = {
  ACTIVE: m.home_show_code,
  USED_FOR_ENTRY: m.home_show_food_code,
  USED_FOR_FEATURE: m.home_show_ticket,
  INACTIVE: m.home_show_ticket,
};

/** The own ticket as a ticket: one press opens its code, as long as it is good for anything. */
export function MyTicket({ purchase: { id, ticket, status } }: { purchase: Purchase }) {
  const isUsedUp = status === "USED_FOR_FEATURE";
  const Icon = isUsedUp ? IconTicket : IconQrcode;
  return (
    <div className={classes.lift}>
      <Link to="/ticket/my-tickets" search={isUsedUp ? {} : { open: id }} className={classes.ticket}>
        <span className={classes.body}>
          <span className={classes.overline}>{m.home_my_ticket()}</span>
          <span className={classes.title}>
            <bdi>{ticket.title}</bdi>
          </span>
          <span className={classes.day}>{dayText(ticket.day)}</span>
          <Status status={status} />
        </span>
        <span className={classes.stub}>
          <Icon size={56} stroke={1.6} aria-hidden="true" />
          <span className={classes.call}>{calls[status]()}</span>
        </span>
      </Link>
    </div>
  );
}

/** The ticket's own shape while the answer is on its way. */
export function MyTicketSkeleton() {
  return (
    <div className={classes.lift} role="status" aria-label={m.ui_state_loading()}>
      <div className={classes.ticket} data-waits>
        <span className={classes.body}>
          <Waiting width={72} height={16} />
          <Waiting width="80%" height={24} />
          <Waiting width="50%" height={16} />
          <Waiting width={120} height={32} />
        </span>
        <span className={classes.stub}>
          <Waiting width={56} height={56} />
          <Waiting width={80} height={16} />
        </span>
      </div>
    </div>
  );
}

function Status({ status }: { status: Purchase["status"] }) {
  if (status === "ACTIVE") {
    return (
      <Chip tone="success" icon={<IconCircleCheck />}>
        {m.home_status_active()}
      </Chip>
    );
  }
  if (status === "USED_FOR_ENTRY") return <Chip icon={<IconChecks />}>{m.home_status_entry()}</Chip>;
  return (
    <Chip tone="error" icon={<IconX />}>
      {m.home_status_feature()}
    </Chip>
  );
}
