import { afterEach, expect, test } from "vitest";
import { keepDraft, readDraft } from "./draft.ts";
import { chosenOf } from "./points.ts";

afterEach(() => sessionStorage.clear());

test("what one person picked and typed is kept for that person alone", () => {
  const draft = { gameId: 3, playerId: 7, typedId: "7", points: "15", isTaking: true };
  keepDraft(11, draft);
  expect(readDraft(11)).toEqual(draft);
  expect(readDraft(12)).toMatchObject({ gameId: null, playerId: null, points: "" });
});

test("a chosen game that has gone is no other one, the only one is chosen where none was", () => {
  const [one, other] = [{ id: 3 }, { id: 4 }];
  expect(chosenOf([one, other], 3)).toBe(one);
  expect(chosenOf([other], 3)).toBeUndefined();
  expect(chosenOf([other], null)).toBe(other);
  expect(chosenOf([one, other], null)).toBeUndefined();
});
