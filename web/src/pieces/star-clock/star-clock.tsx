import { clockText, useNow } from "../../ui/clock/use-now.ts";
import style from "./star-clock.module.css";

/** The outline of the Saha star around a middle. */
export function starOutline(middle: number, radius: number): string {
  const points = Array.from({ length: 16 }, (_, corner) => {
    const angle = (corner * Math.PI) / 8 - Math.PI / 2;
    const reach = corner % 2 ? radius * 0.7654 : radius;
    return `${(middle + reach * Math.cos(angle)).toFixed(2)} ${(middle + reach * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${points.join("L")}Z`;
}

const outline = starOutline(130, 120);

/** The clock of a call: the rim of the Saha star runs down with the time, in its middle what is left of it. */
export function StarClock({ from, to, label, size = 122 }: { from: string; to: string; label: string; size?: number }) {
  const now = useNow();
  const left = Math.max(0, Date.parse(to) - now);
  const share = Math.min(1, left / Math.max(1, Date.parse(to) - Date.parse(from)));
  return (
    <div className={style.clock} style={{ inlineSize: size, blockSize: size }} role="timer" aria-label={label}>
      <svg viewBox="0 0 260 260" aria-hidden="true">
        <path d={outline} className={style.ground} />
        <path d={outline} className={style.rim} pathLength={100} strokeDasharray={`${share * 100} 100`} />
      </svg>
      <div className={style.words}>
        <b dir="ltr" style={{ fontSize: size * 0.2 }}>
          {clockText(left)}
        </b>
        <span aria-hidden="true">{label}</span>
      </div>
    </div>
  );
}
