import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { changeDraft, useDraft } from "./draft.ts";
import { chosenOf } from "./points.ts";

afterEach(() => sessionStorage.clear());

test("what one person picked and typed is kept for that person alone, and shown wherever it is changed", () => {
  const draft = { gameId: 3, playerId: 7, typedId: "7", points: "15", isTaking: true };
  const [own, others] = [renderHook(() => useDraft(11)), renderHook(() => useDraft(12))];
  act(() => changeDraft(11, () => draft));
  expect(own.result.current).toEqual(draft);
  expect(others.result.current).toMatchObject({ gameId: null, playerId: null, points: "" });
  own.unmount();
  act(() => changeDraft(11, (now) => ({ ...now, points: "" })));
  expect(renderHook(() => useDraft(11)).result.current).toEqual({ ...draft, points: "" });
});

test("a chosen game that has gone is no other one, the only one is chosen where none was", () => {
  const [one, other] = [{ id: 3 }, { id: 4 }];
  expect(chosenOf([one, other], 3)).toBe(one);
  expect(chosenOf([other], 3)).toBeUndefined();
  expect(chosenOf([other], null)).toBe(other);
  expect(chosenOf([one, other], null)).toBeUndefined();
});
