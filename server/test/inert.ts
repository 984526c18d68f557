import { type DefaultTreeAdapterTypes, parseFragment, serialize } from "parse5";

type Node = DefaultTreeAdapterTypes.Node;

const elements = new Set(
  "p br h2 h3 h4 ul ol li blockquote hr strong b em i u s small code pre span a #text".split(" "),
);
const attributes: Record<string, RegExp> = {
  dir: /^/,
  lang: /^/,
  rel: /^noopener ?noreferrer$/,
  href: /^(https?:|mailto:|tel:|\/(?![/\\])|[#?.]|[\w-]+$)/i,
};

/**
 * What of a text could run, load or restyle a page, judged by the parser of the HTML standard, which is not the
 * sanitiser's: as a whole, line by line as screens show it, and again after the browser would have written it anew.
 */
export function dangersOf(html: string): string[] {
  const readings = [html, ...html.split("\n"), serialize(parseFragment(html))];
  return readings.flatMap((reading) => walk(parseFragment(reading)).flatMap(dangersIn));
}

/** What a reader sees of a text. */
export function seenText(html: string): string {
  return walk(parseFragment(html))
    .map((node) => ("value" in node ? node.value : ""))
    .join("");
}

function walk(node: Node): Node[] {
  const children = "childNodes" in node ? node.childNodes : [];
  const inside = "content" in node ? [node.content] : [];
  return [...children, ...inside].flatMap((child) => [child as Node, ...walk(child as Node)]);
}

function dangersIn(node: Node): string[] {
  if (!elements.has(node.nodeName)) return [`<${node.nodeName}>`];
  if (!("attrs" in node)) return [];
  // A browser reads addresses past white space and control characters.
  return node.attrs
    .filter(({ name, value }) => !attributes[name]?.test(value.replace(/[\0-\x20]/g, "")))
    .map(({ name, value }) => `${node.nodeName} ${name}=${value}`);
}
