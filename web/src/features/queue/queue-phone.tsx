import type { QueueEntry } from "@saha/contract";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { GameName } from "../../pieces/game-names.tsx";
import { m } from "../../text/compiled/messages.js";
import { numberText } from "../../text/format.ts";
import { Avatar } from "../../ui/avatar/avatar.tsx";
import { EmptyState } from "../../ui/state/state.tsx";
import { Dock } from "./dock.tsx";
import { HandCard } from "./hand-card.tsx";
import { firstInHand, type Groups, numberOf } from "./line.ts";
import style from "./phone.module.css";
import { StateMark } from "./state-mark.tsx";
import type { Steps } from "./use-steps.ts";

const rowHeight = 68;
const headHeight = 46;

/**
 * The line on a phone, for one thumb: the player in hand on top, with one large button at the foot for the next step; a
 * tap on a row takes another player into hand, and after a result the next one comes by itself.
 */
export function QueuePhone(props: {
  groups: Groups;
  all: Groups;
  isFiltered: boolean;
  steps: Steps;
  onRemove: (entry: QueueEntry) => void;
  held: { id: number | null; hold: (id: number | null) => void };
}) {
  const { groups, all, isFiltered, steps, onRemove, held } = props;
  const everybody = useMemo(() => [...all.playing, ...all.line, ...all.aside], [all]);
  const inHand = everybody.find(({ id }) => id === held.id) ?? firstInHand(groups);
  return (
    <>
      {inHand && <HandCard entry={inHand} />}
      {lines()}
      <Dock steps={steps} entry={inHand} onRemove={onRemove} />
    </>
  );

  function lines() {
    if (everybody.length === 0) return <EmptyState title={m.staff_no_data()} text={m.staff_no_data_text()} />;
    if (isFiltered && groups.playing.length + groups.line.length + groups.aside.length === 0) {
      return <EmptyState title={m.table_no_match_title()} />;
    }
    return <Lines groups={groups} inHand={inHand?.id} onTake={held.hold} />;
  }
}

function Lines({
  groups,
  inHand,
  onTake,
}: {
  groups: Groups;
  inHand: number | undefined;
  onTake: (id: number) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const lines = useMemo(() => {
    const named = (name: string, entries: QueueEntry[]) =>
      entries.length > 0 ? [{ name, count: entries.length }, ...entries] : [];
    return [
      ...named(m.staff_group_playing(), groups.playing),
      ...named(m.staff_group_line(), groups.line),
      ...named(m.staff_group_aside(), groups.aside),
    ];
  }, [groups]);
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0));
  const virtualizer = useWindowVirtualizer({
    count: lines.length,
    estimateSize: (index) => (lines[index] && "count" in lines[index] ? headHeight : rowHeight),
    getItemKey: (index) => {
      const line = lines[index];
      return line && "id" in line ? line.id : (line?.name ?? index);
    },
    overscan: 8,
    scrollMargin: top,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: heads and rows have heights of their own
  useLayoutEffect(() => virtualizer.measure(), [lines]);
  return (
    <ul ref={list} className={style.lines} style={{ blockSize: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map((item) => {
        const line = lines[item.index];
        if (!line) return null;
        return (
          <li
            key={item.key}
            className={style.line}
            style={{ blockSize: item.size, transform: `translateY(${item.start - top}px)` }}
          >
            {"count" in line ? (
              <h2 className={`flex bottom gap-6 text-15 bold leading-16 muted ${style.groupName}`}>
                {line.name} <bdi>{numberText(line.count)}</bdi>
              </h2>
            ) : (
              <button
                type="button"
                className={`row gap-12 whole text-start ${style.row}`}
                aria-pressed={line.id === inHand}
                data-live={line.isPlaying || undefined}
                onClick={() => {
                  onTake(line.id);
                  window.scrollTo({ top: 0, behavior: "smooth" });
                }}
              >
                <b className={`text-24 strong tabular ${style.rowNumber}`}>{numberOf(line)}</b>
                <Avatar name={line.user.name || line.user.username} picture={line.user.avatar} size={36} />
                <span className="stack grow items-start">
                  <bdi className="truncate leading-16 bold">{line.user.name || line.user.username}</bdi>
                  <GameName game={line.game} className="leading-16 text-14 muted" />
                </span>
                <StateMark entry={line} withWait />
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
