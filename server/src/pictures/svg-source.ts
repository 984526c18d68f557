import { Problem } from "../problem.ts";

type Size = { width: number; height: number };

/**
 * The largest size that a drawing's root claims in its width, height or viewBox. Throws `file.unsafe_drawing` for entities,
 * style sheets and references to anything outside of the drawing, and `file.broken` for a root that can't be read or a
 * drawing that multiplies beyond measure
 * (rules §6). The renderer, which is given bytes without an address, loads nothing from outside either.
 */
export function svgSize(bytes: Buffer): Size {
  const source = bytes.toString("utf8");
  if (/<!ENTITY|<!DOCTYPE[^>]*\[|<\?xml-stylesheet/i.test(source) || hasOutsideReference(source)) {
    throw new Problem("file.unsafe_drawing");
  }
  if (drawnElements(source) > mostDrawn) throw new Problem("file.broken");
  const root = /<(?:[\w-]+:)?svg(?=[\s>/])((?:[^>"']|"[^"]*"|'[^']*')*)>/.exec(source)?.[1];
  if (root === undefined) throw new Problem("file.broken");
  const [, , boxWidth = 0, boxHeight = 0] = (attribute(root, "viewBox") ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return {
    width: Math.max(length(attribute(root, "width")), finite(boxWidth), 1),
    height: Math.max(length(attribute(root, "height")), finite(boxHeight), 1),
  };
}

/** More than any drawing of a person has; a machine draws so many in well under a second. */
const mostDrawn = 20_000;

/** Uses of uses of uses. */
const deepest = 200;

/** How many elements are drawn once every `<use>` has been followed: a few nested ones multiply to billions. */
function drawnElements(source: string): number {
  const groups = new Map<string, { elements: number; uses: string[] }>([["", { elements: 0, uses: [] }]]);
  const open: string[][] = [];
  for (const [, end, name = "", attributes = "", closed] of source.matchAll(
    /<(\/?)([a-zA-Z][\w:.-]*)((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/?)>/g,
  )) {
    if (end) {
      open.pop();
      continue;
    }
    const id = attribute(attributes, "id");
    const within = ["", ...open.flat(), ...(id ? [id] : [])];
    const target = /(?:^|:)use$/.test(name)
      ? /\shref\s*=\s*["']\s*#([^"']*)|:href\s*=\s*["']\s*#([^"']*)/.exec(attributes)
      : null;
    for (const group of new Set(within)) {
      const counted = groups.get(group) ?? { elements: 0, uses: [] };
      groups.set(group, counted);
      counted.elements++;
      if (target) counted.uses.push(target[1] ?? target[2] ?? "");
    }
    if (!closed) open.push(id ? [id] : []);
  }
  const known = new Map<string, number>();
  const drawn = (group: string, depth = 0): number => {
    const before = known.get(group);
    if (before !== undefined) return before;
    if (depth > deepest) return Number.POSITIVE_INFINITY;
    // What uses itself is drawn by nobody.
    known.set(group, 0);
    const { elements, uses } = groups.get(group) ?? { elements: 0, uses: [] };
    const all = uses.reduce((sum, used) => sum + drawn(used, depth + 1), elements);
    known.set(group, all);
    return all;
  };
  return drawn("");
}

/** Links of `<a>` lead nowhere in a picture; everything else that refers may refer inside of it or to a plain picture. */
function hasOutsideReference(source: string): boolean {
  for (const [, element, attributes = ""] of source.matchAll(/<([\w:-]+)((?:[^<>"']|"[^"]*"|'[^']*')*)>/g)) {
    if (element === "a" || element?.endsWith(":a")) continue;
    for (const [, double, single] of attributes.matchAll(
      /\s(?:[\w-]+:)?(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi,
    )) {
      if (!isInside(double ?? single ?? "")) return true;
    }
  }
  for (const [, target = ""] of source.matchAll(/url\(\s*["']?([^"')]*)/gi)) if (!isInside(target)) return true;
  return /@import/i.test(source);
}

function isInside(target: string): boolean {
  return /^\s*(#|$|data:(image\/(png|jpe?g|gif|webp)|font\/|application\/(x-)?font))/i.test(target);
}

function attribute(root: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(root);
  return found?.[1] ?? found?.[2];
}

/** In pixels; per cents and what is no length count as none, because the viewBox decides then. */
function length(text: string | undefined): number {
  const [, number, unit = ""] = /^\s*([+\d.eE-]+)\s*([a-z]*)\s*$/.exec(text ?? "") ?? [];
  return finite(Number(number) * (pixels[unit] ?? 1));
}

const pixels: Record<string, number> = { in: 96, cm: 96 / 2.54, mm: 96 / 25.4, pt: 96 / 72, pc: 16, em: 16 };

/** What is endless is too much, what is no number is none. */
function finite(value: number): number {
  return Number.isNaN(value) ? 0 : value;
}
