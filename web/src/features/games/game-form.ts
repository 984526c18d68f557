import type { api, Game, Request } from "@saha/contract";
import { readyToSend } from "../../ui/picture/ready-to-send.ts";

/** What the dialog of a game holds while one types. */
export type GameForm = {
  name: string;
  shortName: string;
  boothId: number | null;
  platformId: number | null;
  winPoints: number | null;
  losePoints: number | null;
  description: string;
  /** The chosen picture; null keeps the one that is there, empty text takes it away. */
  image: File | string | null;
  logo: File | string | null;
  isQueueable: boolean;
  isActive: boolean;
  isDoubled: boolean;
  externalGame: boolean;
  leaderboard: boolean;
  finite: boolean;
  min: number | null;
  max: number | null;
};

type Body = Request<typeof api.games.update>["body"];

export const blankGame: GameForm = {
  name: "",
  shortName: "",
  boothId: null,
  platformId: null,
  winPoints: null,
  losePoints: 0,
  description: "",
  image: null,
  logo: null,
  isQueueable: true,
  isActive: true,
  isDoubled: false,
  externalGame: false,
  leaderboard: false,
  finite: false,
  min: null,
  max: null,
};

export function formOf(game: Game): GameForm {
  return { ...game, image: null, logo: null };
}

/** What a new game sends: everything but the flags that it begins with (spec §7). */
export function newGame({ isQueueable: _q, isActive: _a, isDoubled: _d, ...typed }: GameForm): Promise<Body> {
  return sent(typed, blankGame, () => true);
}

/**
 * What is sent for an edited game: only what differs from the row, so that an old list never undoes what others
 * changed.
 */
export function changesOf(game: Game, typed: GameForm): Promise<Body> {
  const before = formOf(game);
  return sent(typed, before, (field) => typed[field] !== before[field]);
}

/** Pictures are shrunk on the way; bounds are sent only for a finite game (spec §7). */
async function sent(
  typed: Partial<GameForm>,
  before: GameForm,
  isWanted: (field: keyof GameForm) => boolean,
): Promise<Body> {
  const fields = (Object.keys(typed) as (keyof GameForm)[]).filter(isWanted);
  const body: Record<string, unknown> = {};
  for (const field of fields) {
    const value = typed[field];
    if ((field === "min" || field === "max") && !typed.finite) continue;
    if (field === "image" || field === "logo") {
      if (value !== before[field]) body[field] = value instanceof File ? await readyToSend(value, field) : value;
    } else body[field] = value;
  }
  return body as Body;
}
