import style from "./share-bar.module.css";

/** Draws a share of a whole as a bar; the figures stand beside it in words, so that readers of screens miss nothing. */
export function ShareBar({
  value,
  of,
  tone = "primary",
}: {
  value: number;
  of: number;
  tone?: "primary" | "tertiary";
}) {
  const percent = of > 0 ? Math.min(100, Math.round((value / of) * 100)) : 0;
  return (
    <span className={style.bar} data-tone={tone} aria-hidden="true">
      <i style={{ inlineSize: `${percent}%` }} />
    </span>
  );
}
