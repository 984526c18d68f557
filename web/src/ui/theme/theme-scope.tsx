import { type ReactNode, useEffect, useId, useState } from "react";
import { mantineColours } from "./mantine.ts";
import { cssOf } from "./paint.ts";
import type { Palette } from "./palette.ts";

/**
 * Paints what stands inside in another theme, such as a booth's; without a palette, or until its colours are computed,
 * the main theme shows through (interface: Look). Dialogs opened from inside keep the main theme.
 */
export function ThemeScope({ palette, children }: { palette: Palette | null; children: ReactNode }) {
  const name = `scope-${useId().replace(/[^\w-]/g, "")}`;
  const [css, setCss] = useState("");
  const { primary, secondary, tertiary } = palette ?? {};
  useEffect(() => {
    if (!primary || !secondary || !tertiary) return setCss("");
    let isCurrent = true;
    void import("./tokens.ts").then(({ tokensOf }) => {
      const chosen = { primary, secondary, tertiary };
      const paint = { light: tokensOf(chosen, "light"), dark: tokensOf(chosen, "dark") };
      if (isCurrent) setCss(cssOf(paint, `.${name}`, mantineColours));
    });
    return () => {
      isCurrent = false;
    };
  }, [name, primary, secondary, tertiary]);
  return (
    <div className={name} style={{ color: "var(--text)" }}>
      {css && <style>{css}</style>}
      {children}
    </div>
  );
}
