import { api } from "@saha/contract";
import { IconArrowLeft, IconClockPause } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { queryOf } from "../../api.ts";
import { BoothPicture } from "../../pieces/line/booth-picture.tsx";
import { useAnswer } from "../../pieces/line/use-answer.ts";
import { usePalettes } from "../../pieces/line/use-palettes.ts";
import type { Place } from "../../pieces/line/use-places.ts";
import { slotText } from "../../pieces/line/words.ts";
import { StarClock } from "../../pieces/star-clock/star-clock.tsx";
import { m } from "../../text/compiled/messages.js";
import { clockText, useNow } from "../../ui/clock/use-now.ts";
import { Press } from "../../ui/press/press.tsx";
import { ThemeScope } from "../../ui/theme/theme-scope.tsx";
import style from "./call.module.css";
import { useClearView } from "./use-clear-view.ts";
import { useRing } from "./use-ring.ts";

/**
 * The call: which game, how long the place is kept, and two answers; the whole width on home, a bar over every other
 * screen.
 */
export function CallCard(props: {
  place: Place;
  isFull: boolean;
  /** Whether it has just come or moved, and takes no press. */
  isResting: boolean;
}) {
  const { place, isFull, isResting } = props;
  const booths = useQuery(queryOf(api.booths.list));
  const palette = usePalettes()(place.game.boothId);
  const { press, isPending, error } = useAnswer(place);
  useRing(place.calledAt);
  useClearView(isFull);
  const booth = booths.data?.find(({ id }) => id === place.game.boothId);
  return (
    <ThemeScope palette={palette} className={style.scope}>
      <section
        className={style.call}
        data-full={isFull || undefined}
        aria-label={m.call_label({ game: place.game.name })}
      >
        {isFull && (
          <BoothPicture
            seed={`booth:${place.game.boothId}`}
            size="hero"
            picture={null}
            palette={palette}
            className={style.art}
          />
        )}
        <div className={style.words} role="alert">
          <h2 className={style.title}>{m.call_title()}</h2>
          <p className={style.where}>
            <bdi>{place.game.name}</bdi>
            {booth && (
              <>
                {" · "}
                <bdi>{booth.name}</bdi>
              </>
            )}
            {" · "}
            <span className={style.number}>{m.line_number({ number: slotText(place.number) })}</span>
          </p>
        </div>
        <Clock place={place} isFull={isFull} />
        <div className={style.answers} data-resting={isResting || undefined}>
          <Press
            size="large"
            className={style.coming}
            aria-busy={isPending("coming") || undefined}
            onClick={() => press("coming")}
          >
            <IconArrowLeft size={24} aria-hidden="true" className={style.arrow} />
            {m.call_coming()}
          </Press>
          <Press
            size="large"
            className={style.later}
            aria-busy={isPending("later") || undefined}
            onClick={() => press("later")}
          >
            <IconClockPause size={22} aria-hidden="true" />
            {m.call_later()}
          </Press>
        </div>
        {error && (
          <p role="alert" className={style.failed}>
            {error}
          </p>
        )}
      </section>
    </ThemeScope>
  );
}

/** How long the place is kept: the star's rim running down where there is room, else the time alone. */
function Clock({ place, isFull }: { place: Place; isFull: boolean }) {
  const now = useNow();
  const { calledAt, callExpiresAt } = place;
  if (calledAt === null || callExpiresAt === null) return null;
  if (isFull) return <StarClock from={calledAt} to={callExpiresAt} label={m.call_kept_for()} size={220} />;
  const time = clockText(Date.parse(callExpiresAt) - now);
  return (
    <b className={style.time} role="timer" aria-label={m.call_left_label({ time })} dir="ltr">
      {time}
    </b>
  );
}
