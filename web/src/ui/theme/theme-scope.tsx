import { type ReactNode, useEffect, useId, useState } from "react";
import { untilHere } from "../until-here.ts";
import { mantineColours } from "./mantine.ts";
import { cssOf, cssOfScheme } from "./paint.ts";
import type { Palette, Scheme } from "./palette.ts";

/**
 * Paints what stands inside in another theme, such as a booth's; without a palette, or until its colours are computed,
 * the main theme shows through (interface: Look). `scheme` holds it light or dark, whatever the document is. Dialogs
 * opened from inside keep the main theme.
 */
export function ThemeScope({
  palette,
  scheme,
  className,
  children,
}: {
  palette: Palette | null;
  scheme?: Scheme;
  className?: string | undefined;
  children: ReactNode;
}) {
  const name = `scope-${useId().replace(/[^\w-]/g, "")}`;
  const [css, setCss] = useState("");
  const { primary, secondary, tertiary } = palette ?? {};
  useEffect(() => {
    if (!primary || !secondary || !tertiary) return setCss("");
    let isCurrent = true;
    void untilHere(() => import("./tokens.ts")).then(({ tokensOf }) => {
      if (!isCurrent) return;
      const chosen = { primary, secondary, tertiary };
      if (scheme) return setCss(cssOfScheme(tokensOf(chosen, scheme), `.${name}`, mantineColours));
      const paint = { light: tokensOf(chosen, "light"), dark: tokensOf(chosen, "dark") };
      setCss(cssOf(paint, `.${name}`, mantineColours));
    });
    return () => {
      isCurrent = false;
    };
  }, [name, primary, secondary, tertiary, scheme]);
  return (
    <div
      className={className ? `${name} ${className}` : name}
      style={{ color: "var(--text)", ...(scheme ? { colorScheme: scheme } : {}) }}
    >
      {css && <style>{css}</style>}
      {children}
    </div>
  );
}
