import { api } from "@saha/contract";
import { IconArrowDown, IconTrophy } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryOf } from "../../api.ts";
import { useMember } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { numberText } from "../../text/format.ts";
import { Avatar } from "../../ui/avatar/avatar.tsx";
import { LongList } from "../../ui/long-list/long-list.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Press, PressLink } from "../../ui/press/press.tsx";
import { CardsSkeleton, EmptyState, ErrorState } from "../../ui/state/state.tsx";
import style from "./standings.module.css";

const rowHeight = 64;
/** From this rank on the own row is out of sight at first. */
const farFrom = 8;

/** All players by their points over the games that count, the own row marked and one press away (rules §5). */
export function Standings() {
  const { id } = useMember();
  const standings = useQuery(queryOf(api.scores.standings));
  const [goTo, setGoTo] = useState<{ index: number; at: number } | null>(null);
  const rows = standings.data ?? [];
  const own = rows.findIndex(({ userId }) => userId === id);
  const mine = rows[own];
  return (
    <Page title={m.standings_title()} lead={m.standings_lead()} width="narrow">
      {mine && (
        <div className="row gap-16 rows-8 wrap between">
          <p className="bold">{m.standings_own({ rank: numberText(mine.rank), players: numberText(rows.length) })}</p>
          {own >= farFrom && (
            <Press variant="light" size="small" onClick={() => setGoTo({ index: own, at: (goTo?.at ?? 0) + 1 })}>
              <IconArrowDown size={20} aria-hidden="true" />
              {m.standings_to_own()}
            </Press>
          )}
        </div>
      )}
      {body()}
    </Page>
  );

  function body() {
    if (!standings.data) {
      if (!standings.error) return <CardsSkeleton cards={4} height={64} shape="line" />;
      return <ErrorState error={standings.error} onRetry={() => void standings.refetch()} />;
    }
    if (rows.length === 0) {
      return (
        <EmptyState
          icon={<IconTrophy />}
          title={m.standings_none_title()}
          text={m.standings_none_text()}
          action={<PressLink to="/userBooths">{m.play_all_booths()}</PressLink>}
        />
      );
    }
    return (
      <LongList
        rows={rows}
        keyOf={({ userId }) => userId}
        rowHeight={rowHeight}
        label={m.standings_title()}
        goTo={goTo}
      >
        {(row) => (
          <div
            className={style.row}
            data-own={row.userId === id || undefined}
            data-rank={row.rank <= 3 ? row.rank : undefined}
          >
            <b className={`muted tabular bold ${style.rank}`}>{numberText(row.rank)}</b>
            <Avatar name={row.username} picture={row.avatar} size={40} />
            <span className={`break-words semibold leading-16 ${style.name}`}>
              <bdi>{row.username}</bdi>
              {row.userId === id && <em>{m.standings_you()}</em>}
            </span>
            <b className={`text-tertiary text-18 tabular strong ${style.total}`}>{numberText(row.total)}</b>
          </div>
        )}
      </LongList>
    );
  }
}
