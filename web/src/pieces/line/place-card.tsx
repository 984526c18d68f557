import { IconClock, IconHandStop, IconPlayerPlay, IconRun, IconWalk } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { m } from "../../text/compiled/messages.js";
import type { Palette } from "../../ui/theme/palette.ts";
import { ThemeScope } from "../../ui/theme/theme-scope.tsx";
import { BoothPicture } from "./booth-picture.tsx";
import { HereButton } from "./here-button.tsx";
import style from "./line.module.css";
import type { Place } from "./use-places.ts";
import { slotText, waitText } from "./words.ts";

/**
 * Where one stands in the line of a game, in its booth's colours: the place, the own number, the wait, and what to do
 * next.
 */
export function PlaceCard(props: {
  place: Place;
  /** Left out on the booth's own page. */
  booth?: string | undefined;
  picture: string | null;
  palette: Palette | null;
  /** Leads to the booth's page where it is not that page itself. */
  isLink?: boolean;
  /** The only one: on a wide screen it stands as high as the pass beside it leaves room for. */
  isLarge?: boolean;
  heading?: "h2" | "h3";
  /** What else can be done here, such as leaving. */
  children?: ReactNode;
}) {
  const { place, booth, picture, palette, isLink = false, isLarge, heading: Heading = "h2", children } = props;
  const { game, number, slot, state } = place;
  const isOut = state === "late" || state === "held";
  return (
    <ThemeScope palette={palette} className={style.scope}>
      <article className={style.place} data-state={state} data-large={isLarge || undefined}>
        <BoothPicture
          seed={`booth:${game.boothId}`}
          size="side"
          picture={picture}
          palette={palette}
          className={style.side}
        />
        <div className={style.placeBody}>
          <div className={style.placeHead}>
            {slot !== null && slot > 0 && (
              <b className={style.slot} key={slot}>
                {slotText(slot)}
              </b>
            )}
            <div className={style.names}>
              <Heading className={style.placeTitle}>
                {isLink ? (
                  <Link to="/userBooths/$boothId" params={{ boothId: String(game.boothId) }} className={style.whole}>
                    {m.line_place_in()} <bdi>{game.name}</bdi>
                  </Link>
                ) : (
                  <>
                    {m.line_place_in()} <bdi>{game.name}</bdi>
                  </>
                )}
              </Heading>
              <p className={`flex wrap gap-8 rows-0 ${style.placeText}`}>
                {booth && <bdi>{booth}</bdi>}
                <span className="nowrap">{m.line_number({ number: slotText(number) })}</span>
              </p>
            </div>
          </div>
          <StateLine place={place} />
          {(isOut && !place.playingElsewhere) || children ? (
            <div className={style.placePresses}>
              {isOut && !place.playingElsewhere && <HereButton place={place} />}
              {children}
            </div>
          ) : null}
        </div>
      </article>
    </ThemeScope>
  );
}

/** What the state means, in a sentence with its sign. */
function StateLine({ place }: { place: Place }) {
  const said = sentence(place);
  if (!said) return null;
  const [Icon, text] = said;
  return (
    <p className={style.state}>
      <Icon size={20} stroke={2.2} aria-hidden="true" />
      <span>{text}</span>
    </p>
  );
}

function sentence({ state, answer, wait, playingElsewhere }: Place) {
  switch (state) {
    case "called":
      return [IconRun, answer === "coming" ? m.line_coming() : m.line_called()] as const;
    case "late":
      return [IconHandStop, m.line_late()] as const;
    case "held":
      return [IconHandStop, playingElsewhere ? m.line_held_elsewhere() : m.line_held()] as const;
    case "entered":
      return [IconWalk, m.line_entered()] as const;
    case "playing":
      return [IconPlayerPlay, m.line_playing()] as const;
    default:
      return wait ? ([IconClock, waitText(wait)] as const) : null;
  }
}
