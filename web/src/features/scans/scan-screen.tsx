import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/InlineInput.css";
import { IconCamera, IconDoorEnter, IconKeyboard, IconRefresh, IconScan, IconToolsKitchen2 } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Pass } from "../../pieces/pass/pass.tsx";
import { m } from "../../text/compiled/messages.js";
import { onDemand } from "../../ui/on-demand.tsx";
import { Page } from "../../ui/page/page.tsx";
import { useScannerKeys } from "../../ui/scanner-keys.ts";
import { prepareSound } from "../../ui/sound/notes.ts";
import { VerdictScreen } from "../../ui/verdict/verdict.tsx";
import { Checking } from "./checking.tsx";
import { CodeEntry } from "./code-entry.tsx";
import { GateName, useGate } from "./gate-name.tsx";
import { LatestScans, useLatest } from "./latest-scans.tsx";
import type { Outcome, ScanKind } from "./outcome.ts";
import style from "./scans.module.css";
import { type Held, isStillHeld, useDeafToScanner } from "./use-deaf-to-scanner.ts";
import { type Run, useScan } from "./use-scan.ts";
import { passOf, verdictOf } from "./verdict-of.ts";

const QrScanner = onDemand(async () => (await import("../../ui/qr-scanner/qr-scanner.tsx")).QrScanner);

export function EntryScan() {
  return <ScanScreen kind="entry" title={m.scans_entry_title()} lead={m.scans_entry_lead()} />;
}

export function FoodScan() {
  return <ScanScreen kind="feature" title={m.scans_food_title()} lead={m.scans_food_lead()} />;
}

/** Scans tickets one after the other: camera or typed code, verdict, next (spec §2, rules §4). */
function ScanScreen({ kind, title, lead }: { kind: ScanKind; title: string; lead: string }) {
  const [gate, setGate] = useGate();
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const [code, setCode] = useState("");
  const codeInput = useRef<HTMLInputElement>(null);
  const { run, scan, again, clear } = useScan(kind);
  const latest = useLatest(kind, run);
  useEffect(QrScanner.prefetch, []);
  useScannerKeys();
  const held = useRef<Held>({ ticket: "", at: 0 });
  const deafTo = run?.outcome ? { ticket: run.attempt.qrToken, isAnything: run.outcome.kind === "lost" } : null;
  useDeafToScanner(deafTo, held);

  /**
   * A ticket that the server has judged is done with; one whose answer was lost may be sent once more (interface: Scan
   * verdict).
   */
  function leave() {
    if (run?.outcome && run.outcome.kind !== "lost") setCode("");
    clear();
  }

  /**
   * Whether a ticket was read whose verdict nobody has seen: it is on its way, or the picture stands before it for a
   * moment. Its verdict comes first.
   */
  const isUnseen = run !== null && (isOpen || run.outcome === null);

  function start() {
    if (isUnseen) return;
    prepareSound();
    leave();
    setWasOpened(true);
    setIsOpen(true);
  }

  function type() {
    // A hand scanner types at once: the field has the focus before the press is over, so that no letter is lost.
    flushSync(() => {
      setIsOpen(false);
      if (!isUnseen) leave();
    });
    if (isUnseen) return;
    codeInput.current?.focus();
    // What is left of a lost answer is typed over.
    codeInput.current?.select();
  }

  /** The next ticket is read as the last one was. */
  function next({ attempt }: Run) {
    if (attempt.wasTyped) type();
    else start();
  }

  const NextIcon = run?.attempt.wasTyped ? IconKeyboard : IconScan;
  return (
    <Page width="narrow">
      <div className={`column gap-20 ${style.screen}`}>
        <header className="row gap-14">
          <span className={`centred flex-none text-primary ${style.emblem}`} aria-hidden>
            {kind === "entry" ? <IconDoorEnter size={28} /> : <IconToolsKitchen2 size={28} />}
          </span>
          <div>
            <h1 className="text-24 strong leading-15">{title}</h1>
            <p className="leading-16 muted">{lead}</p>
          </div>
        </header>
        <GateName kind={kind} gate={gate} onChange={setGate} />
        <CodeEntry
          code={code}
          onChange={setCode}
          inputRef={codeInput}
          onSubmit={(qrToken) => {
            // The guest who was just let in still holds the phone up; nobody types a whole QR by hand.
            if (qrToken.length > 12 && isStillHeld(held.current, qrToken)) return setCode("");
            prepareSound();
            scan({ qrToken, gate: gate || null, wasTyped: true });
          }}
        />
        <LatestScans latest={latest} />
        <div className={style.foot}>
          <button type="button" className={`row middle gap-14 whole text-24 strong ${style.start}`} onClick={start}>
            <IconScan size={32} aria-hidden />
            {m.scans_start()}
          </button>
        </div>

        {wasOpened && (
          <QrScanner
            isOpen={isOpen}
            title={title}
            caption={() => m.scans_read()}
            onDecode={(qrToken) => scan({ qrToken, gate: gate || null, wasTyped: false })}
            onClose={() => setIsOpen(false)}
            typeInstead={{ label: m.scans_type_instead(), press: type }}
            fallback={isOpen ? <Checking text={m.scans_opening()} onCancel={() => setIsOpen(false)} /> : null}
            onMissing={() => {
              setIsOpen(false);
              setWasOpened(false);
            }}
          />
        )}
        {run && !isOpen && !run.outcome && <Checking text={m.scans_checking()} onCancel={null} />}
        {run?.outcome && !isOpen && (
          <VerdictScreen
            key={run.key}
            {...verdictAndPass(kind, run.outcome, run.attempt.wasTyped)}
            {...(run.outcome.kind === "lost"
              ? {
                  next: { label: m.scans_again(), icon: <IconRefresh size={28} aria-hidden />, press: again },
                  other: { label: m.scans_give_up(), press: () => next(run) },
                  // Whoever closes it asks nobody again.
                  onClose: () => next(run),
                }
              : {
                  next: { label: m.scans_next(), icon: <NextIcon size={28} aria-hidden />, press: () => next(run) },
                  other: run.attempt.wasTyped
                    ? { label: m.scans_by_camera(), icon: <IconCamera size={22} aria-hidden />, press: start }
                    : { label: m.scans_type_instead(), icon: <IconKeyboard size={22} aria-hidden />, press: type },
                })}
          />
        )}
      </div>
    </Page>
  );
}

/**
 * The guest sees the own pass in the guard's hand: its metal tells the type before a word is read, its loss that it is
 * refused.
 */
function verdictAndPass(kind: ScanKind, outcome: Outcome, wasTyped: boolean) {
  const verdict = verdictOf(kind, outcome, wasTyped);
  const pass = passOf(outcome);
  if (!pass) return { verdict };
  const said = ["ticket", "type", "category"];
  return {
    verdict: { ...verdict, facts: verdict.facts.filter(({ id }) => !said.includes(id)) },
    pass: <Pass {...pass} size="strip" heading="p" hasDay={false} />,
  };
}
