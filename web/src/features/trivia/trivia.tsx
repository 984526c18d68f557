import { api, type Game, Role, type User } from "@saha/contract";
import { IconChevronDown } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { queryOf } from "../../api.ts";
import { gameNameOf, useGameMarks } from "../../pieces/game-names.tsx";
import { m } from "../../text/compiled/messages.js";
import fields from "../../ui/field/field.module.css";
import { useScannerKeys } from "../../ui/scanner-keys.ts";
import { CardsSkeleton, EmptyState, ErrorState } from "../../ui/state/state.tsx";
import { changeDraft, type Draft, useDraft } from "./draft.ts";
import { GivePoints } from "./give-points.tsx";
import { PlayerCard } from "./player-card.tsx";
import { chosenOf, platformsOf } from "./points.ts";
import style from "./trivia.module.css";
import { useUnderWay } from "./under-way.ts";

/**
 * Gives points for games without a line: pick a game, type or scan a player, a number, and the next player (spec §2,
 * §5).
 */
export function Trivia({ user }: { user: User }) {
  useScannerKeys();
  const all = useQuery(queryOf(api.games.list));
  const own = useMemo(() => {
    const platforms = platformsOf(user.roleId);
    return all.data?.filter(({ platformId }) => platforms.includes(platformId));
  }, [all.data, user.roleId]);
  const mark = useGameMarks(own);
  const games = mark ? own?.map(mark) : own;
  const draft = useDraft(user.id);
  const change = (part: Partial<Draft>) => changeDraft(user.id, (now) => ({ ...now, ...part }));
  /** What comes late of one player's points must not change what is typed for the next. */
  const changeHere = (part: Partial<Draft>) =>
    changeDraft(user.id, (now) =>
      now.gameId === draft.gameId && now.playerId === draft.playerId ? { ...now, ...part } : now,
    );
  /** Points that count are typed no more, also on a screen that was opened since; others that were typed stay. */
  const forget = ({ points, isTaking }: Pick<Draft, "points" | "isTaking">) =>
    changeDraft(user.id, (now) =>
      now.playerId === draft.playerId && now.points === points && now.isTaking === isTaking
        ? { ...now, points: "", isTaking: false }
        : now,
    );
  const isGiving = useUnderWay(user.id);
  const game = chosenOf(games ?? [], draft.gameId);
  const gameId = game?.id ?? null;
  useEffect(() => {
    // The only one is chosen once it has been shown: what is typed for it goes to no other that comes in its place.
    if (gameId !== null) changeDraft(user.id, (now) => (now.gameId === null ? { ...now, gameId } : now));
  }, [user.id, gameId]);

  return (
    <div className={`column grow gap-14 whole ${style.screen}`}>
      <header>
        <h1 className="text-24 strong leading-15">
          {user.roleId === Role.SuperTriviaAdmin ? m.trivia_super_title() : m.trivia_title()}
        </h1>
        <p className="leading-16 muted">{m.trivia_lead()}</p>
      </header>
      {!games && all.error && <ErrorState error={all.error} onRetry={() => void all.refetch()} />}
      {!games && !all.error && <CardsSkeleton cards={2} height={140} />}
      {games?.length === 0 && <EmptyState title={m.trivia_no_games()} text={m.trivia_no_games_text()} />}
      {games && games.length > 0 && (
        <>
          <GameChoice games={games} chosen={game} isHeld={isGiving} onChoose={(gameId) => change({ gameId })} />
          <PlayerCard game={game} draft={draft} isGiving={isGiving} onChange={change} />
          {game && draft.playerId !== null && (
            <GivePoints
              key={`${game.id} ${draft.playerId}`}
              game={game}
              playerId={draft.playerId}
              userId={user.id}
              draft={draft}
              onChange={changeHere}
              onGiven={forget}
            />
          )}
        </>
      )}
    </div>
  );
}

function GameChoice(props: {
  games: readonly Game[];
  chosen: (Game & { mark?: string }) | undefined;
  /** What is on its way is of the chosen one. */
  isHeld: boolean;
  onChoose: (id: number | null) => void;
}) {
  const { games, chosen, isHeld, onChoose } = props;
  return (
    <label className="stack gap-6">
      <span className="bold leading-16">{m.trivia_game()}</span>
      <span className={style.choice}>
        <select
          className={`text-17 bold ${fields.field} ${style.select}`}
          value={chosen?.id ?? ""}
          disabled={isHeld}
          onChange={({ currentTarget }) => onChoose(Number(currentTarget.value) || null)}
        >
          <option value="">{m.trivia_game_pick()}</option>
          {games.map((game) => (
            <option key={game.id} value={game.id}>
              {gameNameOf(game)}
            </option>
          ))}
        </select>
        <IconChevronDown size={22} aria-hidden="true" />
      </span>
      {/* Closed, the choice may cut it off. */}
      {chosen?.mark && <bdi className="text-14 muted break-words">{chosen.mark}</bdi>}
    </label>
  );
}
