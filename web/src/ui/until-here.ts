/** What helps when a part does not come is a part itself, and fetched first. */
export const loadRemedies = () => import("./missing-part.tsx");

/** Milliseconds: a line that dropped for a moment is back by then. */
const momentMs = 700;
const longestMs = 15_000;
let isRenewalTold = false;

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

/**
 * Fetches code that nobody pressed for, and asks again until it comes: a lost line must cost neither the page nor its news.
 * An old page that meets a new build says so, once, and asks no more.
 */
export async function untilHere<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let waitMs = momentMs; ; waitMs = Math.min(waitMs * 2, longestMs)) {
    try {
      return await load();
    } catch (cause) {
      if (!isMissingPart(cause)) throw cause;
      await aWhile(waitMs);
      if (await isOfAnOldBuild(cause)) return new Promise<never>(() => {});
    }
  }
}

async function isOfAnOldBuild(cause: unknown): Promise<boolean> {
  const remedies = await loadRemedies().catch(() => null);
  if (!remedies || !(await remedies.isRenewed(cause))) return false;
  if (!isRenewalTold) void remedies.tellRenewed(cause);
  isRenewalTold = true;
  return true;
}

/** Waits, or until the line is back. */
function aWhile(ms: number): Promise<void> {
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
