import type { QueueEntry } from "@saha/contract";
import {
  IconArrowBackUp,
  IconDots,
  IconFlag,
  IconLogin2,
  IconPlayerPlay,
  IconSpeakerphone,
  IconTrash,
  IconTrophy,
  type TablerIcon,
} from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { m } from "../../text/compiled/messages.js";
import { useBackCloses } from "../../ui/back.ts";
import { Spinner } from "../../ui/spinner/spinner.tsx";
import { useHasJustCome } from "../../ui/use-has-just-come.ts";
import { usePast } from "../../ui/use-past.ts";
import style from "./dock.module.css";
import { nextStep, numberOf, type Step } from "./line.ts";
import { UndoBar } from "./undo-bar.tsx";
import { rest, type Steps } from "./use-steps.ts";

/**
 * One large button for the next step of the player in hand, with its verb and number; what is needed seldom stands
 * behind the dots.
 */
export function Dock(props: { steps: Steps; entry: QueueEntry | undefined; onRemove: (entry: QueueEntry) => void }) {
  const { entry, onRemove } = props;
  // By an answer, by news that came before its answer, by a colleague's press, or by another booth, whose dock comes
  // anew: a tap that was meant for the button before must not be the next step.
  const button = entry && `${entry.id} ${nextStep(entry)}`;
  const hasJustCome = useHasJustCome(rest);
  const hasJustChanged = usePast(button, rest).length > 0 || hasJustCome;
  const steps = hasJustChanged ? { ...props.steps, isResting: true, press: async () => {} } : props.steps;
  if (!entry) {
    return (
      <div className={`stack gap-10 push-down ${style.dock}`} data-dock data-empty>
        <UndoBar steps={steps} />
      </div>
    );
  }
  const next = nextStep(entry);
  return (
    <div className={`stack gap-10 push-down ${style.dock}`} data-dock>
      <UndoBar steps={steps} />
      <div className={style.buttons} data-resting={steps.isResting || undefined}>
        <StepButton step={next} entry={entry} steps={steps} isMain />
        {next === "win" && <StepButton step="lose" entry={entry} steps={steps} />}
        <More key={entry.id} entry={entry} steps={steps} onRemove={onRemove} />
      </div>
    </div>
  );
}

const icons: Record<Step, TablerIcon> = {
  call: IconSpeakerphone,
  enter: IconLogin2,
  play: IconPlayerPlay,
  win: IconTrophy,
  lose: IconFlag,
  back: IconArrowBackUp,
  remove: IconTrash,
};

function StepButton(props: { step: Step; entry: QueueEntry; steps: Steps; isMain?: boolean }) {
  const { step, entry, steps, isMain } = props;
  const isBusy = steps.isBusy(step, entry);
  const Icon = icons[step];
  return (
    <button
      type="button"
      className={`row middle gap-10 text-17 strong leading-15 ${style.step}`}
      data-main={isMain}
      aria-busy={isBusy || undefined}
      // A key that is held down is one press.
      onKeyDown={(event) => event.key === "Enter" && event.repeat && event.preventDefault()}
      onClick={() => void steps.press(step, entry)}
    >
      {isBusy ? <Spinner /> : <Icon size={28} aria-hidden="true" />}
      {verbOf(step)} {isMain && <bdi className="tabular">{numberOf(entry)}</bdi>}
    </button>
  );
}

function verbOf(step: Step): string {
  const verbs: Record<Step, () => string> = {
    call: m.staff_call,
    enter: m.staff_enter,
    play: m.staff_play,
    win: m.staff_win,
    lose: m.staff_lose,
    back: m.staff_back,
    remove: m.staff_delete,
  };
  return verbs[step]();
}

/** Every other step of the player in hand. */
function More(props: { entry: QueueEntry; steps: Steps; onRemove: (entry: QueueEntry) => void }) {
  const { entry, steps, onRemove } = props;
  const [isOpen, setIsOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useBackCloses(isOpen, () => setIsOpen(false));
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) setIsOpen(false);
    };
    document.addEventListener("pointerdown", close);
    return () => document.removeEventListener("pointerdown", close);
  }, [isOpen]);
  const next = nextStep(entry);
  const others: Step[] = entry.isPlaying
    ? ["back"]
    : (["call", "enter", "play", "win", "lose"] as const).filter((step) => step !== next);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what is open, wherever the focus stands in it
    <div
      ref={box}
      className={style.more}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        setIsOpen(false);
        opener.current?.focus();
      }}
    >
      <button
        ref={opener}
        type="button"
        className={`row middle gap-10 text-17 strong leading-15 ${style.step}`}
        aria-label={m.staff_more({ number: numberOf(entry) })}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconDots size={28} aria-hidden="true" />
      </button>
      {isOpen && (
        <div className={style.sheet}>
          {others.map((step) => {
            const Icon = icons[step];
            return (
              <button
                key={step}
                type="button"
                onClick={() => {
                  setIsOpen(false);
                  void steps.press(step, entry);
                }}
              >
                <Icon size={22} aria-hidden="true" />
                {step === "call" && entry.calledAt ? m.staff_call_again() : verbOf(step)}
              </button>
            );
          })}
          <button
            type="button"
            data-tone="danger"
            onClick={() => {
              setIsOpen(false);
              onRemove(entry);
            }}
          >
            <IconTrash size={22} aria-hidden="true" />
            {m.staff_delete()}
          </button>
        </div>
      )}
    </div>
  );
}
