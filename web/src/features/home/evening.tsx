import { api, type Booth } from "@saha/contract";
import { IconChevronLeft } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { queryOf } from "../../api.ts";
import { BoothPicture } from "../../pieces/line/booth-picture.tsx";
import { BusyMark } from "../../pieces/line/busy-mark.tsx";
import { PlaceCard } from "../../pieces/line/place-card.tsx";
import { usePalettes } from "../../pieces/line/use-palettes.ts";
import { isCalled, usePlaces } from "../../pieces/line/use-places.ts";
import { useMember } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { numberText } from "../../text/format.ts";
import { PressLink } from "../../ui/press/press.tsx";
import style from "./evening.module.css";

const shownBooths = 5;

/**
 * Reads what of the evening concerns this person; `isReady` once every answer has come or failed, so that nothing moves
 * twice.
 */
export function useEvening() {
  const { id } = useMember();
  const { places, isError } = usePlaces();
  const booths = useQuery(queryOf(api.booths.list));
  const profile = useQuery(queryOf(api.profiles.get, { params: { userId: String(id) } }));
  return {
    isReady: (places !== undefined || isError) && !booths.isPending && !profile.isPending,
    places: places ?? [],
    booths: booths.data ?? [],
    profile: profile.data,
  };
}

type Evening = ReturnType<typeof useEvening>;

/** The own places in line, then score and rank; nothing where there is nothing to say. */
export function OwnEvening({ places, booths, profile }: Evening) {
  const paletteOf = usePalettes();
  const { total, standing } = profile ?? {};
  const shown = places.filter((place) => !isCalled(place));
  if (shown.length === 0 && !total && !standing) return null;
  return (
    <div className="stack gap-14">
      {shown.map((place) => {
        const booth = booths.find(({ id }) => id === place.game.boothId);
        return (
          <PlaceCard
            key={place.id}
            place={place}
            booth={booth?.name}
            picture={booth?.image ?? null}
            palette={paletteOf(place.game.boothId)}
            isLink
            isLarge={shown.length === 1}
          />
        );
      })}
      {(total || standing) && (
        <Link to="/score" className={style.score}>
          <span>
            <b className="figure">{numberText(total ?? 0)}</b>
            <small>{m.home_score()}</small>
          </span>
          {standing && (
            <span>
              <b className="figure" data-plain>
                {numberText(standing.rank)}
              </b>
              <small>{m.home_rank()}</small>
            </span>
          )}
          <IconChevronLeft size={22} aria-hidden="true" className="mirrored" />
        </Link>
      )}
    </div>
  );
}

/**
 * Booths to discover, those without one's own place, the quietest first; and the way to the general questions (spec
 * §2).
 */
export function BoothsToDiscover({ places, booths }: Evening) {
  const paletteOf = usePalettes();
  const own = new Set(places.map(({ game }) => game.boothId));
  const shown = booths
    .filter(({ id, isActive }) => isActive && !own.has(id))
    .sort((one, other) => minutes(one) - minutes(other))
    .slice(0, shownBooths);
  if (shown.length === 0) return null;
  return (
    <section className={`stack gap-10 ${style.booths}`} aria-labelledby="booths">
      <div className="row between gap-12">
        <h2 id="booths" className="text-18 strong">
          {m.home_booths()}
        </h2>
        <Link to="/userBooths" className="inline-row gap-2 touch text-primary text-15 bold no-underline">
          {m.home_all_booths()}
          <IconChevronLeft size={18} aria-hidden="true" className="mirrored" />
        </Link>
      </div>
      <ul className={style.tiles}>
        {shown.map((booth) => (
          <li key={booth.id}>
            <Link to="/userBooths/$boothId" params={{ boothId: String(booth.id) }} className={style.tile}>
              <BoothPicture
                seed={`booth:${booth.id}`}
                size="tile"
                picture={booth.image}
                palette={paletteOf(booth.id)}
                className={style.picture}
              >
                <span className={style.words}>
                  <b>
                    <bdi className="truncate">{booth.name}</bdi>
                  </b>
                  <BusyMark busy={booth} />
                </span>
              </BoothPicture>
            </Link>
          </li>
        ))}
      </ul>
      <PressLink to="/userBooths" variant="light" className={style.questions}>
        {m.home_questions()}
      </PressLink>
    </section>
  );
}

function minutes({ waiting, wait }: Booth): number {
  return waiting === 0 ? 0 : (wait?.to ?? 5 * waiting);
}
