import { api, type User } from "@saha/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { queryOf } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { numberText } from "../../text/format.ts";
import { Card } from "../../ui/card/card.tsx";
import { PressLink } from "../../ui/press/press.tsx";
import { CardsSkeleton, ErrorState } from "../../ui/state/state.tsx";
import style from "./profile.module.css";

/** The own score by booth, with the rank at each (spec §3: profile). */
export function BoothScores({ user }: { user: User }) {
  const profile = useQuery(queryOf(api.profiles.get, { params: { userId: String(user.id) } }));
  if (!profile.data) {
    if (profile.isError) return <ErrorState error={profile.error} onRetry={() => void profile.refetch()} />;
    return <CardsSkeleton cards={1} height={200} />;
  }
  const { entries, total } = profile.data;
  return (
    <Card as="section">
      <div className="row gap-12 rows-4 wrap between mb-16">
        <h2 className="text-20 strong">{m.points_title()}</h2>
        <b className="text-tertiary text-24 tabular strong">{numberText(total)}</b>
      </div>
      {entries.length === 0 ? (
        <p className="mb-16 muted">{m.points_none_text()}</p>
      ) : (
        <ul className={style.scores}>
          {entries.map(({ boothId, boothName, score, rank }) => (
            <li key={boothId}>
              <Link
                to="/userBooths/$boothId"
                params={{ boothId: String(boothId) }}
                className={`row plain-link break-words semibold ${style.scoreBooth}`}
              >
                <bdi>{boothName}</bdi>
              </Link>
              {rank !== null && <span className="muted text-14">{m.profile_rank({ rank: numberText(rank) })}</span>}
              <b>{numberText(score)}</b>
            </li>
          ))}
        </ul>
      )}
      <PressLink to="/score" variant="light" className={style.whole}>
        {m.profile_score_why()}
      </PressLink>
    </Card>
  );
}
