import type { QueueEntry } from "@saha/contract";
import {
  IconArrowBackUp,
  IconBolt,
  IconCheck,
  IconFlag,
  IconLogin2,
  IconPlayerPlay,
  IconSpeakerphone,
  IconTrash,
  IconTrophy,
} from "@tabler/icons-react";
import { type ReactNode, useMemo } from "react";
import { GameName, gameNameOf } from "../../pieces/game-names.tsx";
import { m } from "../../text/compiled/messages.js";
import { numberText } from "../../text/format.ts";
import { useLocalized } from "../../text/use-localized.ts";
import { momentColumn } from "../../ui/data-table/column-kinds.tsx";
import type { ActionLook, Column, RowAction } from "../../ui/data-table/columns.ts";
import { DataTable, type Rows } from "../../ui/data-table/data-table.tsx";
import { firstToCall, type Groups, nextStep, numberOf, type Step } from "./line.ts";
import style from "./queue.module.css";
import { StateMark } from "./state-mark.tsx";
import { rest, type Steps } from "./use-steps.ts";

/**
 * The line on a laptop: the spec's six columns, each step of a row in the same place, the next one filled (spec §2).
 */
export function QueueTable(props: {
  title: string;
  query: Rows<QueueEntry>;
  groups: Groups;
  steps: Steps;
  onRemove: (entry: QueueEntry) => void;
  /** Stands before the search. */
  start: ReactNode;
}) {
  const { title, query, groups, steps, onRemove, start } = props;
  const asideCount = groups.aside.length;
  const toCall = firstToCall(groups.line)?.id;
  const columns = useLocalized(queueColumns);
  const actions = useLocalized(() => queueActions(steps, toCall, onRemove), [steps, toCall]);
  const groupOf = useMemo(() => {
    const head = m.staff_aside({ count: numberText(asideCount) });
    return ({ state }: QueueEntry) => (state === "late" || state === "held" ? head : null);
  }, [asideCount]);
  const data = useMemo(() => query.data && [...groups.playing, ...groups.line, ...groups.aside], [query.data, groups]);
  return (
    <DataTable
      title={title}
      titleAs="h2"
      query={{ ...query, data }}
      columns={columns}
      actions={actions}
      nameOf={(entry) => `${numberOf(entry)} ${entry.user.username}`}
      searchLabel={m.staff_search()}
      start={start}
      whenEmpty={{ title: m.staff_no_data(), text: m.staff_no_data_text() }}
      isLive={isPlaying}
      groupOf={groupOf}
      movedRest={rest}
    />
  );
}

const isPlaying = (entry: QueueEntry) => entry.isPlaying;

function queueColumns(): Column<QueueEntry>[] {
  return [
    { id: "id", title: m.staff_col_id(), value: ({ id }) => id, width: 88, grow: 0, align: "end" },
    {
      id: "user",
      title: m.staff_col_user(),
      value: ({ user }) => user.username,
      show: (entry) => (
        <span className="row between gap-12">
          <bdi className="truncate">{entry.user.username}</bdi>
          {/* That somebody plays, the row and its step say already. */}
          {!entry.isPlaying && <StateMark entry={entry} />}
        </span>
      ),
      width: 212,
      grow: 2,
      isMain: true,
    },
    {
      id: "game",
      title: m.staff_col_game(),
      value: ({ game }) => gameNameOf(game),
      show: ({ game }) => <GameName game={game} />,
      width: 152,
    },
    {
      id: "number",
      title: m.staff_col_number(),
      value: ({ number }) => number,
      text: (entry) => `${entry.number} ${numberOf(entry)}`,
      show: (entry) => <b className={style.rowNumber}>{numberOf(entry)}</b>,
      width: 104,
      grow: 0,
      align: "end",
    },
    { ...momentColumn<QueueEntry>("createdAt", m.staff_col_created()), text: null, width: 176, grow: 0 },
  ];
}

function queueActions(
  steps: Steps,
  toCall: number | undefined,
  onRemove: (entry: QueueEntry) => void,
): RowAction<QueueEntry>[] {
  const of = (step: Step) => ({
    id: step,
    isBusy: (entry: QueueEntry) => steps.isBusy(step, entry),
    press: (entry: QueueEntry) => void steps.press(step, entry),
  });
  const named = (what: () => string) => (entry: QueueEntry) =>
    m.staff_step_of({ step: what(), number: numberOf(entry), name: entry.user.username });
  const whilePlaying = (entry: QueueEntry) => (entry.isPlaying ? m.staff_state_playing() : null);
  const look =
    (step: Step, done: (entry: QueueEntry) => boolean) =>
    (entry: QueueEntry): ActionLook => {
      if (nextStep(entry) === step) {
        // Of those who only wait, one is next; the others may be called too.
        return step === "call" && entry.id !== toCall ? "offered" : "next";
      }
      return done(entry) ? "done" : undefined;
    };
  const wasCalled = ({ calledAt }: QueueEntry) => calledAt !== null;
  const wasEntered = ({ enteredAt }: QueueEntry) => enteredAt !== null;
  return [
    {
      ...of("call"),
      name: named(m.staff_call),
      icon: (entry) => (wasCalled(entry) ? <IconCheck aria-hidden /> : <IconSpeakerphone aria-hidden />),
      words: { of: () => m.staff_call(), width: 84 },
      look: look("call", wasCalled),
      disabledReason: whilePlaying,
    },
    {
      ...of("enter"),
      name: named(m.staff_enter),
      icon: (entry) => (wasEntered(entry) ? <IconBolt aria-hidden /> : <IconLogin2 aria-hidden />),
      words: { of: () => m.staff_enter(), width: 92 },
      look: look("enter", wasEntered),
      disabledReason: whilePlaying,
    },
    {
      ...of("play"),
      name: named(m.staff_play),
      icon: <IconPlayerPlay aria-hidden />,
      words: { of: (entry) => (entry.isPlaying ? m.staff_state_playing() : m.staff_play()), width: 126 },
      look: look("play", isPlaying),
      disabledReason: whilePlaying,
    },
    {
      ...of("win"),
      name: named(m.staff_win),
      icon: <IconTrophy aria-hidden />,
      words: { of: () => m.staff_win(), width: 84 },
      look: look("win", () => false),
    },
    {
      ...of("lose"),
      name: named(m.staff_lose),
      icon: <IconFlag aria-hidden />,
      words: { of: () => m.staff_lose(), width: 92 },
      look: () => undefined,
    },
    {
      ...of("back"),
      name: named(m.staff_back),
      label: m.staff_back(),
      icon: <IconArrowBackUp size={20} aria-hidden />,
      disabledReason: (entry) => (entry.isPlaying ? null : m.staff_not_playing()),
    },
    {
      ...of("remove"),
      name: named(m.staff_delete),
      label: m.staff_delete(),
      icon: <IconTrash size={20} aria-hidden />,
      press: onRemove,
    },
  ];
}
