import type { CDPSession, Page } from "@playwright/test";
import sharp from "sharp";

type Colour = [red: number, green: number, blue: number, alpha: number];
type Box = { x: number; y: number; width: number; height: number };
type Piece = { text: string; where: string; colour: Colour; needed: number; boxes: Box[] };

/** Share of a text's ground that may be worse than needed: the soft edge of a shape that the box just touches. */
const grace = 0.04;

/**
 * Texts that can't be read on what really lies under them: 4.5:1, large ones 3:1 (interface: Quality gates). The ground
 * is taken from a picture of the page without its letters, so gradients, overlays and photos count as they are seen.
 */
export async function faintTexts(page: Page): Promise<string[]> {
  const size = page.viewportSize();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (size && height > size.height) await page.setViewportSize({ width: size.width, height: Math.min(height, 4000) });
  const pieces = await page.evaluate(collectTexts);
  const picture = await groundOf(page);
  if (size) await page.setViewportSize(size);
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const ground = (x: number, y: number): Colour => {
    const at = (y * info.width + x) * 3;
    return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, 1];
  };
  return pieces.flatMap((piece) => {
    const ratios = piece.boxes
      .flatMap((box) => pointsIn(box, info.width, info.height))
      .map(([x, y]) => contrast(piece.colour, ground(x, y)))
      .sort((a, b) => a - b);
    const worst = ratios[Math.floor(ratios.length * grace)];
    if (worst === undefined || worst >= piece.needed - 0.02) return [];
    return [`“${piece.text}” ${worst.toFixed(2)} < ${piece.needed} (${piece.where})`];
  });
}

const withoutLetters = `*, *::before, *::after, ::placeholder {
  -webkit-text-fill-color: transparent !important;
  text-decoration-color: transparent !important;
  text-shadow: none !important;
  caret-color: transparent !important;
}`;
const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** Takes a PNG of what is in view without its letters and with every animation at its end, packed for speed. */
async function groundOf(page: Page): Promise<Buffer> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  await page.evaluate((css) => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY) animation.cancel();
      else animation.finish();
    }
    const veil = document.createElement("style");
    veil.id = "without-letters";
    veil.textContent = css;
    document.head.append(veil);
  }, withoutLetters);
  try {
    const { data } = await (await session).send("Page.captureScreenshot", { format: "png", optimizeForSpeed: true });
    return Buffer.from(data, "base64");
  } finally {
    await page.evaluate(() => document.getElementById("without-letters")?.remove());
  }
}

/** Every second point of the part of a line where its letters stand. */
function pointsIn({ x, y, width, height }: Box, right: number, bottom: number): [number, number][] {
  const points: [number, number][] = [];
  for (let row = Math.ceil(y + height * 0.25); row < y + height * 0.75; row += 2) {
    for (let column = Math.ceil(x + 1); column < x + width - 1; column += 2) {
      if (column >= 0 && row >= 0 && column < right && row < bottom) points.push([column, row]);
    }
  }
  return points;
}

