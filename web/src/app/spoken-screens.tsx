import type { AnyRouter, RouteComponent } from "@tanstack/react-router";
import { useLanguage } from "../text/language.ts";

/**
 * Draws every screen of the router in a language as soon as it is chosen. The router draws a screen again only when the way
 * leads elsewhere; and a screen that is made anew instead would lose what is typed in it.
 */
export function speakOnScreens({ routesById }: AnyRouter): void {
  for (const { options } of Object.values<{ options: { component?: RouteComponent } }>(routesById)) {
    if (options.component) options.component = spoken(options.component);
  }
}

function spoken(Screen: RouteComponent): RouteComponent {
  function Spoken(props: object) {
    useLanguage();
    return <Screen {...props} />;
  }
  return Object.assign(Spoken, { preload: async () => Screen.preload?.() });
}
