import { createLink } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import style from "./press.module.css";

type Look = {
  /**
   * `filled` is the one main action, `light` a second one, `bare` shows its words alone, `icon` a square of one icon.
   */
  variant?: "filled" | "light" | "bare" | "icon";
  size?: "small" | "middle" | "large";
};

/**
 * Shows a button without a library's weight, for the frame and the first screens; surroundings such as a pass colour
 * it.
 */
export function Press({ variant, size, className, ...props }: ComponentProps<"button"> & Look) {
  return <button type="button" {...props} {...looks({ variant, size, className })} />;
}

function Anchor({
  variant,
  size,
  className,
  children,
  ...props
}: ComponentProps<"a"> & Look & { children?: ReactNode }) {
  return (
    <a {...props} {...looks({ variant, size, className })}>
      {children}
    </a>
  );
}

/** Shows a way to another screen like a button. */
export const PressLink = createLink(Anchor);

function looks({
  variant = "filled",
  size = "middle",
  className,
}: { [K in keyof Look]: Look[K] | undefined } & { className: string | undefined }) {
  return {
    className: className ? `${style.press} ${className}` : style.press,
    "data-variant": variant,
    "data-size": size,
  };
}
