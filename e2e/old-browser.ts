/**
 * Takes from a page what browsers of 2022 do not have, before its scripts run: what is written with it works in the
 * Chromium of the tests and shows people on older phones an error in place of the screen. What is newer than that and
 * is looked for before it is used, such as view transitions, stays.
 */
export function takeNewer(): void {
  const iterator = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
  const newer: [object, string[]][] = [
    [URL, ["parse", "canParse"]],
    [Object, ["groupBy"]],
    [Map, ["groupBy"]],
    [Promise, ["withResolvers", "try"]],
    [Array, ["fromAsync"]],
    [Array.prototype, ["toSorted", "toReversed", "toSpliced", "with"]],
    [String.prototype, ["isWellFormed", "toWellFormed"]],
    [AbortSignal, ["any", "timeout"]],
    [Set.prototype, ["union", "intersection", "difference", "symmetricDifference"]],
    [Set.prototype, ["isSubsetOf", "isSupersetOf", "isDisjointFrom"]],
    [iterator, ["map", "filter", "take", "drop", "flatMap", "reduce", "toArray", "forEach", "some", "every", "find"]],
    [RegExp, ["escape"]],
    [HTMLElement.prototype, ["showPopover", "hidePopover", "togglePopover"]],
  ];
  for (const [owner, names] of newer) for (const name of names) Reflect.deleteProperty(owner, name);
  Reflect.deleteProperty(globalThis, "requestIdleCallback");
}
