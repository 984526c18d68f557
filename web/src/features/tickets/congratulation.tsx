import type { Purchase } from "@saha/contract";
import { celebrationRings, Pass } from "../../pieces/pass/pass.tsx";
import { m } from "../../text/compiled/messages.js";
import { FullScreen } from "../../ui/full-screen/full-screen.tsx";
import { PressLink } from "../../ui/press/press.tsx";
import style from "./tickets.module.css";

/**
 * The ticket is taken: a congratulation with its title (spec §8), the pass itself, and on its stub the way to its QR.
 */
export function Congratulation({ purchase, onClose }: { purchase: Purchase; onClose: () => void }) {
  const { ticket } = purchase;
  return (
    <FullScreen label={m.tickets_won_title()} onClose={onClose} className={style.won}>
      <div className={`column middle gap-20 text-center ${style.wonPage}`}>
        <div role="status">
          <h2 className={style.wonTitle}>{m.tickets_won_title()}</h2>
          <p className="text-18 leading-17 muted break-words">{m.tickets_won_text({ title: ticket.title })}</p>
        </div>
        <Pass ticket={ticket} size="hero" heading="h3" rings={celebrationRings}>
          <PressLink to="/ticket/my-tickets" size="large" className={style.wonShow} autoFocus>
            {m.tickets_won_show()}
          </PressLink>
        </Pass>
        <button type="button" className={style.wonStay} onClick={onClose}>
          {m.tickets_won_stay()}
        </button>
      </div>
    </FullScreen>
  );
}
