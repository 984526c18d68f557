import { api } from "@saha/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { queryOf } from "../api.ts";

type Named = { id: number; name: string; boothId: number };
type Listed = Named & { shortName: string };
/** What is added to a name, apart from it where there is little room; empty where the name stands alone. */
type Marked<Game> = Game & { mark?: string };

/** A page shows several blanks as one. */
const asShown = (name: string) => name.trim().replace(/\s+/g, " ");

/**
 * Tells games of one name apart, as one that many play is at several booths: gives what marks such a game by its booth,
 * by its short name, as the board has it, where that is one booth's or not known, and by its id where nothing else
 * tells; null where each has a name of its own (0215).
 */
export function useGameMarks(games: readonly Listed[] | undefined): (<G extends Named>(game: G) => Marked<G>) | null {
  const namesakes = useMemo(() => {
    const byName = grouped(games ?? [], ({ name }) => asShown(name));
    return [...byName.values()].filter(({ length }) => length > 1);
  }, [games]);
  const enabled = namesakes.length > 0;
  const { data: booths } = useQuery({ ...queryOf(api.booths.list), enabled, refetchInterval: whileLost });
  return useMemo(() => {
    if (namesakes.length === 0) return null;
    const boothOf = new Map(booths?.map(({ id, name }) => [id, asShown(name)]));
    const marks = new Map(namesakes.flatMap((games) => marksOf(games, boothOf)));
    return (game) => {
      const mark = marks.get(game.id);
      return mark ? { ...game, mark } : game;
    };
  }, [namesakes, booths]);
}

/** Has a list that was lost on its way asked for again, in milliseconds: until then namesakes are told by less. */
export function whileLost({ state }: { state: { status: string } }): number | false {
  return state.status === "error" && 10_000;
}

/** The whole name, where it is text alone. */
export function gameNameOf({ name, mark }: { name: string; mark?: string }): string {
  return mark ? `${name} · ${mark}` : name;
}

function marksOf(namesakes: readonly Listed[], boothOf: ReadonlyMap<number, string>): [id: number, mark: string][] {
  const isAtSeveral = new Set(namesakes.map(({ boothId }) => boothId)).size > 1;
  const byBooth = ({ boothId }: Listed) => (isAtSeveral && boothOf.get(boothId)) || "";
  const byShort = distinct(namesakes, byBooth, ({ shortName }) => asShown(shortName));
  const byId = distinct(namesakes, byShort, ({ id }) => `(${id})`);
  return namesakes.map((game) => [game.id, byId(game)]);
}

/** Adds to the marks of those that are still alike. */
function distinct(games: readonly Listed[], markOf: Mark, more: Mark): Mark {
  const alike = grouped(games, markOf);
  return (game) => {
    const mark = markOf(game);
    return (alike.get(mark)?.length ?? 0) > 1 ? [mark, more(game)].filter(Boolean).join(" ") : mark;
  };
}

type Mark = (game: Listed) => string;

function grouped(games: readonly Listed[], by: Mark): Map<string, Listed[]> {
  const groups = new Map<string, Listed[]>();
  for (const game of games) groups.set(by(game), [...(groups.get(by(game)) ?? []), game]);
  return groups;
}

/** A game's name on one line, with what tells it from a namesake: where there is little room, a part of both. */
export function GameName({ game: { name, mark }, className = "" }: Props) {
  if (!mark) return <bdi className={`truncate ${className}`}>{name}</bdi>;
  return (
    <span className={`flex gap-4 ${className}`} style={{ inlineSize: "100%" }}>
      <bdi className="truncate">{name}</bdi>
      <span aria-hidden="true">·</span>
      <bdi className="truncate" style={{ flexShrink: 0, maxInlineSize: "60%" }}>
        {mark}
      </bdi>
    </span>
  );
}

type Props = { game: { name: string; mark?: string }; className?: string };
