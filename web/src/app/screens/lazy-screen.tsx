import type { RouteComponent } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { twice, withSheets } from "../../ui/lost-part.ts";

/**
 * Makes the component of a screen whose code the router fetches on the way to it. The router's own would load the page
 * anew, unasked, when the code does not come: offline that costs the page. Here it is told instead (`Problem`), and the
 * next visit asks again.
 */
export function lazyScreen<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): RouteComponent {
  let Screen: ComponentType | undefined;
  const preload = async () => {
    Screen ??= await twice(async () => (await withSheets(load))[name]);
  };
  return Object.assign(() => Screen && <Screen />, { preload });
}
