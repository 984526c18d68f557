/** Milliseconds: a line that dropped for a moment is back by then. */
export const momentMs = 700;

/** Sheets that did not come; the bundler asks for each only once. */
const lostSheets = new Set<HTMLLinkElement>();

/** Whether code of ours did not come; each engine has its own words for it. */
export function isMissingPart(error: unknown): boolean {
  return /dynamically imported module|module script failed|\/assets\//i.test(String(error));
}

/** Fetches code that somebody waits for, once more where the line dropped for a moment. */
export async function twice<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    if (!isMissingPart(cause)) throw cause;
    await aWhile(momentMs);
    return load();
  }
}

/** Fetches code, and the sheets that were lost before, or it would stand there unstyled. */
export async function withSheets<Part>(load: () => Promise<Part>): Promise<Part> {
  await mendSheets();
  return load();
}

/** Asks again for the sheets that were lost on the way, or their part would stand there unstyled. */
export async function mendSheets(): Promise<void> {
  await Promise.all(
    [...lostSheets].map(
      (lost) =>
        new Promise<void>((resolve, reject) => {
          const sheet = document.createElement("link");
          sheet.rel = "stylesheet";
          sheet.href = lost.href;
          sheet.onload = () => {
            lostSheets.delete(lost);
            lost.remove();
            resolve();
          };
          sheet.onerror = () => {
            sheet.remove();
            reject(new Error(`Unable to load ${lost.href}`));
          };
          document.head.append(sheet);
        }),
    ),
  );
}

/** Waits, or until the line is back. */
export function aWhile(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener("online", done);
  });
}

/** Extensions and proxies put sheets of their own into pages, which our policy refuses. */
function isOurs({ rel, href }: HTMLLinkElement): boolean {
  return rel === "stylesheet" && href.startsWith(`${location.origin}/assets/`);
}

// Outside of a browser there are no sheets: tests read the screens' addresses, and with them this file.
if (typeof document !== "undefined") {
  // Scripts wait for the page's own sheets; one without a rule was refused before anybody listened.
  for (const link of document.querySelectorAll("link")) {
    if (isOurs(link) && !link.sheet?.cssRules.length) lostSheets.add(link);
  }
  addEventListener(
    "error",
    ({ target }) => {
      const isSheet = target instanceof HTMLLinkElement && isOurs(target);
      if (isSheet && ![...lostSheets].some(({ href }) => href === target.href)) lostSheets.add(target);
    },
    true,
  );
}
