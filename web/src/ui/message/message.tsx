import type { ReactNode } from "react";
import style from "./message.module.css";

/** Says in a box of its own what went wrong, or in a quiet one what is so; nothing shows without a sentence. */
export function Message({ tone = "error", children }: { tone?: "error" | "note"; children: ReactNode }) {
  return (
    <p role={tone === "error" ? "alert" : "status"} className={style.message} data-tone={tone}>
      {children}
    </p>
  );
}
