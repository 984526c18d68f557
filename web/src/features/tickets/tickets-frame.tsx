import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { m } from "../../text/compiled/messages.js";
import { Page } from "../../ui/page/page.tsx";
import style from "./tickets.module.css";

/** The frame of an attendee's ticket pages: title and the bar that leads from one to the other (spec §2: /ticket). */
export function TicketsFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page title={title} width="broad" isTold>
      <nav aria-label={m.tickets_tabs()} className={style.tabs}>
        <Link to="/ticket/my-tickets" className={style.tab} activeProps={{ "data-here": true }}>
          {m.tickets_mine_title()}
        </Link>
        <Link to="/ticket/free" className={style.tab} activeProps={{ "data-here": true }}>
          {m.tickets_tab_free()}
        </Link>
        <Link to="/ticket/invitation" className={style.tab} activeProps={{ "data-here": true }}>
          {m.tickets_tab_invitation()}
        </Link>
      </nav>
      {children}
    </Page>
  );
}
