import { aWhile, isMissingPart, momentMs } from "./lost-part.ts";

/** What helps when a part does not come is a part itself, and fetched first. */
export const loadRemedies = () => import("./missing-part.tsx");

const longestMs = 15_000;
let isRenewalTold = false;

/**
 * Fetches code that nobody pressed for, and asks again until it comes: a lost line must cost neither the page nor its
 * news. An old page that meets a new build says so, once, and asks no more.
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
