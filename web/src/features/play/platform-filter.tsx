import { api, type BoothGame } from "@saha/contract";
import { IconCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { queryOf } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import style from "./play.module.css";

/** Buttons for the platforms that a booth's games are on; none where all are on one (spec §2). */
export function PlatformFilter(props: {
  games: readonly BoothGame[];
  chosen: number | null;
  onChoose: (platformId: number | null) => void;
}) {
  const { games, chosen, onChoose } = props;
  const platforms = useQuery(queryOf(api.platforms.list));
  const present = new Set(games.map(({ platformId }) => platformId));
  const shown = (platforms.data ?? []).filter(({ id }) => present.has(id));
  if (present.size < 2) return null;
  return (
    <fieldset className="flex wrap gap-8 min-0" aria-label={m.play_platforms()}>
      {[{ id: null, name: m.play_platform_all() }, ...shown].map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className={`inline-row gap-6 touch text-15 semibold ${style.filterChoice}`}
          aria-pressed={chosen === id}
          onClick={() => onChoose(id)}
        >
          {chosen === id && <IconCheck size={18} stroke={2.4} aria-hidden="true" />}
          <bdi>{name}</bdi>
        </button>
      ))}
    </fieldset>
  );
}

/** A platform's name by its id; empty until it is known. */
export function usePlatformName(platformId: number): string {
  const platforms = useQuery(queryOf(api.platforms.list));
  return platforms.data?.find(({ id }) => id === platformId)?.name ?? "";
}
