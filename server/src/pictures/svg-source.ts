import { SaxesParser } from "saxes";
import { Problem } from "../errors/problem.ts";

type Size = { width: number; height: number };
type Attributes = Record<string, string>;

/** More than any drawing of a person has; a machine draws so many in well under a second. */
const maxDrawn = 20_000;

/** Uses of uses of uses, and groups in groups in groups. */
const deepest = 200;

/**
 * Reads the largest size that a drawing's root claims in its width, height or viewBox. Throws `file.unsafe_drawing` for
 * filters, entities, style sheets and references to anything outside of the drawing, and `file.broken` for what is no
 * well-formed drawing or multiplies beyond measure (rules §6). The renderer, which is given bytes without an address,
 * loads nothing from outside either.
 */
export function svgSize(bytes: Buffer): Size {
  const parser = new SaxesParser();
  const count = countDrawn();
  const open: string[] = [];
  let root: Attributes | undefined;
  const refuse = (code: "file.broken" | "file.unsafe_drawing") => {
    throw new Problem(code);
  };
  parser.on("error", () => refuse("file.broken"));
  parser.on("doctype", (text) => {
    if (text.includes("[")) refuse("file.unsafe_drawing");
  });
  parser.on("processinginstruction", ({ target }) => {
    if (/^xml-stylesheet$/i.test(target)) refuse("file.unsafe_drawing");
  });
  parser.on("opentag", ({ name: prefixed, attributes }) => {
    const name = unprefixed(prefixed);
    if (!root && name !== "svg") refuse("file.broken");
    root ??= attributes;
    // One of a few bytes holds the renderer for as long as it may.
    if (name === "filter" || /^fe[A-Z]/.test(name)) refuse("file.unsafe_drawing");
    if (refersOutside(name, attributes)) refuse("file.unsafe_drawing");
    open.push(name);
    if (!count.open(name, attributes)) refuse("file.broken");
  });
  parser.on("closetag", () => {
    open.pop();
    count.close();
  });
  const readSheet = (text: string) => {
    if (open.at(-1) === "style" && (text.includes("@import") || urlsOf(text).some(isOutside))) {
      refuse("file.unsafe_drawing");
    }
  };
  parser.on("text", readSheet);
  parser.on("cdata", readSheet);
  // Entities of the definition are refused as such before one that is used counts as unknown.
  if (/<!ENTITY|<!DOCTYPE[^<>]*\[/i.test(bytes.toString("latin1"))) refuse("file.unsafe_drawing");
  parser.write(bytes.toString("utf8")).close();
  if (!root || count.drawn() > maxDrawn) throw new Problem("file.broken");
  const [, , boxWidth = 0, boxHeight = 0] = (root.viewBox ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return {
    width: Math.max(length(root.width), finite(boxWidth), 1),
    height: Math.max(length(root.height), finite(boxHeight), 1),
  };
}

/** Counts how many elements are drawn once every `<use>` has been followed: a few nested ones multiply to billions. */
function countDrawn() {
  const groups = new Map<string, { elements: number; uses: string[] }>([["", { elements: 0, uses: [] }]]);
  const within: (string | undefined)[] = [];
  let elements = 0;
  return {
    /** False once the drawing has more elements than are drawn, or deeper ones, so that reading it ends there. */
    open(name: string, attributes: Attributes): boolean {
      within.push(attributes.id);
      const used = name === "use" ? /^\s*#(.*)$/.exec(referenceOf(attributes) ?? "")?.[1] : undefined;
      for (const group of new Set(["", ...within.filter((id) => id !== undefined)])) {
        const counted = groups.get(group) ?? { elements: 0, uses: [] };
        groups.set(group, counted);
        counted.elements++;
        if (used !== undefined) counted.uses.push(used);
      }
      return ++elements <= maxDrawn && within.length <= deepest;
    },
    close: () => void within.pop(),
    drawn(): number {
      const known = new Map<string, number>();
      const all = (group: string, depth = 0): number => {
        const before = known.get(group);
        if (before !== undefined) return before;
        if (depth > deepest) return Number.POSITIVE_INFINITY;
        // What uses itself is drawn by nobody.
        known.set(group, 0);
        const { elements, uses } = groups.get(group) ?? { elements: 0, uses: [] };
        const sum = uses.reduce((total, used) => total + all(used, depth + 1), elements);
        known.set(group, sum);
        return sum;
      };
      return all("");
    },
  };
}

/**
 * Links of `<a>` lead nowhere in a picture; everything else that refers may refer inside of it or to a plain picture.
 */
function refersOutside(name: string, attributes: Attributes): boolean {
  return Object.entries(attributes).some(([key, value]) => {
    if (/^(href|src)$/i.test(unprefixed(key))) return name !== "a" && isOutside(value);
    return urlsOf(value).some(isOutside);
  });
}

function referenceOf(attributes: Attributes): string | undefined {
  return Object.entries(attributes).find(([key]) => unprefixed(key) === "href")?.[1];
}

function unprefixed(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

function urlsOf(text: string): string[] {
  return [...text.matchAll(/url\(\s*["']?([^"')]*)/gi)].map(([, target = ""]) => target);
}

function isOutside(target: string): boolean {
  return !/^\s*(#|$|data:(image\/(png|jpe?g|gif|webp)|font\/|application\/(x-)?font))/i.test(target);
}

/**
 * In pixels; per cents and what is no length count as none, because the viewBox decides then. No letter or blank may be
 * read as two parts of it: what could held the renderer for as long as it may.
 */
function length(text: string | undefined): number {
  const [, number, unit = ""] = /^([+-]?[\d.]+(?:[eE][+-]?\d+)?)\s*([a-z]*)$/.exec((text ?? "").trim()) ?? [];
  return finite(Number(number) * (pixels[unit] ?? 1));
}

const pixels: Record<string, number> = { in: 96, cm: 96 / 2.54, mm: 96 / 25.4, pt: 96 / 72, pc: 16, em: 16 };

/** What is endless is too much, what is no number is none. */
function finite(value: number): number {
  return Number.isNaN(value) ? 0 : value;
}
