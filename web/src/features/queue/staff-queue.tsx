import { useMediaQuery } from "@mantine/hooks";
import { api, type QueueEntry, Role, type User } from "@saha/contract";
import { IconRefresh, IconSearch, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useDeferredValue, useMemo, useState } from "react";
import { queryOf, Refusal } from "../../api.ts";
import { gameNameOf, useGameMarks, whileLost } from "../../pieces/game-names.tsx";
import { BoothPicture } from "../../pieces/line/booth-picture.tsx";
import { waitText } from "../../pieces/line/words.ts";
import { m } from "../../text/compiled/messages.js";
import { useBackCloses } from "../../ui/back.ts";
import { ConfirmDialog } from "../../ui/confirm/confirm-dialog.tsx";
import { searcher } from "../../ui/data-table/search.ts";
import fields from "../../ui/field/field.module.css";
import { screenPart } from "../../ui/on-demand.tsx";
import { Press } from "../../ui/press/press.tsx";
import { CardsSkeleton, EmptyState, ErrorState } from "../../ui/state/state.tsx";
import { paletteOf } from "../../ui/theme/palette.ts";
import { ThemeScope } from "../../ui/theme/theme-scope.tsx";
import { GameChips } from "./game-chips.tsx";
import { type GameChoice, gamesOf, grouped, numberOf } from "./line.ts";
import style from "./queue.module.css";
import { UndoBar } from "./undo-bar.tsx";
import { useList } from "./use-list.ts";
import { useSteps } from "./use-steps.ts";

const QueueTable = screenPart(async () => (await import("./queue-table.tsx")).QueueTable);
const QueuePhone = screenPart(async () => (await import("./queue-phone.tsx")).QueuePhone);

/**
 * The line as staff run it, home of booth, score and game admins (spec §2): a table of all steps on a laptop, one large
 * button on a phone. `extras` stands beside the booth's name for whoever runs one.
 */
