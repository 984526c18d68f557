/** What was picked and typed; it survives a reload. */
export type Draft = {
  gameId: number | null;
  playerId: number | null;
  typedId: string;
  points: string;
  isTaking: boolean;
};

const key = "saha.trivia";
const empty: Draft = { gameId: null, playerId: null, typedId: "", points: "", isTaking: false };

export function keepDraft(draft: Draft): void {
  sessionStorage.setItem(key, JSON.stringify(draft));
}

export function readDraft(): Draft {
  try {
    return { ...empty, ...(JSON.parse(sessionStorage.getItem(key) ?? "{}") as Partial<Draft>) };
  } catch {
    return empty;
  }
}
