import type { RouteComponent } from "@tanstack/react-router";
import { useLanguage } from "../text/language.ts";

/**
 * Draws a route's component again as soon as another language is chosen. The router draws it only when the way leads
 * elsewhere, and a component that is made anew instead would lose what is typed in it.
 */
export function localized(Screen: RouteComponent): RouteComponent {
  function Localized(props: object) {
    useLanguage();
    return <Screen {...props} />;
  }
  return Object.assign(Localized, { preload: async () => Screen.preload?.() });
}
