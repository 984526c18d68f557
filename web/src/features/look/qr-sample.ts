import { encode } from "uqr";

/** A code that opens nothing, as a picture. */
export const qrImage = `data:image/svg+xml,${encodeURIComponent(drawn("SAHA-SAMPLE"))}`;

function drawn(text: string): string {
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const path = data.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")).join("")).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path d="${path}"/></svg>`;
}
