const visitorsOnly = /^\/(login|register|verify|forgot-password)/;

/**
 * Where a sign-in leads back to: a path of this site, as a browser would read it, that is not a screen for visitors.
 * `URL.parse` would do, but no browser of 2022 has it: whoever opened an invitation's link found an error there.
 */
export function wayBack({ from }: Record<string, unknown>): { from?: string } {
  if (typeof from !== "string" || !from.startsWith("/")) return {};
  try {
    const { href, origin, pathname } = new URL(from, location.origin);
    // `/.//host` is a path of this site that would be read as another one's host when it is followed.
    const isOther = origin !== location.origin || pathname.startsWith("//");
    if (!isOther && !visitorsOnly.test(pathname)) return { from: href.slice(origin.length) };
  } catch {
    // No address at all.
  }
  return {};
}
