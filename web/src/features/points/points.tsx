import { api, type OwnLogRow } from "@saha/contract";
import { IconListSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { queryOf } from "../../api.ts";
import { useMember } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { momentText, numberText } from "../../text/format.ts";
import { LongList } from "../../ui/long-list/long-list.tsx";
import { Page } from "../../ui/page/page.tsx";
import { PressLink } from "../../ui/press/press.tsx";
import { CardsSkeleton, EmptyState, ErrorState } from "../../ui/state/state.tsx";
import style from "./points.module.css";

const rowHeight = 96;

const reasons: Record<OwnLogRow["reason"], () => string> = {
  win: m.points_win,
  lose: m.points_lose,
  trivia: m.points_trivia,
  set: m.points_set,
  undo: m.points_undo,
};

/** The own score explained: what it is made of, and each change of it with game, booth, why and when (rules §5). */
export function Points() {
  const { id } = useMember();
  const params = { userId: String(id) };
  const log = useQuery(queryOf(api.scores.explained, { params }));
  const profile = useQuery(queryOf(api.profiles.get, { params }));
  const standing = profile.data?.standing;
  return (
    <Page title={m.points_title()} width="narrow">
      {log.data && profile.data && (
        <div className={`row wrap ${style.sum}`}>
          <p className={style.figure}>
            <b>{numberText(profile.data.total)}</b>
            <span>{m.points_total()}</span>
          </p>
          {standing && (
            <p className={style.figure}>
              <b data-plain>{numberText(standing.rank)}</b>
              <span>{m.points_rank({ total: numberText(standing.total) })}</span>
            </p>
          )}
          <PressLink to="/standings" variant="light" size="small">
            {m.standings_title()}
          </PressLink>
        </div>
      )}
      {body()}
    </Page>
  );

  function body() {
    // The sum stands above the changes: both come at once.
    if (!log.data || profile.isPending) {
      if (log.data || !log.error) return <CardsSkeleton cards={3} height={96} shape="line" />;
      return <ErrorState error={log.error} onRetry={() => void log.refetch()} />;
    }
    if (log.data.length === 0) {
      return (
        <EmptyState
          icon={<IconListSearch />}
          title={m.points_none_title()}
          text={m.points_none_text()}
          action={<PressLink to="/userBooths">{m.play_all_booths()}</PressLink>}
        />
      );
    }
    return (
      <LongList rows={log.data} keyOf={(row) => row.id} rowHeight={rowHeight} label={m.points_title()}>
        {(row) => <Change row={row} />}
      </LongList>
    );
  }
}

function Change({ row: { game, booth, change, current, reason, at } }: { row: OwnLogRow }) {
  const sign = change > 0 ? "+" : change < 0 ? "−" : "";
  return (
    <div className={style.change}>
      <div className="min-0">
        <p className="break-words">
          <b>{reasons[reason]()}</b>
          {" · "}
          <bdi>{game.name}</bdi>
        </p>
        <p className="break-words muted text-14">
          <bdi>{booth.name}</bdi>
          {" · "}
          <time dateTime={at} dir="ltr">
            {momentText(at)}
          </time>
        </p>
      </div>
      <div className="stack items-end">
        <b
          className={`text-success text-20 tabular strong leading-15 ${style.difference}`}
          data-down={change < 0 || undefined}
          dir="ltr"
        >
          {sign}
          {numberText(Math.abs(change))}
        </b>
        <span className="muted text-14">{m.points_now({ score: numberText(current) })}</span>
      </div>
    </div>
  );
}
