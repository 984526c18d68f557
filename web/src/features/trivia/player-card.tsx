import { api, type Game } from "@saha/contract";
import { IconKeyboard, IconScan } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useCallback, useEffect, useEffectEvent, useState } from "react";
import { Offline, queryOf, Refusal } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { numberText } from "../../text/format.ts";
import { Avatar } from "../../ui/avatar/avatar.tsx";
import { Card } from "../../ui/card/card.tsx";
import fields from "../../ui/field/field.module.css";
import { onDemand } from "../../ui/on-demand.tsx";
import { Press } from "../../ui/press/press.tsx";
import { takesScans } from "../../ui/scanner-keys.ts";
import { ErrorState, Waiting } from "../../ui/state/state.tsx";
import type { Draft } from "./draft.ts";
import { readPlayerCode } from "./player-code.ts";
import style from "./trivia.module.css";
import { useScore } from "./use-score.ts";

const QrScanner = onDemand(async () => (await import("../../ui/qr-scanner/qr-scanner.tsx")).QrScanner);

/** Finds a player by the scanned code or the typed id, and shows who it is before any point is given. */
export function PlayerCard(props: {
  game: Game | undefined;
  draft: Draft;
  /** Under the camera nobody would see what became of points that are on their way. */
  isGiving: boolean;
  onChange: (part: Partial<Draft>) => void;
}) {
  const { game, draft, isGiving, onChange } = props;
  const { playerId } = draft;
  const [scanner, setScanner] = useState<"never" | "open" | "closed">("never");
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => QrScanner.prefetch(), []);

  function take(id: number | null) {
    setProblem(null);
    onChange({ playerId: id, typedId: "", points: "", isTaking: false });
  }
  function read(text: string) {
    const player = readPlayerCode(text);
    if ("problem" in player) setProblem(player.problem);
    else take(player.id);
  }
  const forget = useCallback(() => setProblem(null), []);
  /** What was typed stays, to be put right. */
  function miss(id: number) {
    setProblem(m.trivia_not_found());
    onChange({ playerId: null, typedId: String(id) });
  }
  const scan = () => {
    if (isGiving) return;
    setProblem(null);
    setScanner("open");
  };

  return (
    <Card as="section" className="stack gap-12" aria-label={m.trivia_who()}>
      {playerId === null ? (
        <Search draft={draft} onType={(typedId) => onChange({ typedId })} onFind={take} onProblem={setProblem} />
      ) : (
        <Found id={playerId} game={game} onFound={forget} onMissing={miss} />
      )}
      <p role="alert" className="bold leading-17 text-error break-words hide-empty">
        {problem}
      </p>
      <div className={`flex wrap gap-8 ${style.ways}`}>
        <Press
          variant={playerId === null ? "filled" : "light"}
          size="large"
          aria-disabled={isGiving || undefined}
          onClick={scan}
        >
          <IconScan size={24} aria-hidden="true" />
          {playerId === null ? m.trivia_scan() : m.trivia_scan_other()}
        </Press>
        {playerId !== null && (
          <Press variant="light" size="large" onClick={() => take(null)}>
            <IconKeyboard size={22} aria-hidden="true" />
            {m.trivia_type()}
          </Press>
        )}
      </div>
      {scanner !== "never" && (
        <QrScanner
          isOpen={scanner === "open"}
          title={m.trivia_scan()}
          caption={captionOf}
          onDecode={read}
          onClose={() => setScanner("closed")}
          onMissing={() => setScanner("never")}
          fallback={scanner === "open" ? <p role="status">{m.trivia_scanner_opening()}</p> : null}
          typeInstead={{
            label: m.trivia_type(),
            press: () => {
              setScanner("closed");
              take(null);
            },
          }}
        />
      )}
    </Card>
  );
}

/** Who was read, for the moment before the scanner closes (spec §4). */
function captionOf(text: string) {
  const player = readPlayerCode(text);
  if ("problem" in player) return player.problem;
  return <bdi dir="ltr">{player.email || `#${player.id}`}</bdi>;
}

function Search(props: {
  draft: Draft;
  onType: (typed: string) => void;
  onFind: (id: number) => void;
  onProblem: (problem: string) => void;
}) {
  const { draft, onType, onFind, onProblem } = props;
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // The next scan is typed over what finds nobody: behind it every right code found nobody either.
    event.currentTarget.querySelector("input")?.select();
    const typed = draft.typedId.trim();
    // A hand scanner types the whole code.
    if (typed.startsWith("{")) {
      const player = readPlayerCode(typed);
      return "problem" in player ? onProblem(player.problem) : onFind(player.id);
    }
    const id = /^.{1,10}$/.test(typed) ? readId(typed) : null;
    if (id === null) onProblem(m.trivia_not_found());
    else onFind(id);
  }
  return (
    <form className={style.search} onSubmit={submit}>
      <label className="stack gap-6">
        <span className="bold leading-16">{m.trivia_player()}</span>
        <input
          {...takesScans}
          dir="ltr"
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="go"
          className={`bold ${fields.field} ${style.input}`}
          value={draft.typedId}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
        />
      </label>
      <Press type="submit" variant="light" size="large" disabled={draft.typedId.trim() === ""}>
        {m.trivia_find()}
      </Press>
      <p className={`text-14 leading-16 muted ${style.hint}`}>{m.trivia_player_hint()}</p>
    </form>
  );
}

/** An id in digits of any script; one that no row can have is none. */
function readId(typed: string): number | null {
  const digits = typed.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660));
  const id = /^\d{1,10}$/.test(digits) ? Number(digits) : 0;
  return id >= 1 && id <= 2_147_483_647 ? id : null;
}

function Found(props: { id: number; game: Game | undefined; onFound: () => void; onMissing: (id: number) => void }) {
  const { id, game, onFound } = props;
  const player = useQuery({ ...queryOf(api.profiles.get, { params: { userId: String(id) } }), retry: retriesLost });
  const score = useScore(id, game);
  const { error } = player;
  const isMissing = !player.data && error instanceof Refusal && error.code === "user.not_found";
  const onMissing = useEffectEvent(props.onMissing);
  useEffect(() => {
    if (isMissing) onMissing(id);
    else onFound();
  }, [id, isMissing, onFound]);
  if (!player.data && error) {
    if (isMissing) return null;
    return <ErrorState error={error} onRetry={() => void player.refetch()} />;
  }
  if (!player.data) {
    return (
      <div role="status" aria-label={m.ui_state_loading()} className={`row gap-14 ${style.player}`}>
        <Waiting width={64} height={64} />
        <Waiting width="50%" height={24} />
      </div>
    );
  }
  const { username, name, avatar } = player.data;
  return (
    <div className={`row gap-14 ${style.player}`}>
      <Avatar name={name || username} picture={avatar} size={64} />
      <div className="grow">
        <h2 className={`text-20 strong leading-15 break-words ${style.name}`}>
          <bdi>{name || username}</bdi>
        </h2>
        <span className={`leading-16 muted break-words ${style.username}`}>
          <bdi dir="ltr">{id}</bdi> · <bdi>{username}</bdi>
        </span>
      </div>
      {game && (
        <p className="stack items-end text-14 leading-15 muted">
          <b className="figure">{score.data ? numberText(score.data.score) : "…"}</b>
          <span>{m.trivia_score_here()}</span>
        </p>
      )}
    </div>
  );
}

const retriesLost = (failures: number, error: unknown) => error instanceof Offline && failures < 2;
