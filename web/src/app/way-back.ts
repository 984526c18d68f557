const visitorsOnly = /^\/(login|register|verify|forgot-password)/;

/**
 * Where a sign-in leads back to: a path of this site, as a browser would read it, that is not a screen for visitors.
 */
export function wayBack({ from }: Record<string, unknown>): { from?: string } {
  if (typeof from !== "string" || !from.startsWith("/")) return {};
  const url = URL.parse(from, location.origin);
  if (url?.origin !== location.origin || visitorsOnly.test(url.pathname)) return {};
  // `/.//host` is a path of this site that would be read as another one's host when it is followed.
  return url.pathname.startsWith("//") ? {} : { from: url.pathname + url.search + url.hash };
}
