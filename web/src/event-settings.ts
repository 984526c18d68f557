type EventSettings = { timeZone: string; dayEnds: string; assetBase: string };

/** What the server says of the event in the page itself; a page from elsewhere has the defaults (rules §8). */
export const eventSettings: EventSettings = {
  timeZone: "Etc/GMT-3",
  dayEnds: "05:00",
  assetBase: "",
  ...(JSON.parse(
    document.querySelector<HTMLMetaElement>('meta[name="event"]')?.content ?? "{}",
  ) as Partial<EventSettings>),
};

/** Where a stored picture is shown from: the configured base address and its path (spec §5); undefined for none. */
export function assetUrl(path: string | null | undefined): string | undefined {
  if (!path) return undefined;
  return path.startsWith("/files/") ? `${eventSettings.assetBase}${path}` : path;
}
