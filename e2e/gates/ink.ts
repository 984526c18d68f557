import type { Page } from "@playwright/test";

/** The deepest and the highest letters that anybody may type. */
const probe = "القحطانيّ جإآ ٱلْحَجِّ";

/**
 * Letters whose ink is cut off above or below: in text boxes, and in lines that end in dots, which show what somebody
 * typed, for whatever may be typed; elsewhere for what stands there. Compared with whatever clips it, as the canvas
 * measures ink in the element's own font and weight.
 */
export function cutInk(page: Page): Promise<string[]> {
  return page.evaluate((probe) => {
    const pencil = document.createElement("canvas").getContext("2d");
    if (!pencil) return ["there is no canvas to measure ink on"];
    const slack = 1;
    const found = new Set<string>();
    const scope = document.querySelector("dialog[open], [role='dialog'][aria-modal='true']") ?? document.body;
    for (const field of scope.querySelectorAll<HTMLInputElement>("input, textarea")) {
      const style = getComputedStyle(field);
      if (field.getBoundingClientRect().height < 8 || style.visibility !== "visible") continue;
      if (/checkbox|radio|range|color|file|hidden/.test(field.type)) continue;
      const { up, down, ascent, descent } = measure(style, probe);
      // A field is never lower than its font's own line.
      const line = Math.max(Number.parseFloat(style.lineHeight) || 0, ascent + descent);
      const baseline = (line - ascent - descent) / 2 + ascent;
      if (up > baseline + slack || down > line - baseline + slack) {
        found.add(`what is typed in “${field.labels?.[0]?.textContent ?? field.name}” is cut off`);
      }
    }
    const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? "";
      const element = node.parentElement;
      if (!text || !element || element.closest("svg, [aria-hidden='true'], [inert]")) continue;
      const style = getComputedStyle(element);
      const clip = clipOf(element);
      if (!clip || style.visibility !== "visible") continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { up, down, ascent } = measure(style, clip.isTyped ? probe : text);
      for (const { top, width, height } of range.getClientRects()) {
        if (width < 2 || height < 8) continue;
        const baseline = top + ascent;
        if (baseline - up < clip.box.top - slack || baseline + down > clip.box.bottom + slack) {
          found.add(`the letters of “${text.slice(0, 30)}” are cut off`);
        }
      }
    }
    return [...found].slice(0, 8);

    function measure(style: CSSStyleDeclaration, text: string) {
      if (!pencil) throw new Error("unreachable");
      pencil.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const ink = pencil.measureText(text);
      return {
        up: ink.actualBoundingBoxAscent,
        down: ink.actualBoundingBoxDescent,
        ascent: ink.fontBoundingBoxAscent,
        descent: ink.fontBoundingBoxDescent,
      };
    }

    /** The box outside of which a line is not drawn; none where it can be scrolled to, or is hidden on purpose. */
    function clipOf(element: Element): { box: DOMRect; isTyped: boolean } | undefined {
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
        const { overflowY, textOverflow } = getComputedStyle(at);
        if (/auto|scroll/.test(overflowY)) return undefined;
        if (!/hidden|clip/.test(overflowY)) continue;
        const box = at.getBoundingClientRect();
        return box.height < 8 ? undefined : { box, isTyped: textOverflow === "ellipsis" };
      }
      return undefined;
    }
  }, probe);
}
