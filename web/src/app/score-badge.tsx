import { api } from "@saha/contract";
import { IconTrophy } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { queryOf } from "../api.ts";
import { useMember } from "../session.ts";
import { m } from "../text/compiled/messages.js";
import { numberText } from "../text/format.ts";
import classes from "./top-bar.module.css";

/** The own score, the sum over all booths, in the top bar of routes that are flagged for it (spec §2). */
export function ScoreBadge() {
  const { id } = useMember();
  const profile = useQuery(queryOf(api.profiles.get, { params: { userId: String(id) } }));
  if (profile.data?.total === undefined) return null;
  const score = numberText(profile.data.total);
  return (
    <Link to="/score" className={classes.score} aria-label={m.app_score({ score })}>
      <IconTrophy size={20} aria-hidden="true" />
      <b>{score}</b>
    </Link>
  );
}
