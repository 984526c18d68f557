import { HereButton } from "../../pieces/line/here-button.tsx";
import type { Place } from "../../pieces/line/use-places.ts";
import { m } from "../../text/compiled/messages.js";
import style from "./call.module.css";

/** Says over every screen that a place is kept, and takes the one press that ends it. */
export function KeptPlace(props: {
  place: Place;
  /** Whether it has just come or moved, and takes no press. */
  isResting: boolean;
}) {
  const { place, isResting } = props;
  const { game, state, playingElsewhere } = place;
  return (
    <section
      className={style.kept}
      aria-label={m.call_kept_label({ game: game.name })}
      data-resting={isResting || undefined}
    >
      <p className={style.keptText}>
        <b>
          <bdi>{game.name}</bdi>
        </b>{" "}
        <span>{playingElsewhere ? m.line_held_elsewhere() : state === "late" ? m.line_late() : m.line_held()}</span>
      </p>
      {!playingElsewhere && <HereButton place={place} className={style.keptPress} />}
    </section>
  );
}
