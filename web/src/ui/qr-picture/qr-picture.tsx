import { encode } from "uqr";
import style from "./qr-picture.module.css";

/** A QR drawn here, on white paper in both schemes so that any camera reads it. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const path = data.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")).join("")).join("");
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className={style.qr} shapeRendering="crispEdges">
      <path d={path} fill="#000" />
    </svg>
  );
}
