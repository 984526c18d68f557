import { Button } from "@mantine/core";
import type { Purchase } from "@saha/contract";
import { IconTicket } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { m } from "../../text/compiled/messages.js";
import { dayText } from "../../text/format.ts";
import { Celebration } from "../../ui/celebration/celebration.tsx";
import { FullScreen } from "../../ui/full-screen/full-screen.tsx";
import style from "./tickets.module.css";

/** The ticket is taken: a congratulation with its title (spec §8), and the way to its QR. */
export function Congratulation({ purchase, onClose }: { purchase: Purchase; onClose: () => void }) {
  const { title, day } = purchase.ticket;
  return (
    <FullScreen label={m.tickets_won_title()} onClose={onClose} className={style.won}>
      <div className={style.wonCard}>
        <Celebration />
        <span className={style.wonEmblem} aria-hidden>
          <IconTicket size={56} stroke={1.75} />
        </span>
        <div role="status">
          <h2 className={style.wonTitle}>{m.tickets_won_title()}</h2>
          <p className={style.wonText}>{m.tickets_won_text({ title })}</p>
          <p className={style.wonDay}>{dayText(day)}</p>
        </div>
        <div className={style.wonFoot}>
          <Button renderRoot={(props) => <Link to="/ticket/my-tickets" {...props} />} size="lg" fullWidth autoFocus>
            {m.tickets_won_show()}
          </Button>
          <button type="button" className={style.wonStay} onClick={onClose}>
            {m.tickets_won_stay()}
          </button>
        </div>
      </div>
    </FullScreen>
  );
}