export function StaffQueue({ user, extras }: { user: User; extras?: (boothId: number) => ReactNode }) {
  const isNarrow = useMediaQuery("(max-width: 71.86em)", false, { getInitialValueInEffect: false });
  const list = useList();
  const booth = useOwnBooth(user);
  const [chosen, setChosen] = useState<GameChoice | null>(null);
  const [typed, setTyped] = useState("");
  const [heldId, setHeldId] = useState<number | null>(null);
  const [removing, setRemoving] = useState<QueueEntry | null>(null);
  // An answer that comes once its question was closed leaves the next one open.
  const closeRemoving = () => setRemoving((now) => (now === removing ? null : now));
  // An answer finds `heldId` as it was at its press: whom staff took into hand meanwhile stays there.
  const steps = useSteps(user.roleId, ({ id }) => setHeldId((now) => (now === heldId ? id : now)));

  const hasNoBooth = list.error instanceof Refusal && list.error.code === "queue.no_booth";
  // A refused list empties it (spec §8); a lost connection leaves what is known on the screen.
  const known = list.error instanceof Refusal ? undefined : list.data;
  const mark = useGameMarks(useGamesOf(user, booth.id, known));
  const rows = useMemo(
    () => (mark ? known?.map((entry) => ({ ...entry, game: mark(entry.game) })) : known),
    [known, mark],
  );
  const games = useMemo(() => gamesOf(rows ?? [], chosen), [rows, chosen]);
  const ofGame = useMemo(() => rows?.filter(({ gameId }) => !chosen || gameId === chosen.id), [rows, chosen]);
  const all = useMemo(() => grouped(rows ?? []), [rows]);
  const groups = useMemo(() => grouped(ofGame ?? []), [ofGame]);
  const found = useFound(ofGame ?? [], isNarrow ? typed : "");
  const query = { data: ofGame, error: rows ? null : list.error, isFetching: list.isFetching, refetch: list.refetch };

  // What stands at the top comes with the line, so that nothing moves.
  if (booth.isPending || (!rows && list.isPending)) {
    return (
      <div className={`column grow whole ${style.screen}`}>
        <div className={`column grow gap-14 ${style.inside}`}>
          <h1 className="sr-only">{m.staff_title()}</h1>
          <CardsSkeleton cards={isNarrow ? 1 : 2} height={280} />
        </div>
      </div>
    );
  }

  // What stands beside the booth's name has its place before the booth is known.
  const runsBooth = user.roleId === Role.BoothAdmin && !hasNoBooth;
  return (
    <ThemeScope palette={booth.theme ? paletteOf(booth.theme) : null} className={`column grow whole ${style.screen}`}>
      <div className={`column grow gap-14 ${style.inside}`}>
        <header className="flex top wrap gap-12">
          {runsBooth && (
            <span className={style.tile}>
              {booth.id && (
                <BoothPicture
                  seed={`booth:${booth.id}`}
                  size="thumb"
                  picture={booth.image}
                  palette={booth.theme ? paletteOf(booth.theme) : null}
                />
              )}
            </span>
          )}
          <div className={style.titles}>
            <h1 className={`strong leading-15 break-words ${style.title}`}>
              {booth.name ? m.staff_title_of({ booth: booth.name }) : m.staff_title()}
            </h1>
            {!isNarrow && rows && rows.length > 0 && (
              <p className={`text-15 leading-17 muted ${style.summary}`}>
                {[
                  // Score admins see who plays, nobody else (spec §4).
                  ...(user.roleId === Role.ScoreAdmin ? [] : [m.staff_sum_line({ count: all.line.length })]),
                  m.staff_sum_playing({ count: all.playing.length }),
                  ...(all.aside.length > 0 ? [m.staff_sum_aside({ count: all.aside.length })] : []),
                  ...(booth.wait ? [m.staff_sum_wait({ wait: waitText(booth.wait) })] : []),
                ].join(" · ")}
              </p>
            )}
          </div>
          {runsBooth && extras && (
            <div className={`row grow ending gap-12 ${style.extras}`}>{booth.id && extras(booth.id)}</div>
          )}
        </header>
        {hasNoBooth ? (
          <EmptyState
            title={m.staff_no_booth()}
            text={m.staff_no_booth_text()}
            action={
              <Press variant="light" onClick={() => void list.refetch()} aria-busy={list.isFetching || undefined}>
                <IconRefresh size={20} aria-hidden="true" />
                {m.ui_state_retry()}
              </Press>
            }
          />
        ) : (
          body()
        )}
      </div>
      {removing && (
        <ConfirmDialog
          title={m.staff_delete_title({ number: numberOf(removing) })}
          confirm={m.staff_delete()}
          tone="error"
          onConfirm={async () => {
            await steps.press("remove", removing);
            closeRemoving();
          }}
          onClose={closeRemoving}
        >
          {m.staff_delete_text({ name: removing.user.name || removing.user.username, game: gameNameOf(removing.game) })}
        </ConfirmDialog>
      )}
    </ThemeScope>
  );

  function body() {
    if (!rows && list.error) return <ErrorState error={failureOf(list.error)} onRetry={() => void list.refetch()} />;
    if (!rows) return <CardsSkeleton cards={isNarrow ? 1 : 2} height={280} />;
    const chips = games.length > 0 && (
      <GameChips games={games} total={rows.length} chosen={chosen} onChoose={setChosen} />
    );
    if (isNarrow) {
      return (
        <Suspense fallback={<CardsSkeleton cards={1} height={280} />}>
          <Filters typed={typed} onType={setTyped} refresh={() => void list.refetch()} isBusy={list.isFetching}>
            {chips}
          </Filters>
          <QueuePhone
            groups={typed ? grouped(found) : groups}
            all={all}
            isFiltered={chosen !== null || typed !== ""}
            steps={steps}
            onRemove={setRemoving}
            held={{ id: heldId, hold: setHeldId }}
          />
        </Suspense>
      );
    }
    return (
      <Suspense fallback={<CardsSkeleton cards={2} height={280} />}>
        <div className={style.table} data-resting={steps.isResting || undefined}>
          <QueueTable
            title={m.staff_table()}
            query={query}
            groups={groups}
            steps={steps}
            onRemove={setRemoving}
            start={chips}
          />
        </div>
        <div className={style.foot}>
          <UndoBar steps={steps} />
        </div>
      </Suspense>
    );
  }
}

