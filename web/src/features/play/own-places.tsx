import type { BoothGame } from "@saha/contract";
import { PlaceCard } from "../../pieces/line/place-card.tsx";
import type { Place } from "../../pieces/line/use-places.ts";
import { m } from "../../text/compiled/messages.js";
import { Press } from "../../ui/press/press.tsx";
import type { Palette } from "../../ui/theme/palette.ts";
import { LeaveLine } from "./leave-line.tsx";

/** The own places in the lines of a booth, before its other games. */
export function OwnPlaces(props: {
  places: readonly Place[];
  games: readonly BoothGame[];
  palette: Palette | null;
  onDescribe: (gameId: number) => void;
}) {
  const { places, games, palette, onDescribe } = props;
  if (places.length === 0) return null;
  return (
    <section className="stack gap-12" aria-label={m.play_my_places()}>
      {places.map((place) => {
        const game = games.find(({ id }) => id === place.gameId);
        return (
          <PlaceCard key={place.id} place={place} picture={game?.image || null} palette={palette}>
            {game?.description && (
              <Press
                variant="bare"
                size="small"
                aria-label={m.play_describe_name({ game: game.name })}
                onClick={() => onDescribe(game.id)}
              >
                {m.play_describe()}
              </Press>
            )}
            {place.state !== "playing" && <LeaveLine place={place} />}
          </PlaceCard>
        );
      })}
    </section>
  );
}
