import { IconUser } from "@tabler/icons-react";
import type { CSSProperties } from "react";
import { m } from "../../text/compiled/messages.js";
import style from "./giveaway.module.css";
import { goingOut, mostStars, rankOf } from "./going-out.ts";

const star =
  "M9 0.4L11.5 2.9L15.1 2.9L15.1 6.5L17.6 9L15.1 11.5L15.1 15.1L11.5 15.1L9 17.6L6.5 15.1L2.9 15.1L2.9 11.5L0.4 9L2.9 6.5L2.9 2.9L6.5 2.9z";

/**
 * Shows a draw while its time runs: every entry a star, going out one by one, slower towards the end; the own one is
 * ringed, and goes out when its turn comes. The order is decoration, and says so to entrants: the winner was fixed when
 * the draw began, and no screen knows it yet (rules §6).
 */
export function DrawStage(props: {
  /** Picks the order, so that all screens show the same one. */
  drawId: number;
  entries: number;
  /** The own entry; null where no draw may fall on one, undefined until that is known. */
  mine: number | null | undefined;
  /** Milliseconds that the draw takes, and that have passed of it. */
  duration: number;
  elapsed: number;
}) {
  const { drawId, entries, mine, duration, elapsed } = props;
  const count = Math.min(entries, mostStars);
  const stars = goingOut(count, drawId);
  const own = mine ? rankOf(mine, count, drawId) : null;
  return (
    <>
      <div className={style.stage} role="img" aria-label={m.giveaway_stage({ count: entries })}>
        {stars.map(({ at, rank }, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: stars never change places
            key={index}
            className={style.star}
            data-mine={rank === own || undefined}
            data-stays={at === null || undefined}
            style={{ "--out": `${at === null ? 0 : at * duration - elapsed}ms`, "--tone": index % 3 } as CSSProperties}
          >
            <svg viewBox="0 0 18 18" aria-hidden="true">
              <path d={star} />
            </svg>
            {rank === own && <IconUser size={14} stroke={3} aria-hidden="true" />}
          </span>
        ))}
      </div>
      {mine !== null && <p className="muted text-14 leading-16 text-center">{m.giveaway_order()}</p>}
    </>
  );
}
