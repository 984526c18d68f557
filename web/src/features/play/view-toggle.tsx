import { IconLayoutGrid, IconList } from "@tabler/icons-react";
import { useState } from "react";
import { m } from "../../text/compiled/messages.js";
import style from "./play.module.css";

export type View = "grid" | "list";

/** Which way of showing a list this browser has chosen, kept under `key`. */
export function useView(key: string, first: View): [View, (view: View) => void] {
  const [view, setView] = useState<View>(() => {
    const kept = localStorage.getItem(key);
    return kept === "list" || kept === "grid" ? kept : first;
  });
  return [
    view,
    (next) => {
      localStorage.setItem(key, next);
      setView(next);
    },
  ];
}

/** Chooses between a grid and a list (spec §2). */
export function ViewToggle({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  return (
    <div className={style.toggle}>
      {(
        [
          ["grid", IconLayoutGrid, m.play_view_grid],
          ["list", IconList, m.play_view_list],
        ] as const
      ).map(([one, Icon, label]) => (
        <button
          key={one}
          type="button"
          aria-label={label()}
          aria-pressed={view === one}
          className={`centred muted ${style.toggleChoice}`}
          onClick={() => onChange(one)}
        >
          <Icon size={22} aria-hidden="true" />
        </button>
      ))}
    </div>
  );
}
