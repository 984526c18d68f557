import { useEffect, useState } from "react";
import { Artwork } from "../../pieces/artwork/artwork.tsx";
import { starOutline } from "../../pieces/star-clock/star-clock.tsx";
import { m } from "../../text/compiled/messages.js";
import style from "./called.module.css";
import { type Call, fit, isLong, numberText } from "./calls.ts";

/** More than two take turns in the plate. */
const turnMs = 6000;
const outline = starOutline(360, 346);
const inner = starOutline(360, 321);

/**
 * Who is called: the newest in the star, the others by turns in a plate below it. The art is of one colour, so that the
 * number rules.
 */
export function Called({ calls, colour, seed }: { calls: readonly Call[]; colour: string; seed: string }) {
  const [newest, ...others] = calls;
  const [turn, setTurn] = useState(0);
  const isTurning = others.length > 1;
  useEffect(() => {
    if (!isTurning) return;
    const timer = setInterval(() => setTurn((now) => now + 1), turnMs);
    return () => clearInterval(timer);
  }, [isTurning]);
  const other = others[turn % Math.max(1, others.length)];
  return (
    <section className={style.called} aria-live="polite" aria-atomic="true" aria-labelledby="board-calling">
      <span className={style.art}>
        <Artwork
          seed={seed}
          kind="picture"
          width={800}
          height={1080}
          focus={[400, 520]}
          pitch={300}
          reach={900}
          angle={45}
          palette={{ primary: colour, secondary: colour, tertiary: colour }}
        />
      </span>
      <h2 id="board-calling" className={style.title}>
        {newest ? m.board_calling() : m.board_quiet()}
      </h2>
      <div className={style.star} key={newest ? `${newest.gameId} ${newest.number}` : "quiet"}>
        <svg viewBox="0 0 720 720" aria-hidden="true">
          <path d={outline} className={style.plate} />
          <path d={inner} className={style.line} />
        </svg>
        <p className={style.words}>
          {newest ? (
            <>
              <bdi className={style.short} data-long={isLong(newest.shortName) || undefined}>
                {newest.shortName}
              </bdi>
              <b className={style.number} style={fit([newest.number])}>
                {numberText(newest.number)}
              </b>
            </>
          ) : (
            <span className={style.quiet}>{m.board_quiet_text()}</span>
          )}
        </p>
      </div>
      <p className={`row middle strong ${style.more}`}>
        {other && (
          <>
            {m.board_and()}
            <span className={style.other}>
              <bdi>{other.shortName}</bdi> <b>{numberText(other.number)}</b>
            </span>
          </>
        )}
      </p>
    </section>
  );
}
