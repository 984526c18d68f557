import { useEffect, useState } from "react";

/** Gives trusted markup where the browser knows Trusted Types, which takes no other. */
type Sanitize = (html: string) => string;

let sanitize: Sanitize | undefined;
let loading: Promise<Sanitize> | undefined;

/**
 * Only what the dashboard's writers need: emphasis, lists, lines and links; never style, script or pictures from
 * elsewhere.
 */
const allowed = {
  ALLOWED_TAGS: [
    "a",
    "b",
    "strong",
    "i",
    "em",
    "u",
    "s",
    "br",
    "p",
    "span",
    "ul",
    "ol",
    "li",
    "h2",
    "h3",
    "h4",
    "blockquote",
    "code",
  ],
  ALLOWED_ATTR: ["href", "dir", "lang"],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  // Every attribute that is not named here is judged as an address is.
  ADD_URI_SAFE_ATTR: ["dir", "lang"],
  // Browsers read a backslash as a slash: both would be another site's address.
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|\/(?![/\\]))/i,
};

function loadSanitize(): Promise<Sanitize> {
  loading ??= import("dompurify").then(
    ({ default: purify }) => {
      purify.addHook("afterSanitizeAttributes", (node) => {
        if (node.tagName !== "A") return;
        node.setAttribute("rel", "noopener noreferrer nofollow");
        node.setAttribute("target", "_blank");
      });
      sanitize = (html) => purify.sanitize(html, { ...allowed, RETURN_TRUSTED_TYPE: true }) as unknown as string;
      return sanitize;
    },
    (cause: unknown) => {
      // The next text loads it anew.
      loading = undefined;
      throw cause;
    },
  );
  return loading;
}

const letters: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };

/** What is read of cleaned HTML, its markup left out: for one line of a table, or until the sanitiser is there. */
export function plainText(html: string): string {
  return html.replace(/<[^>]*>?/g, " ").replace(/&(\w+|#39);/g, (all, name: string) => letters[name] ?? all);
}

/**
 * Shows text that may contain HTML, the one place that does (spec §3; rules §6). What has no markup is shown as it is,
 * at once; the sanitiser is loaded for the rest, and until it is there the bare text stands in its place.
 */
export function SafeHtml({ html, className }: { html: string; className?: string | undefined }) {
  const needsCare = /[<&]/.test(html);
  const [clean, setClean] = useState(() => sanitize);
  useEffect(() => {
    if (needsCare && !clean)
      void loadSanitize().then(
        (loaded) => setClean(() => loaded),
        () => {},
      );
  }, [needsCare, clean]);
  if (!needsCare) return <span className={className}>{html}</span>;
  if (!clean) return <span className={className}>{plainText(html)}</span>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised just above
  return <span className={className} dangerouslySetInnerHTML={{ __html: clean(html) }} />;
}
