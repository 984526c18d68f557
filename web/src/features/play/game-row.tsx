import { api, type BoothGame } from "@saha/contract";
import { IconInfoCircle, IconUserPlus } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { queryOf, sentenceOf } from "../../api.ts";
import { BoothPicture } from "../../pieces/line/booth-picture.tsx";
import { slotText, waitText } from "../../pieces/line/words.ts";
import { usePress } from "../../press.ts";
import { m } from "../../text/compiled/messages.js";
import { numberText } from "../../text/format.ts";
import { withRow } from "../../ui/data-table/list-changes.ts";
import { Press } from "../../ui/press/press.tsx";
import type { Palette } from "../../ui/theme/palette.ts";
import { usePlatformName } from "./platform-filter.tsx";
import style from "./play.module.css";
import type { View } from "./view-toggle.tsx";

/** Milliseconds until a press without an answer is given up; pressed again it counts once. */
const timeout = 15_000;

/** A game that can be joined by one press; a line that is paused says so in its place (rules §5). */
export function GameRow(props: { game: BoothGame; palette: Palette | null; view: View; onDescribe: () => void }) {
  const { game, palette, view, onDescribe } = props;
  const platform = usePlatformName(game.platformId);
  const queries = useQueryClient();
  const reasonId = useId();
  const { press, of } = usePress(api.queue.apply, {
    timeout,
    refetch: [api.queue.mine, api.queue.slots, api.booths.games, api.booths.list],
    onDone: (entry) => queries.setQueryData(queryOf(api.queue.mine).queryKey, (now) => now && withRow(now, entry)),
  });
  const request = { body: { gameId: game.id } };
  const sent = of(request);
  const reason = sent?.error === undefined ? undefined : sentenceOf(sent.error, m.play_apply_failed());
  return (
    <article className={`stack gap-12 content-start ${style.game}`} data-view={view}>
      <BoothPicture
        seed={`game:${game.id}`}
        size={view === "grid" ? "tile" : "thumb"}
        picture={game.image || game.logo || null}
        palette={palette}
        className={style.gamePicture}
      />
      <div className="min-0">
        <h3 className="break-words text-17 strong leading-16">
          {game.description ? (
            <button
              type="button"
              className={`inline-row gap-8 touch text-start ${style.describe}`}
              aria-label={m.play_describe_name({ game: game.name })}
              onClick={onDescribe}
            >
              <bdi>{game.name}</bdi>
              <IconInfoCircle size={20} aria-hidden="true" />
            </button>
          ) : (
            <bdi>{game.name}</bdi>
          )}
        </h3>
        <p className="text-14 leading-17 muted">
          <bdi>{platform}</bdi>
          {" · "}
          {m.play_win_points({
            count: game.winPoints,
            points: numberText(game.isDoubled ? 2 * game.winPoints : game.winPoints),
          })}
          {game.isDoubled && <b className={style.doubled}>{m.play_doubled()}</b>}
        </p>
        <p className="text-14 leading-17 flex baseline gap-10 rows-0 wrap text-primary bold">
          <b className="muted tabular semibold" title={m.play_no_slot()}>
            {slotText(null)}
          </b>
          <span>{game.waiting === 0 ? m.line_nobody() : m.line_waiting({ count: game.waiting })}</span>
          {game.waiting > 0 && game.wait && <span>{waitText(game.wait)}</span>}
        </p>
      </div>
      <div className={`row wrap ending gap-8 push-down ${style.gamePresses}`}>
        <Press
          size="small"
          disabled={!game.isQueueable}
          aria-busy={sent?.isPending || undefined}
          aria-label={m.play_apply_name({ game: game.name })}
          aria-describedby={game.isQueueable ? undefined : reasonId}
          onClick={() => void press(request)}
        >
          {!sent?.isPending && <IconUserPlus size={20} aria-hidden="true" />}
          {m.play_apply()}
        </Press>
      </div>
      {!game.isQueueable && (
        <p id={reasonId} className={`muted text-15 leading-16 ${style.reason}`}>
          {m.play_paused()}
        </p>
      )}
      {reason && (
        <p role="alert" className={`muted text-15 leading-16 text-error semibold ${style.refused}`}>
          {reason}
        </p>
      )}
    </article>
  );
}
