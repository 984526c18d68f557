import { Button, TextInput } from "@mantine/core";
import { IconDoorEnter, IconPencil } from "@tabler/icons-react";
import { type FormEvent, useEffect, useEffectEvent, useState } from "react";
import { m } from "../../text/compiled/messages.js";
import type { ScanKind } from "./outcome.ts";
import style from "./scans.module.css";

const key = "saha.gate";
const longest = 40;

/** Loaded once the screen is open; without it a name is taken as it is. */
const judge = (name: string) =>
  import("./judge-gate.ts").then(({ judgeGate }) => judgeGate(name)).catch(() => undefined);

/** The name of the gate that this phone stands at, typed once and kept (rules §4). */
export function useGate(): [string, (name: string) => void] {
  const [gate, setGate] = useState(() => localStorage.getItem(key) ?? "");
  return [
    gate,
    (name) => {
      const kept = name.trim().slice(0, longest);
      localStorage.setItem(key, kept);
      setGate(kept);
    },
  ];
}

/** What the place is called: a gate, or where food is handed out. */
const words = {
  entry: {
    name: m.scans_gate,
    label: m.scans_gate_label,
    example: m.scans_gate_example,
    change: m.scans_gate_change_name,
  },
  feature: {
    name: m.scans_point,
    label: m.scans_point_label,
    example: m.scans_point_example,
    change: m.scans_point_change_name,
  },
};

type Props = { kind: ScanKind; gate: string; onChange: (name: string) => void };

export function GateName({ kind, gate, onChange }: Props) {
  const word = words[kind];
  const [draft, setDraft] = useState<string | null>(gate ? null : "");
  const [problem, setProblem] = useState<string>();
  const onWrong = useEffectEvent(() => onChange(""));
  // One that was kept before it was judged.
  useEffect(() => {
    if (!gate) return;
    void judge(gate).then((wrong) => {
      if (!wrong) return;
      setProblem(wrong);
      setDraft(gate);
      onWrong();
    });
  }, [gate]);

  async function keep(event: FormEvent) {
    event.preventDefault();
    const wrong = await judge(draft ?? "");
    setProblem(wrong);
    if (wrong) return;
    onChange(draft ?? "");
    setDraft(draft?.trim() ? null : "");
  }

  if (draft === null) {
    return (
      <div className={`row gap-12 ${style.gate}`}>
        <IconDoorEnter size={22} aria-hidden />
        <span className="grow bold leading-16 break-words">
          <span className={style.gateLabel}>{word.name()}</span>
          <bdi>{gate}</bdi>
        </span>
        <Button
          variant="subtle"
          leftSection={<IconPencil size={18} aria-hidden />}
          aria-label={word.change({ name: gate })}
          onClick={() => setDraft(gate)}
        >
          {m.scans_gate_change()}
        </Button>
      </div>
    );
  }
  return (
    <form className={style.gateForm} onSubmit={keep}>
      <TextInput
        label={word.label()}
        description={m.scans_gate_why()}
        placeholder={word.example()}
        value={draft}
        maxLength={longest}
        autoComplete="off"
        enterKeyHint="done"
        error={problem}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        onBlur={(event) => draft.trim() && keep(event)}
      />
    </form>
  );
}
