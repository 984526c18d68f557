import { Button, TextInput } from "@mantine/core";
import { IconDoorEnter, IconPencil } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { m } from "../../text/compiled/messages.js";
import style from "./scans.module.css";

const key = "saha.gate";
const longest = 40;

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

export function GateName({ gate, onChange }: { gate: string; onChange: (name: string) => void }) {
  const [draft, setDraft] = useState<string | null>(gate ? null : "");

  function keep(event: FormEvent) {
    event.preventDefault();
    onChange(draft ?? "");
    setDraft(draft?.trim() ? null : "");
  }

  if (draft === null) {
    return (
      <div className={style.gate}>
        <IconDoorEnter size={22} aria-hidden />
        <span className={style.gateName}>
          <span className={style.gateLabel}>{m.scans_gate()}</span>
          <bdi>{gate}</bdi>
        </span>
        <Button
          variant="subtle"
          leftSection={<IconPencil size={18} aria-hidden />}
          aria-label={m.scans_gate_change_name({ name: gate })}
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
        label={m.scans_gate_label()}
        description={m.scans_gate_why()}
        placeholder={m.scans_gate_example()}
        value={draft}
        maxLength={longest}
        autoComplete="off"
        enterKeyHint="done"
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        onBlur={(event) => draft.trim() && keep(event)}
      />
    </form>
  );
}
