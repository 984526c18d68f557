import { IconCash, IconCheck, IconX } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { serverDate } from "../../server-clock.ts";
import { m } from "../../text/compiled/messages.js";
import { momentText } from "../../text/format.ts";
import type { Outcome, ScanKind } from "./outcome.ts";
import style from "./scans.module.css";
import type { Run } from "./use-scan.ts";
import { verdictOf } from "./verdict-of.ts";

type Line = { key: string; kind: ScanKind; outcome: Outcome; time: string };

const most = 5;

/** The last few verdicts of this screen, for "what did it say just now?"; lost answers are none. */
export function useLatest(kind: ScanKind, run: Run | null): Line[] {
  const [lines, setLines] = useState<Line[]>([]);
  useEffect(() => {
    if (!run?.outcome || run.outcome.kind === "lost") return;
    const time = momentText(serverDate().toISOString()).split(" - ")[1] ?? "";
    const line = { key: run.key, kind, outcome: run.outcome, time };
    setLines((now) => [line, ...now.filter(({ key }) => key !== line.key)].slice(0, most));
  }, [kind, run]);
  return lines;
}

const icons = { green: IconCheck, amber: IconCash, red: IconX, grey: IconX };

/** An order to the guard is no history. */
function admittedWord(kind: ScanKind): string {
  return kind === "entry" ? m.scans_entered_past() : m.scans_served_past();
}

export function LatestScans({ latest }: { latest: readonly Line[] }) {
  if (latest.length === 0) return null;
  return (
    <section className={style.latest} aria-label={m.scans_latest()}>
      <h2 className="mb-8 text-16 leading-16">{m.scans_latest()}</h2>
      <ul>
        {latest.map(({ key, kind, outcome, time }) => {
          const { tone, word, person } = verdictOf(kind, outcome);
          const Icon = icons[tone];
          return (
            <li key={key} data-tone={tone}>
              <Icon size={20} aria-hidden />
              <span className={`flex grow wrap leading-16 break-words ${style.latestText}`}>
                {outcome.kind === "admitted" ? admittedWord(kind) : word}
                {person && <bdi>{person.name ?? person.username}</bdi>}
              </span>
              <time dir="ltr">{time}</time>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
