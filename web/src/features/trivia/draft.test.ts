import { afterEach, expect, test } from "vitest";
import { keepDraft, readDraft } from "./draft.ts";

afterEach(() => sessionStorage.clear());

test("what one person picked and typed is kept for that person alone", () => {
  const draft = { gameId: 3, playerId: 7, typedId: "7", points: "15", isTaking: true };
  keepDraft(11, draft);
  expect(readDraft(11)).toEqual(draft);
  expect(readDraft(12)).toMatchObject({ gameId: null, playerId: null, points: "" });
});
