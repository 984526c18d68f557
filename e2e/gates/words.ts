import { readdirSync, readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type { Language } from "@saha/contract";

/** Latin words that Arabic pages may bear outside codes and names: brands and formats that Arabic readers write so. */
const known = /^(QR|CSV|HEX|Alexandria|Riot|ID|PNG|JPEG|WebP|GIF|SVG|HTTPS|localhost|Chrome|Safari)$/;
/** Codes of invitations, in the names of what can be done with them. */
const codes = /\b[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}\b/g;
/** On a page in one language, the other one's name stands in its own letters. */
const languageNames = ["العربية", "English"];

const folder = new URL("../../web/src/text/", import.meta.url);
const keys = new Set(
  readdirSync(new URL("ar/", folder)).flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(new URL(`ar/${file}`, folder), "utf8")) as object),
  ),
);

/**
 * Words of the other language, keys in place of sentences, and values that never arrived; names that people typed are
 * no words, nor is one word that stands isolated in a sentence.
 */
export async function strangeWords(page: Page, language: Language, names: string[]): Promise<string[]> {
  const texts = await page.evaluate(collectWords);
  return [...new Set(texts)].flatMap((text) => {
    const rest = [...names, ...languageNames].reduce(
      (left, name) => left.replaceAll(name, " "),
      text
        .replace(codes, " ")
        .replace(/[\u2066-\u2068][^\s\u2069]+\u2069|#[0-9A-F]{6}\b|Name#TAG/gi, " ")
        .replace(/[\u2066-\u2069]/g, ""),
    );
    const strangers =
      language === "ar"
        ? (rest.match(/[A-Za-z][A-Za-z'’-]+/g) ?? []).filter((word) => !known.test(word))
        : (rest.match(/[\u0600-\u06FF\u0750-\u077F]{2,}/g) ?? []);
    const raw = (text.match(/[a-z0-9]+(?:_[a-z0-9]+)+/g) ?? []).filter((word) => keys.has(word));
    const lost = rest.match(/\b(undefined|null|NaN|Infinity)\b|\[object|\{\w+\}/g) ?? [];
    return [...strangers, ...raw, ...lost].length > 0
      ? [`${[...strangers, ...raw, ...lost].join(", ")} in “${text.slice(0, 80)}”`]
      : [];
  });
}

/** Runs in the page: what is read, by eye or by a screen reader, without codes, addresses and names marked as such. */
function collectWords(): string[] {
  const texts: string[] = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (
      !element ||
      element.closest("script, style, code, [dir='ltr'][data-code], [dir='ltr']:not(html), [lang]:not(html)")
    )
      continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    // A name that may be broken into lines is still one.
    const text = (element.querySelector(":scope > wbr") ? element : node).textContent?.trim();
    if (text) texts.push(text);
  }
  for (const element of document.body.querySelectorAll<HTMLElement>("[aria-label], [title], [placeholder], [alt]")) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    for (const name of ["aria-label", "title", "alt"]) texts.push(element.getAttribute(name) ?? "");
    if (!element.matches("[dir='ltr']")) texts.push(element.getAttribute("placeholder") ?? "");
  }
  return texts.filter(Boolean);
}
