import { api, type BoothGame, queuelessPlatforms } from "@saha/contract";
import { IconDeviceGamepad2, IconDoorOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { queryOf, Refusal } from "../../api.ts";
import { usePalettes } from "../../pieces/line/use-palettes.ts";
import { usePlaces } from "../../pieces/line/use-places.ts";
import { useMember } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { onDemand } from "../../ui/on-demand.tsx";
import { Page } from "../../ui/page/page.tsx";
import { PressLink } from "../../ui/press/press.tsx";
import { CardsSkeleton, EmptyState, ErrorState } from "../../ui/state/state.tsx";
import { ThemeScope } from "../../ui/theme/theme-scope.tsx";
import { useHasResized } from "../../ui/use-has-resized.ts";
import { usePast } from "../../ui/use-past.ts";
import { BoothHead } from "./booth-head.tsx";
import { GameRow } from "./game-row.tsx";
import { OwnPlaces } from "./own-places.tsx";
import { PlatformFilter } from "./platform-filter.tsx";
import style from "./play.module.css";
import { useView, ViewToggle } from "./view-toggle.tsx";

const GameDescription = onDemand(async () => (await import("./game-description.tsx")).GameDescription);

/** Milliseconds; how busy a line is that this phone does not stand in no news tells it. */
const refetchInterval = 20_000;
/**
 * Milliseconds in which the screen takes no press once a game came or went, or a row has a line more or less, and moved
 * the others under the finger.
 */
const restMs = 500;

/**
 * A booth in its own colours: own score and rank, the own places, and the games that can be joined (spec §2:
 * activations).
 */
export function UserBooth() {
  const { boothId } = useParams({ from: "/web/userBooths/$boothId" });
  const params = { id: boothId };
  const booth = useQuery(queryOf(api.booths.get, { params }));
  const games = useQuery({ ...queryOf(api.booths.games, { params }), refetchInterval });
  const { places = [], isSettled } = usePlaces();
  const isWhole = useSettled(boothId) && isSettled;
  const palette = usePalettes()(Number(boothId));
  const [view, setView] = useView("games_view", "list");
  const [platform, setPlatform] = useState<number | null>(null);
  const [describedId, setDescribedId] = useState<number | null>(null);
  const named = games.data?.map(withShortName);
  const own = places
    .filter(({ game }) => game.boothId === Number(boothId))
    .map((place) => ({ ...place, game: named?.find(({ id }) => id === place.gameId) ?? place.game }));
  const activations = named?.filter(({ platformId, isActive }) => isActive && !queuelessPlatforms.includes(platformId));
  const before = usePast(activations?.map(({ id }) => id).join(), restMs);
  const [sized, hasResized] = useHasResized(restMs);
  const hasMoved = hasResized || before.some((ids) => ids !== undefined);

  return (
    <ThemeScope palette={palette} className={`stack grow content-start ${style.booth}`}>
      {hasMoved && <span hidden data-rests />}
      {booth.data && games.data && isWhole && <BoothHead booth={booth.data} palette={palette} />}
      {body()}
    </ThemeScope>
  );

  function body() {
    if (isGone(booth.error) || isGone(games.error)) {
      return (
        <Page title={m.play_gone_title()}>
          <OwnPlaces places={own} palette={palette} onDescribe={setDescribedId} games={[]} />
          <EmptyState
            icon={<IconDoorOff />}
            title={m.play_gone_title()}
            text={m.play_gone_text()}
            action={<PressLink to="/userBooths">{m.play_all_booths()}</PressLink>}
          />
        </Page>
      );
    }
    const error = booth.error ?? games.error;
    if (!booth.data || !named || !activations || !isWhole) {
      if (!error)
        return (
          <div key="waiting" className={`stack content-start gap-20 whole ${style.content}`}>
            <CardsSkeleton cards={3} height={120} shape="line" />
          </div>
        );
      const again = () => void Promise.all([booth.refetch(), games.refetch()]);
      return <ErrorState error={error} onRetry={again} titleAs="h1" />;
    }
    // The filter goes with the last game of its platform.
    const filtered = activations.some(({ platformId }) => platformId === platform) ? platform : null;
    const others = activations
      .filter(({ id }) => !own.some(({ gameId }) => gameId === id))
      .filter(({ platformId }) => filtered === null || platformId === filtered);
    const described = named.find(({ id }) => id === describedId);
    const close = () => setDescribedId(null);
    return (
      <div ref={sized} className={`stack content-start gap-20 whole ${style.content}`}>
        <OwnPlaces places={own} palette={palette} onDescribe={setDescribedId} games={named} />
        {activations.length === 0 ? (
          <EmptyState icon={<IconDeviceGamepad2 />} title={m.play_no_games_title()} text={m.play_no_games_text()} />
        ) : (
          <section aria-labelledby="games" className="stack gap-12">
            <div className="row between gap-12">
              <h2 id="games" className="text-18 strong">
                {m.play_games()}
              </h2>
              <ViewToggle view={view} onChange={setView} />
            </div>
            <PlatformFilter games={activations} chosen={filtered} onChoose={setPlatform} />
            {others.length === 0 ? (
              <p className={style.muted}>{m.play_none_here()}</p>
            ) : (
              <ul ref={sized} className={style.games} data-view={view}>
                {others.map((game) => (
                  <li key={game.id}>
                    <GameRow game={game} palette={palette} view={view} onDescribe={() => setDescribedId(game.id)} />
                  </li>
                ))}
              </ul>
            )}
          </section>
        )}
        {described && <GameDescription game={described} palette={palette} onClose={close} onMissing={close} />}
      </div>
    );
  }
}

/** Adds its short name, as the board has it, to a game with a namesake, as one with two stations at a booth (0215). */
function withShortName(game: BoothGame, _: number, games: readonly BoothGame[]): BoothGame {
  const hasNamesake = games.some(({ id, name }) => id !== game.id && name === game.name);
  return hasNamesake ? { ...game, name: `${game.name} · ${game.shortName}` } : game;
}

/**
 * Whether what the head and the rows show besides is settled: all comes at once, so that nothing moves under a finger.
 */
function useSettled(boothId: string): boolean {
  const { id } = useMember();
  const own = useQuery(queryOf(api.scores.ofBooth, { params: { id: String(id), boothId } }));
  const polls = useQuery(queryOf(api.polls.list));
  const platforms = useQuery(queryOf(api.platforms.list));
  const themes = useQuery(queryOf(api.boothThemes.list));
  return ![own, polls, platforms, themes].some(({ isPending }) => isPending);
}

function isGone(error: unknown): boolean {
  return error instanceof Refusal && error.code !== null && (error.status === 404 || error.status === 400);
}
