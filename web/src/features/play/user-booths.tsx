import { api, type Booth } from "@saha/contract";
import { IconDeviceGamepad2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { queryOf } from "../../api.ts";
import { PlaceCard } from "../../pieces/line/place-card.tsx";
import { usePalettes } from "../../pieces/line/use-palettes.ts";
import { usePlaces } from "../../pieces/line/use-places.ts";
import { m } from "../../text/compiled/messages.js";
import { Page } from "../../ui/page/page.tsx";
import { CardsSkeleton, EmptyState, ErrorState } from "../../ui/state/state.tsx";
import { BoothTile } from "./booth-tile.tsx";
import style from "./play.module.css";
import { useView, ViewToggle } from "./view-toggle.tsx";

/** Milliseconds; how busy other lines are no news tells a phone that stands in none of them. */
const refetchInterval = 30_000;

/** The active booths: one's own places first, then the shortest wait (spec §2). */
export function UserBooths() {
  const booths = useQuery({ ...queryOf(api.booths.list), refetchInterval });
  const paletteOf = usePalettes();
  const { places = [], isSettled } = usePlaces();
  const polls = useQuery(queryOf(api.polls.list));
  const [view, setView] = useView("booths_view", "grid");
  return (
    <Page title={m.booths_title()} actions={<ViewToggle view={view} onChange={setView} />}>
      {body()}
    </Page>
  );

  function body() {
    // Places and giveaways stand among the booths: all come at once, so that nothing moves under a finger.
    if (!booths.data || !isSettled || polls.isPending) {
      if (booths.data || !booths.error) return <CardsSkeleton cards={6} height={190} shape="line" />;
      return <ErrorState error={booths.error} onRetry={() => void booths.refetch()} />;
    }
    const active = booths.data.filter(({ isActive }) => isActive);
    return (
      <>
        {places.length > 0 && (
          <section className="stack gap-12" aria-labelledby="my-places">
            <h2 id="my-places" className="text-18 strong">
              {m.play_my_places()}
            </h2>
            {places.map((place) => {
              const booth = booths.data.find(({ id }) => id === place.game.boothId);
              return (
                <PlaceCard
                  key={place.id}
                  place={place}
                  booth={booth?.name}
                  picture={booth?.image ?? null}
                  palette={paletteOf(place.game.boothId)}
                  heading="h3"
                  isLink
                />
              );
            })}
          </section>
        )}
        {active.length === 0 ? (
          <EmptyState icon={<IconDeviceGamepad2 />} title={m.play_none_title()} text={m.play_none_text()} />
        ) : (
          <section className="stack gap-12" aria-labelledby="all-booths">
            <h2 id="all-booths" className="text-18 strong">
              {m.play_shortest_first()}
            </h2>
            <ul className={style.tiles} data-view={view}>
              {byWait(active).map((booth) => (
                <li key={booth.id}>
                  <BoothTile booth={booth} palette={paletteOf(booth.id)} view={view} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </>
    );
  }
}

/** The shortest wait first; booths of which too little is known stand by how many wait. */
function byWait(booths: readonly Booth[]): Booth[] {
  const minutes = ({ waiting, wait }: Booth) => (waiting === 0 ? 0 : (wait?.to ?? 5 * waiting));
  return [...booths].sort((one, other) => minutes(one) - minutes(other) || one.id - other.id);
}