/** The spec's sentence where the server has none of its own (spec §8). */
function failureOf(cause: unknown): unknown {
  return cause instanceof Refusal && !cause.message ? new Error(m.staff_fetch_failed()) : cause;
}

/**
 * The booth that a booth admin runs, found by the own username among the booth admins (spec §4), with its look and
 * wait.
 */
function useOwnBooth({ roleId, username }: User) {
  const admins = useQuery({ ...queryOf(api.booths.admins), enabled: roleId === Role.BoothAdmin });
  const id = admins.data?.find((admin) => admin.username === username)?.boothId ?? null;
  const request = { params: { id: String(id ?? 0) } };
  const booth = useQuery({ ...queryOf(api.booths.get, request), enabled: id !== null });
  const theme = useQuery({ ...queryOf(api.booths.theme, request), enabled: id !== null });
  const isPending = roleId === Role.BoothAdmin && admins.isPending;
  if (id === null) return { id: null, name: null, image: null, wait: null, theme: undefined, isPending };
  const { name = null, image = null, wait = null } = booth.data ?? {};
  return { id, name, image, wait, theme: theme.data, isPending: booth.isPending || theme.isPending };
}

/** The games whose lines are shown: of the own booth, or of all; those that people wait for while no more is known. */
function useGamesOf({ roleId }: User, ownBooth: number | null, rows: readonly QueueEntry[] | undefined) {
  const { data } = useQuery({ ...queryOf(api.games.list), refetchInterval: whileLost });
  return useMemo(() => {
    const listed = roleId === Role.BoothAdmin ? data?.filter(({ boothId }) => boothId === ownBooth) : data;
    if (listed && listed.length > 0) return listed;
    return [...new Map(rows?.map(({ game }) => [game.id, { ...game, shortName: "" }])).values()];
  }, [data, roleId, ownBooth, rows]);
}

const searched = [
  { id: "id", title: "", value: ({ id }: QueueEntry) => id },
  { id: "user", title: "", value: ({ user }: QueueEntry) => `${user.username} ${user.name ?? ""}` },
  { id: "game", title: "", value: ({ game }: QueueEntry) => gameNameOf(game) },
  { id: "number", title: "", value: (entry: QueueEntry) => `${entry.number} ${numberOf(entry)}` },
];

function useFound(rows: readonly QueueEntry[], typed: string): QueueEntry[] {
  const sought = useDeferredValue(typed);
  const search = useMemo(() => searcher(rows, searched), [rows]);
  return useMemo(() => search.find(sought), [search, sought]);
}

/** Games, search and refresh in one line of a phone; the search opens over it. */
function Filters(props: {
  typed: string;
  onType: (typed: string) => void;
  refresh: () => void;
  isBusy: boolean;
  children: ReactNode;
}) {
  const { typed, onType, refresh, isBusy, children } = props;
  const [isOpen, setIsOpen] = useState(typed !== "");
  const close = () => {
    onType("");
    setIsOpen(false);
  };
  useBackCloses(isOpen, close);
  if (isOpen) {
    return (
      <search className="row gap-8">
        <input
          // biome-ignore lint/a11y/noAutofocus: it opens because it is to be typed in
          autoFocus
          type="search"
          className={`${fields.field} ${style.searchField}`}
          aria-label={m.staff_search()}
          placeholder={m.staff_search()}
          value={typed}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
          onKeyDown={({ key }) => key === "Escape" && close()}
        />
        <Press variant="icon" aria-label={m.table_search_clear()} onClick={close}>
          <IconX size={22} aria-hidden="true" />
        </Press>
      </search>
    );
  }
  return (
    <div className="row gap-8">
      {children || <span className="grow" />}
      <Press variant="icon" aria-label={m.staff_search()} onClick={() => setIsOpen(true)}>
        <IconSearch size={22} aria-hidden="true" />
      </Press>
      <Press variant="icon" aria-label={m.table_refresh()} aria-busy={isBusy || undefined} onClick={refresh}>
        {!isBusy && <IconRefresh size={22} aria-hidden="true" />}
      </Press>
    </div>
  );
}
