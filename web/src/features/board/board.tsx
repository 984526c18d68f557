import { useMediaQuery } from "@mantine/hooks";
import type { Board, BoardGame, Wait } from "@saha/contract";
import { IconClock, IconUsers, IconVolume, IconVolumeOff, IconWifiOff } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { eventSettings } from "../../event-settings.ts";
import { m } from "../../text/compiled/messages.js";
import { useNow } from "../../ui/clock/use-now.ts";
import { QrPicture } from "../../ui/qr-picture/qr-picture.tsx";
import { CardsSkeleton, EmptyState, ErrorState } from "../../ui/state/state.tsx";
import { paletteOf } from "../../ui/theme/palette.ts";
import { ThemeScope } from "../../ui/theme/theme-scope.tsx";
import { useScreenAwake } from "../../ui/use-screen-awake.ts";
import style from "./board.module.css";
import { Called } from "./called.tsx";
import { fit, isLong, numberText } from "./calls.ts";
import { allowSound, silence } from "./sound.ts";
import { useBoard } from "./use-board.ts";

/** Four games fit on a television; more turn the page. */
const gamesOfPage = 4;
const pageMs = 12_000;

/** The public board of a booth, for a television and a phone: numbers, no names (rules §5). */
export function BoothBoard() {
  const { boothId } = useParams({ strict: false }) as { boothId: string };
  const id = /^[1-9]\d{0,8}$/.test(boothId) ? Number(boothId) : 0;
  return (
    <main id="content" tabIndex={-1} className={style.page}>
      {id === 0 ? <Missing /> : <Live key={id} boothId={id} />}
    </main>
  );
}

function Live({ boothId }: { boothId: number }) {
  useScreenAwake();
  const { board, isGone, error, refetch, lostAt, calls } = useBoard(boothId);
  if (isGone) return <Missing />;
  if (!board) {
    return error ? (
      <ErrorState error={error} titleAs="h1" onRetry={() => void refetch()} />
    ) : (
      <>
        <h1 className="sr-only">{m.board_title()}</h1>
        <CardsSkeleton cards={2} height={320} />
      </>
    );
  }
  return (
    <ThemeScope palette={paletteOf(board.theme)} className={style.board}>
      <Called calls={calls} colour={board.theme.primary} seed={`booth:${boothId}`} />
      <section className={style.side}>
        <header className={`row between ${style.head}`}>
          <h1 className={`strong leading-16 truncate ${style.booth}`}>
            <bdi>{board.booth.name}</bdi>
          </h1>
          <Clock lostAt={lostAt} />
        </header>
        <Games games={board.games} />
        <Foot board={board} />
      </section>
    </ThemeScope>
  );
}

function Missing() {
  return (
    <>
      <h1 className="sr-only">{m.board_title()}</h1>
      <EmptyState title={m.board_missing()} text={m.board_missing_text()} />
    </>
  );
}

const hours = new Intl.DateTimeFormat("en-GB", {
  timeZone: eventSettings.timeZone,
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** The time of day; while the connection is lost, that it is and since when. */
function Clock({ lostAt }: { lostAt: number | null }) {
  const now = useNow();
  return (
    <p
      className={`row flex-none bold leading-16 tabular ${style.clock}`}
      role="status"
      data-lost={lostAt !== null || undefined}
    >
      {lostAt === null ? (
        <bdi dir="ltr">{hours.format(now)}</bdi>
      ) : (
        <>
          <IconWifiOff aria-hidden="true" />
          <span>
            {m.board_lost()} · {m.board_updated({ time: hours.format(lostAt) })}
          </span>
        </>
      )}
    </p>
  );
}

function Games({ games }: { games: readonly BoardGame[] }) {
  const isTall = useMediaQuery("(max-aspect-ratio: 1)", false, { getInitialValueInEffect: false });
  const pages = Math.max(1, Math.ceil(games.length / gamesOfPage));
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (pages === 1) return;
    const timer = setInterval(() => setTurn((now) => now + 1), pageMs);
    return () => clearInterval(timer);
  }, [pages]);
  if (games.length === 0) return <p className={style.none}>{m.board_no_games()}</p>;
  const first = (turn % pages) * gamesOfPage;
  const shown = isTall ? games : games.slice(first, first + gamesOfPage);
  return (
    <table className={style.games}>
      <thead>
        <tr>
          <th scope="col">{m.board_wait()}</th>
          <th scope="col">{m.board_playing()}</th>
          <th scope="col">{m.board_next()}</th>
        </tr>
      </thead>
      <tbody key={isTall ? 0 : turn % pages}>
        {shown.map((game) => (
          <GameRow key={game.id} game={game} />
        ))}
      </tbody>
    </table>
  );
}

function GameRow({ game: { shortName, playing, next, waiting, wait, called } }: { game: BoardGame }) {
  const isFree = playing.length === 0 && next.length === 0 && called.length === 0 && waiting === 0;
  return (
    <tr>
      <th scope="row">
        <span className={style.short} data-long={isLong(shortName) || undefined}>
          <bdi>{shortName}</bdi>
        </span>
        {!isFree && (
          <span className={`flex wrap semibold leading-17 muted ${style.wait}`}>
            <span className={`inline-row nowrap ${style.busy}`}>
              <IconUsers aria-hidden="true" />
              <bdi aria-hidden="true">{waiting}</bdi>
              <span className="sr-only">{m.board_waiting({ count: waiting })}</span>
            </span>
            {wait && (
              <span className={`inline-row nowrap ${style.busy}`}>
                <IconClock aria-hidden="true" />
                {rangeText(wait)}
              </span>
            )}
          </span>
        )}
      </th>
      {isFree ? (
        <td colSpan={2} className={style.free}>
          {m.board_free()}
        </td>
      ) : (
        <>
          <td>
            <span className={style.numbers} style={fit(playing)}>
              {playing.length === 0 && <span className={style.dash}>—</span>}
              {playing.slice(0, 2).map((number) => (
                <b key={number} className={style.plate}>
                  {numberText(number)}
                </b>
              ))}
            </span>
          </td>
          <td>
            <span className={style.numbers} style={fit(next)}>
              {next.length === 0 && <span className={style.dash}>—</span>}
              {next.slice(0, 2).map((number) => (
                <b key={number} className={style.next}>
                  {numberText(number)}
                </b>
              ))}
            </span>
          </td>
        </>
      )}
    </tr>
  );
}

/** A forecast as short as a television's column wants it. */
function rangeText({ from, to }: Wait): string {
  return from === 0 ? m.board_up_to({ to }) : m.board_range({ from, to });
}

function Foot({ board }: { board: Board }) {
  const [isLoud, setIsLoud] = useState(false);
  const address = `${location.origin}/userBooths/${board.booth.id}`;
  return (
    <footer className={`row push-down ${style.foot}`}>
      <span className={style.qr}>
        <QrPicture text={address} label={m.board_qr()} />
      </span>
      <p className={`grow leading-15 ${style.join}`}>
        <b>{m.board_join()}</b>
        <span>{m.board_join_text()}</span>
      </p>
      <button
        type="button"
        className={`row flex-none gap-8 touch bold ${style.sound}`}
        aria-pressed={isLoud}
        onClick={() => {
          if (isLoud) void silence().then(() => setIsLoud(false));
          else void allowSound().then(setIsLoud);
        }}
      >
        {isLoud ? <IconVolume aria-hidden="true" /> : <IconVolumeOff aria-hidden="true" />}
        {isLoud ? m.board_sound_off() : m.board_sound_on()}
      </button>
    </footer>
  );
}
