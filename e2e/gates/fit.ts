import type { Page } from "@playwright/test";

/** What sticks out of the page, is cut off, or lies beyond its box at the width that the page has now. */
export function misfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const wide = document.documentElement.clientWidth;
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > wide) found.push(`the page is ${scrollWidth} px wide in ${wide} px`);
    const isOpen = document.querySelector("dialog[open], [role='dialog'][aria-modal='true']");
    for (const element of (isOpen ?? document.body).querySelectorAll<HTMLElement>("*")) {
      const style = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      if (element.scrollLeft !== 0 && /auto|scroll/.test(style.overflowX)) {
        found.push(`${nameOf(element)} opens scrolled aside by ${element.scrollLeft} px`);
      }
      // What is frozen beside it hides columns: all of a table has room, or its rows are cards (interface: Frame).
      if (element.querySelector(":scope > table") && element.scrollWidth > element.clientWidth + 1) {
        found.push(
          `the table “${element.textContent?.trim().slice(0, 20)}” hides columns beyond ${element.clientWidth} px`,
        );
      }
      if (box.width < 2 || box.height < 2 || style.visibility !== "visible" || style.display === "inline") continue;
      if (element.closest("svg, [aria-hidden='true'], [inert]") || isVeiled(element)) continue;
      if (style.textOverflow === "ellipsis" && element.scrollWidth > element.clientWidth + 1 && isCutAtStart(element)) {
        found.push(`${nameOf(element)} is cut off at its beginning`);
      }
      const isCut = element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 2;
      if (style.textOverflow === "ellipsis" && isCut && /^\S{1,30}@\S{1,20}$/.test(element.textContent ?? "")) {
        found.push(`the email “${element.textContent}” is cut off`);
      }
      const clip = isBoxed(style) && hasWords(element) && clipOf(element);
      if (clip && (box.right > clip.right + 1 || box.left < clip.left - 1)) {
        found.push(`${nameOf(element)} is cut off by what is around it`);
      }
      const isControl = element.matches("button, a, input, select, textarea");
      if (!isControl && !hasText(element)) continue;
      if ((box.right > wide + 1 || box.left < -1) && !scrollsAside(element)) {
        found.push(`${nameOf(element)} lies from ${Math.round(box.left)} to ${Math.round(box.right)} px`);
      }
      if (!hasText(element) || style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none") continue;
      if (element.scrollWidth > element.clientWidth + 1 && !/auto|scroll/.test(style.overflowX)) {
        found.push(`${nameOf(element)} needs ${element.scrollWidth} px and has ${element.clientWidth}`);
      }
      if (element.scrollHeight > element.clientHeight + 2 && /hidden|clip/.test(style.overflowY)) {
        found.push(`${nameOf(element)} needs ${element.scrollHeight} px of height and has ${element.clientHeight}`);
      }
    }
    return found.slice(0, 8);

    /** The dots stand at the end of the box's direction, which for words of the other one is where they begin. */
    function isCutAtStart(element: Element): boolean {
      const letter = /\p{L}/u.exec(element.textContent ?? "")?.[0];
      if (!letter) return false;
      return (getComputedStyle(element).direction === "rtl") !== /[\u0590-\u08FF\uFB1D-\uFEFC]/.test(letter);
    }

    /** A chip, a key, a card: something whose edge is seen. */
    function isBoxed({ backgroundColor, borderInlineStartWidth }: CSSStyleDeclaration): boolean {
      return !/^(transparent|rgba\(.*, 0\))$/.test(backgroundColor) || borderInlineStartWidth !== "0px";
    }

    function hasWords(element: Element): boolean {
      return Boolean(element.textContent?.trim());
    }

    /** The box beyond which nothing of an element is seen; none where it can be scrolled to. */
    function clipOf(element: Element): DOMRect | undefined {
      for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
        const { overflowX } = getComputedStyle(at);
        if (/auto|scroll/.test(overflowX)) return undefined;
        if (/hidden|clip/.test(overflowX)) return at.getBoundingClientRect();
      }
      return undefined;
    }

    function hasText(element: Element): boolean {
      return [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    }

    function scrollsAside(element: Element): boolean {
      for (let at = element.parentElement; at; at = at.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
      }
      return false;
    }

    /** Words for screen readers alone, and the link that waits above the page for a Tab. */
    function isVeiled(element: Element): boolean {
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
        const { clipPath, clip, position } = getComputedStyle(at);
        if (clipPath === "inset(50%)" || (clip !== "auto" && position === "absolute")) return true;
        const { bottom, top, height } = at.getBoundingClientRect();
        if (position !== "static" && (bottom <= 0 || top + scrollY < -height)) return true;
      }
      return false;
    }

    function nameOf(element: Element): string {
      const name = typeof element.className === "string" ? element.className.split(" ").at(-1) : "";
      const text = element.textContent?.trim().slice(0, 30) || element.getAttribute("aria-label") || "";
      return `${element.tagName.toLowerCase()}${name ? `.${name}` : ""} “${text}”`;
    }
  });
}

/** Controls too small for a thumb: under 44 px a side, links within a sentence excepted (interface: Look). */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const least = 43.5;
    const found: string[] = [];
    const scope = document.querySelector("dialog[open], [role='dialog'][aria-modal='true']") ?? document.body;
    for (const control of scope.querySelectorAll<HTMLElement>(
      "button, a[href], input, select, textarea, [role='button']",
    )) {
      const pressed = pressedOf(control);
      const box = pressed.getBoundingClientRect();
      const style = getComputedStyle(pressed);
      if (box.width < 2 || box.bottom <= 0 || style.visibility !== "visible" || control.closest("[inert]")) continue;
      if (style.display === "inline" || pressed.closest("[aria-hidden='true']")) continue;
      if (box.height < least || (box.width < least && !control.matches("input, select, textarea"))) {
        const name = control.getAttribute("aria-label") || control.textContent?.trim() || control.tagName;
        found.push(`“${name.slice(0, 40)}” is ${Math.round(box.width)} × ${Math.round(box.height)} px`);
      }
    }
    return found;

    /** What a thumb may hit: a label for its box, and for a press that covers what it stands on all of that. */
    function pressedOf(control: HTMLElement): HTMLElement {
      if (control.matches("input[type='checkbox'], input[type='radio']")) return labelOf(control);
      const cover = getComputedStyle(control, "::after");
      const isCovered = cover.position === "absolute" && cover.inset === "0px" && cover.content !== "none";
      return isCovered && control.offsetParent instanceof HTMLElement ? control.offsetParent : control;
    }

    function labelOf(control: HTMLElement): HTMLElement {
      const label = (control as HTMLInputElement).labels?.[0] ?? control;
      return control.closest("label") ?? label;
    }
  });
}
