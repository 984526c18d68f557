import type { PollDraw } from "@saha/contract";
import { IconAlertTriangle, IconCheck, IconShieldCheck, IconUser, IconX } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import { Fingerprint } from "../../pieces/giveaway/fingerprint.tsx";
import { whenSeen } from "../../pieces/giveaway/seen-seeds.ts";
import { m } from "../../text/compiled/messages.js";
import { momentText, numberText } from "../../text/format.ts";
import { Card } from "../../ui/card/card.tsx";
import { Press } from "../../ui/press/press.tsx";
import { untilHere } from "../../ui/until-here.ts";
import type { Check } from "./check-draw.ts";
import style from "./draws.module.css";

/**
 * One draw and its proof: a verdict, three steps in plain words with what they were computed from, and who took part.
 * `winner`: who that is, for those who may know.
 */
export function DrawProof({ draw, mine, winner }: { draw: PollDraw; mine: number | null; winner: string | null }) {
  const check = useCheck(draw);
  const entries = draw.list.split("\n");
  const isProven = check?.isSeedRight && check.isListRight && check.isWinnerRight;
  const seen = whenSeen(draw.seedHash);
  const isWitness = seen !== null && seen < draw.at;
  return (
    <Card as="section" className="stack gap-12">
      <p
        className={`row gap-12 text-18 strong leading-16 ${style.verdict}`}
        data-tone={check ? (isProven ? "right" : "wrong") : undefined}
        role="status"
      >
        {check && (isProven ? <IconShieldCheck aria-hidden="true" /> : <IconAlertTriangle aria-hidden="true" />)}
        {check ? (isProven ? m.draws_right() : m.draws_wrong()) : m.draws_checking()}
      </p>
      <h2 className="text-16 semibold muted">
        {m.draws_of()} <span dir="ltr">{momentText(draw.at)}</span>
      </h2>
      <p className={`flex baseline gap-14 rows-4 wrap bold ${style.winner}`}>
        <span>{m.draws_winner()}</span>
        <b dir="ltr">{draw.winnerEntryId}</b>
        {winner && <bdi>{winner}</bdi>}
        {mine === draw.winnerEntryId && <em>{m.draws_is_you()}</em>}
      </p>
      <ol className={style.steps}>
        <Step isRight={check?.isSeedRight} title={m.draws_step_seed()}>
          <p>{isWitness ? m.draws_step_seed_seen({ at: momentText(seen) }) : m.draws_step_seed_text()}</p>
          <p className={style.label}>{m.draws_seed()}</p>
          <Fingerprint hash={draw.seed} />
          <p className={style.label}>{m.draws_seed_hash()}</p>
          <Fingerprint hash={draw.seedHash} />
        </Step>
        <Step isRight={check?.isListRight} title={m.draws_step_list()}>
          <p>{m.draws_step_list_text({ count: entries.length })}</p>
          <Entries entries={entries} mine={mine} winner={draw.winnerEntryId} />
          <p className={style.label}>{m.draws_list_hash()}</p>
          <Fingerprint hash={draw.listHash} />
        </Step>
        <Step isRight={check?.isWinnerRight} title={m.draws_step_winner()}>
          <p>
            {check?.winnerEntryId === undefined || check.winnerEntryId === null
              ? m.draws_checking()
              : m.draws_step_winner_text({ winner: String(check.winnerEntryId) })}
          </p>
        </Step>
      </ol>
    </Card>
  );
}

function Step(props: { isRight: boolean | undefined; title: string; children: ReactNode }) {
  const { isRight, title, children } = props;
  return (
    <li data-tone={isRight === undefined ? undefined : isRight ? "right" : "wrong"}>
      <h3>
        {isRight === true && <IconCheck size={20} stroke={3} aria-hidden="true" />}
        {isRight === false && <IconX size={20} stroke={3} aria-hidden="true" />}
        {title}
        {isRight === false && <em>{m.draws_step_wrong()}</em>}
      </h3>
      {children}
    </li>
  );
}

/** Entries that are shown at once; a draw may have thousands. */
const mostShown = 120;

/** Who took part, by the numbers of their entries; the reader's own and the winner's are marked by more than colour. */
function Entries({ entries, mine, winner }: { entries: string[]; mine: number | null; winner: number }) {
  const [isWhole, setIsWhole] = useState(entries.length <= mostShown);
  const isIn = mine !== null && entries.includes(String(mine));
  const marked = [String(mine), String(winner)];
  const shown = isWhole ? entries : entries.filter((id, at) => at < mostShown || marked.includes(id));
  return (
    <>
      <ul dir="ltr" className={`flex wrap gap-6 ${style.entries}`} aria-label={m.draws_entries()}>
        {shown.map((id) => (
          <li key={id} data-mine={id === String(mine) || undefined} data-winner={id === String(winner) || undefined}>
            {id === String(mine) && <IconUser size={14} stroke={3} role="img" aria-label={m.draws_mine()} />}
            {id === String(winner) && <IconCheck size={14} stroke={3} role="img" aria-label={m.draws_winner()} />}
            {id}
          </li>
        ))}
      </ul>
      {!isWhole && (
        <Press variant="light" size="small" onClick={() => setIsWhole(true)}>
          {m.draws_show_all({ amount: numberText(entries.length) })}
        </Press>
      )}
      {mine !== null && <p>{isIn ? m.draws_mine_in({ id: String(mine) }) : m.draws_mine_out({ id: String(mine) })}</p>}
    </>
  );
}

/** Computes the draw anew on this device; what does that comes with the first proof. */
function useCheck(draw: PollDraw): Check | null {
  const [check, setCheck] = useState<Check | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void untilHere(() => import("./check-draw.ts")).then(({ checkDraw }) => isCurrent && setCheck(checkDraw(draw)));
    return () => {
      isCurrent = false;
    };
  }, [draw]);
  return check;
}
