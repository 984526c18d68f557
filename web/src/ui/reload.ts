/** Loads the page anew only when the server answers: offline the browser would put its own page in place of ours. */
export async function reloadOnceReachable(): Promise<void> {
  const isReachable = await fetch(location.href, { method: "HEAD", cache: "no-store" }).then(
    () => true,
    () => false,
  );
  if (isReachable) location.reload();
}
