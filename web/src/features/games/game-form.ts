import type { api, Game, Request } from "@saha/contract";
import { differing } from "../../ui/form/differing.ts";
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
  return sent(typed, typed.finite);
}

/** What is sent for an edited game: what differs from the row. */
export function changesOf(game: Game, typed: GameForm): Promise<Body> {
  return sent(differing(formOf(game), typed), typed.finite);
}

/** Pictures are shrunk on the way; bounds are sent only for a finite game (spec §7). */
async function sent(typed: Partial<GameForm>, isBounded: boolean): Promise<Body> {
  const body: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(typed)) {
    if ((field === "min" || field === "max") && !isBounded) continue;
    if (field === "image" || field === "logo") {
      if (value !== null) body[field] = value instanceof File ? await readyToSend(value, field) : value;
    } else body[field] = value;
  }
  return body as Body;
}