function contrast([red, green, blue, alpha]: Colour, ground: Colour): number {
  const mix = (ink: number, under: number) => ink * alpha + under * (1 - alpha);
  const [a, b] = [luminance([mix(red, ground[0]), mix(green, ground[1]), mix(blue, ground[2]), 1]), luminance(ground)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance([red, green, blue]: Colour): number {
  const light = (part: number) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue);
}

/** Runs in the page: every text that is seen, with its colour and where it stands. */
function collectTexts(): Piece[] {
  const brush = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const known = new Map<string, Colour>();
  const opacities = new Map<Element, number>();
  const reach = document.createElement("style");
  reach.textContent = "* { pointer-events: auto !important; }";
  document.head.append(reach);
  const pieces: Piece[] = [];
  try {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim();
      if (!element || !text || !/[\p{L}\p{N}]/u.test(text)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      add(text, element, getComputedStyle(element), [...range.getClientRects()]);
    }
    for (const element of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      "input, textarea, select",
    )) {
      if (/^(checkbox|radio|file|hidden|color|range)$/.test(element.type)) continue;
      const isHint = element.value === "" && element.placeholder;
      const text = element.value || element.placeholder;
      if (text) add(text, element, getComputedStyle(element, isHint ? "::placeholder" : null), [innerOf(element)]);
    }
    for (const element of document.querySelectorAll("[data-label]")) {
      const style = getComputedStyle(element, "::before");
      const label = element.getAttribute("data-label") ?? "";
      if (!label || !style.content.includes(label)) continue;
      const { left, right, y } = element.getBoundingClientRect();
      const size = Number.parseFloat(style.fontSize);
      const width = Math.min(right - left, label.length * size * 0.5);
      const x = style.direction === "rtl" ? right - width : left;
      add(label, element, style, [{ x, y, width, height: size * 1.6 }]);
    }
  } finally {
    reach.remove();
  }
  return pieces;

  function add(text: string, element: Element, style: CSSStyleDeclaration, rects: (Box | DOMRect)[]) {
    if (element.closest(":disabled, [aria-disabled='true'], [data-disabled], [inert], script, style, noscript")) return;
    if (style.visibility !== "visible") return;
    const boxes = rects
      .filter(({ width, height }) => width > 3 && height > 3)
      .filter((box) => !isScrolledAway(element, box) && isOnTop(element, box))
      .map(({ x, y, width, height }) => ({ x, y, width, height }));
    if (boxes.length === 0) return;
    const [red, green, blue, alpha] = colourOf(style.webkitTextFillColor || style.color);
    const seen = alpha * opacityOf(element);
    if (seen < 0.02) return;
    const size = Number.parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    pieces.push({
      text: text.slice(0, 40),
      where: pathOf(element),
      colour: [red, green, blue, seen],
      needed: isLarge ? 3 : 4.5,
      boxes,
    });
  }

  /** Whether what scrolls hides some of it for now: a row that is leafed through sideways, a table's end. */
  function isScrolledAway(element: Element, { x, y, width, height }: Box | DOMRect): boolean {
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      const { left, right, top, bottom } = at.getBoundingClientRect();
      if (/auto|scroll/.test(overflowX) && (x < left - 1 || x + width > right + 1)) return true;
      if (/auto|scroll/.test(overflowY) && (y < top - 1 || y + height > bottom + 1)) return true;
    }
    return false;
  }

  /** Whether nothing lies over it, at ten places: what is half covered belongs to a layer that waits. */
  function isOnTop(element: Element, { x, y, width, height }: Box | DOMRect): boolean {
    return [0.02, 0.25, 0.5, 0.75, 0.98].every((share) =>
      [0.2, 0.8].every((depth) => isOnTopAt(element, x + width * share, y + height * depth)),
    );
  }

  function isOnTopAt(element: Element, x: number, y: number): boolean {
    // Mostly it is the first; all that lie there are asked for only when it isn't.
    const first = document.elementFromPoint(x, y);
    if (first && isOneWith(element, first)) return true;
    for (const top of document.elementsFromPoint(x, y)) {
      if (isOneWith(element, top)) return true;
      const { backgroundColor, backgroundImage, backdropFilter } = getComputedStyle(top);
      if (colourOf(backgroundColor)[3] > 0.02 || backgroundImage !== "none" || backdropFilter !== "none") return false;
    }
    return false;
  }

  function isOneWith(element: Element, top: Element): boolean {
    return element === top || element.contains(top) || top.contains(element);
  }

  function innerOf(element: Element): Box {
    const box = element.getBoundingClientRect();
    const { paddingLeft, paddingRight } = getComputedStyle(element);
    const [left, right] = [Number.parseFloat(paddingLeft), Number.parseFloat(paddingRight)];
    return { x: box.x + left, y: box.y, width: box.width - left - right, height: box.height };
  }

  function colourOf(value: string): Colour {
    const kept = known.get(value);
    if (kept) return kept;
    if (!brush) throw new Error("no canvas");
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = value;
    brush.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = brush.getImageData(0, 0, 1, 1).data;
    const colour: Colour = [red, green, blue, alpha / 255];
    known.set(value, colour);
    return colour;
  }

  function opacityOf(element: Element): number {
    const kept = opacities.get(element);
    if (kept !== undefined) return kept;
    const around = element.parentElement ? opacityOf(element.parentElement) : 1;
    const opacity = around * Number(getComputedStyle(element).opacity);
    opacities.set(element, opacity);
    return opacity;
  }

  function pathOf(element: Element): string {
    const parts: string[] = [];
    for (let at: Element | null = element; at && parts.length < 3; at = at.parentElement) {
      const name = typeof at.className === "string" ? at.className.split(" ").at(-1) : "";
      parts.unshift(at.tagName.toLowerCase() + (name ? `.${name}` : ""));
    }
    return parts.join(" > ");
  }
}
