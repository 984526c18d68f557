import { useMemo } from "react";
import style from "./celebration.module.css";

const pieces = 36;
const colours = ["var(--primary)", "var(--secondary)", "var(--tertiary)", "var(--success)"];

/** The one celebration of the product: a short shower over what was won; nothing at all under reduced motion (interface: Look). */
export function Celebration() {
  const isCalm = useMemo(() => window.matchMedia("(prefers-reduced-motion: reduce)").matches, []);
  const confetti = useMemo(() => Array.from({ length: pieces }, (_, index) => piece(index)), []);
  if (isCalm) return null;
  return (
    <div className={style.shower} aria-hidden data-testid="celebration">
      {confetti.map(({ id, ...css }) => (
        <span key={id} style={css as Record<string, string>} />
      ))}
    </div>
  );
}

function piece(index: number) {
  const angle = (index / pieces) * 2 * Math.PI + Math.random() * 0.3;
  const reach = 120 + Math.random() * 160;
  return {
    id: index,
    "--x": `${Math.round(Math.cos(angle) * reach)}px`,
    "--y": `${Math.round(Math.sin(angle) * reach * 0.8 - 60)}px`,
    "--turn": `${Math.round(Math.random() * 720 - 360)}deg`,
    "--delay": `${Math.round(Math.random() * 120)}ms`,
    background: colours[index % colours.length] ?? "",
    borderRadius: index % 3 === 0 ? "50%" : "2px",
  };
}
