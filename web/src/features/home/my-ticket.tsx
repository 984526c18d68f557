import type { Purchase } from "@saha/contract";
import { IconChecks, IconCircleCheck, IconQrcode, IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { m } from "../../text/compiled/messages.js";
import { dayText } from "../../text/format.ts";
import { Chip } from "../../ui/chip/chip.tsx";
import classes from "./my-ticket.module.css";

/** The own ticket as a ticket: one press opens its code. */
export function MyTicket({ purchase: { id, ticket, status } }: { purchase: Purchase }) {
  return (
    <div className={classes.lift}>
      <Link to="/ticket/my-tickets" search={{ open: id }} className={classes.ticket}>
        <span className={classes.body}>
          <span className={classes.overline}>{m.home_my_ticket()}</span>
          <bdi className={classes.title}>{ticket.title}</bdi>
          <span className={classes.day}>{dayText(ticket.day)}</span>
          <Status status={status} />
        </span>
        <span className={classes.stub}>
          <IconQrcode size={56} stroke={1.6} aria-hidden="true" />
          <span className={classes.call}>{m.home_show_code()}</span>
        </span>
      </Link>
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
