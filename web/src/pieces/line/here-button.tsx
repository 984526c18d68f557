import { IconMapPinCheck } from "@tabler/icons-react";
import { m } from "../../text/compiled/messages.js";
import { Press } from "../../ui/press/press.tsx";
import style from "./line.module.css";
import { useAnswer } from "./use-answer.ts";
import type { Place } from "./use-places.ts";

/** One press that puts a late or held player back in line at the own number (rules §5). */
export function HereButton({ place, className }: { place: Place; className?: string | undefined }) {
  const { press, isPending, error } = useAnswer(place);
  return (
    <>
      <Press
        className={className}
        aria-busy={isPending("here") || undefined}
        aria-label={m.line_here_name({ game: place.game.name })}
        onClick={() => press("here")}
      >
        <IconMapPinCheck size={22} aria-hidden="true" />
        {m.line_here()}
      </Press>
      {error && (
        <p role="alert" className={style.error}>
          {error}
        </p>
      )}
    </>
  );
}
