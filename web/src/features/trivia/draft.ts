/** What one person picked and typed; it survives a reload. */
export type Draft = {
  gameId: number | null;
  playerId: number | null;
  typedId: string;
  points: string;
  isTaking: boolean;
};

const keyOf = (userId: number) => `saha.trivia.${userId}`;
const empty: Draft = { gameId: null, playerId: null, typedId: "", points: "", isTaking: false };

export function keepDraft(userId: number, draft: Draft): void {
  sessionStorage.setItem(keyOf(userId), JSON.stringify(draft));
}

export function readDraft(userId: number): Draft {
  try {
    return { ...empty, ...(JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? "{}") as Partial<Draft>) };
  } catch {
    return empty;
  }
}
