import { IconAlertTriangle, IconCashBanknote, IconCheck, IconCloudOff, IconX } from "@tabler/icons-react";
import { type CSSProperties, Fragment, type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { assetUrl } from "../../event-settings.ts";
import { FullScreen } from "../full-screen/full-screen.tsx";
import { quickMs, takesScans } from "../scanner-keys.ts";
import { giveSignal, type VerdictTone } from "./signal.ts";
import style from "./verdict.module.css";

/** One thing worth knowing; a loud one is set large. */
export type Fact = { id: string; label: string; value: string; small?: string; isLoud?: boolean; isCode?: boolean };

/** What a guard must understand at arm's length in a loud, dim hall. */
export type Verdict = {
  tone: VerdictTone;
  word: string;
  sentence: string;
  hint: string | null;
  person?: { username: string; name: string | null; avatar: string | null } | null;
  facts: readonly Fact[];
};

const icons = { green: IconCheck, amber: IconCashBanknote, red: IconX, grey: IconCloudOff };

/** A press this soon after the verdict was meant for something else. */
const tooSoonMs = 350;

/**
 * Milliseconds until a scan over the verdict closes it: a second code on the same phone, read by a scanner that stands
 * on the desk, took away what the guard had to collect before it was read.
 */
const readMs = 3_000;

/** A value of more letters has a row of its own. */
const longFrom = 36;

type Press = { label: string; icon?: ReactNode; press: () => void };

/**
 * A verdict on the whole screen: colour, icon, word, sound and vibration; the next step is one press or the Enter key
 * away.
 */
export function VerdictScreen({
  verdict,
  pass,
  next,
  other,
  onClose = next.press,
}: {
  verdict: Verdict;
  /** The ticket as its holder knows it, in place of what `facts` would say of it. */
  pass?: ReactNode;
  next: Press;
  other?: Press | undefined;
  /** What Escape and Back do. */
  onClose?: () => void;
}) {
  const { tone, word, sentence, hint, person, facts } = verdict;
  const button = useRef<HTMLButtonElement>(null);
  /** Until it is seen nothing closes it. */
  const shownAt = useRef(Number.POSITIVE_INFINITY);
  const [isRead, setIsRead] = useState(tone === "green");
  const signal = useEffectEvent(() => giveSignal(tone));
  useEffect(() => {
    shownAt.current = performance.now();
    signal();
    button.current?.focus();
  }, []);
  useEffect(() => {
    // After a lost answer a scan would send the last guest's ticket once more.
    if (tone === "grey") return;
    const timer = setTimeout(() => setIsRead(true), readMs);
    return () => clearTimeout(timer);
  }, [tone]);

  function soon(press: () => void) {
    return () => {
      if (performance.now() - shownAt.current >= tooSoonMs) press();
    };
  }

  /** Of what is to be read, an Enter that other keys follow at once is a scanner's first, and closes nothing. */
  function byKey(press: () => void) {
    const timer = setTimeout(() => {
      window.removeEventListener("keydown", stop, true);
      press();
    }, quickMs);
    const stop = () => clearTimeout(timer);
    window.addEventListener("keydown", stop, { capture: true, once: true });
  }

  const Icon = tone === "red" && facts.length === 0 ? IconAlertTriangle : icons[tone];
  const isDense = facts.some(({ isLoud }) => isLoud);
  // What decides stands above the fold, however long the ticket's title is.
  const plate = pass && <div className={style.pass}>{pass}</div>;
  return (
    <FullScreen label={word} onClose={soon(onClose)} className={style.screen}>
      <div className={style.card} data-tone={tone} data-dense={isDense || undefined}>
        <div className={style.content}>
          <div role="alert" className={style.head}>
            <span className={style.icon}>
              <Icon size={72} stroke={3} aria-hidden />
            </span>
            <p className={style.word}>{word}</p>
            <p className={style.sentence}>{sentence}</p>
            {hint && <p className={style.hint}>{hint}</p>}
          </div>
          {person && (
            <div className={style.person}>
              <Face username={person.name ?? person.username} avatar={person.avatar} />
              <div className={style.names}>
                <Name of={person.name ?? person.username} />
                {person.name && <bdi className={style.username}>{person.username}</bdi>}
              </div>
            </div>
          )}
          {!isDense && plate}
          {facts.length > 0 && (
            <dl className={style.facts}>
              {facts.map((fact) => (
                <div
                  key={fact.id}
                  className={style.fact}
                  data-loud={fact.isLoud || undefined}
                  data-long={fact.value.length > longFrom || undefined}
                >
                  <dt>{fact.label}</dt>
                  <dd>{fact.isCode ? <span dir="ltr">{fact.value}</span> : <bdi>{fact.value}</bdi>}</dd>
                  {fact.small && (
                    <dd className={style.username}>
                      <bdi>{fact.small}</bdi>
                    </dd>
                  )}
                </div>
              ))}
            </dl>
          )}
          {isDense && plate}
        </div>
        <div className={style.foot}>
          <button
            {...(isRead && takesScans)}
            ref={button}
            type="button"
            className={style.next}
            onClick={({ detail }) => (isRead || detail > 0 ? soon(next.press)() : byKey(soon(next.press)))}
          >
            {next.icon}
            {next.label}
          </button>
          {other && (
            <button type="button" className={style.other} onClick={soon(other.press)}>
              {other.icon}
              {other.label}
            </button>
          )}
        </div>
      </div>
    </FullScreen>
  );
}

/**
 * As large as its letters leave room for; one too long even so goes on after a dot or a dash rather than within a
 * number.
 */
function Name({ of: name }: { of: string }) {
  const [first, ...rest] = name.match(/[^\s._-]*[\s._-]|[^\s._-]+/gu) ?? [];
  return (
    <span className={style.nameRoom} style={{ "--letters": Array.from(name).length } as CSSProperties}>
      <bdi className={style.name}>
        {first}
        {rest.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name never change places
          <Fragment key={index}>
            <wbr />
            {part}
          </Fragment>
        ))}
      </bdi>
    </span>
  );
}

function Face({ username, avatar }: { username: string; avatar: string | null }) {
  if (avatar) return <img className={style.face} src={assetUrl(avatar)} alt="" />;
  const initial = Array.from(username.replace(/^[^\p{L}\p{N}]+/u, ""))[0] ?? "؟";
  return (
    <span className={style.face} aria-hidden>
      {initial.toLocaleUpperCase()}
    </span>
  );
}
