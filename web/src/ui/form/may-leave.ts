const asking = new Set<() => Promise<boolean>>();

/** Has a screen with unsaved work asked before a press ends it; returns what takes that back. */
export function askFirst(ask: () => Promise<boolean>): () => void {
  asking.add(ask);
  return () => void asking.delete(ask);
}

/** Whether the screen may be ended, as far as whoever works on it says: at once where nothing is unsaved. */
export async function mayLeave(): Promise<boolean> {
  for (const ask of asking) if (!(await ask())) return false;
  return true;
}
