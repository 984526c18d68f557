import { render, screen } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { type Fact, VerdictScreen } from "./verdict.tsx";

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= vi.fn();
  HTMLDialogElement.prototype.close ??= vi.fn();
});

/** Whether `one` stands above `other` on the card. */
const isBefore = (one: HTMLElement, other: HTMLElement) =>
  one.compareDocumentPosition(other) === Node.DOCUMENT_POSITION_FOLLOWING;

function show(facts: readonly Fact[]) {
  render(
    <VerdictScreen
      verdict={{ tone: "red", word: "Used", sentence: "Used before", hint: null, facts }}
      pass={<p>A title of very many words</p>}
      next={{ label: "Next ticket", press: () => {} }}
    />,
  );
  return { pass: screen.getByText("A title of very many words"), fact: screen.getByText("Sara") };
}

test("what decides stands above the ticket, so that no long title pushes it below the fold", () => {
  const { pass, fact } = show([{ id: "by", label: "By whom", value: "Sara", isLoud: true }]);
  expect(isBefore(fact, pass)).toBe(true);
});

test("what is only worth knowing stands below the ticket", () => {
  const { pass, fact } = show([{ id: "inviter", label: "Inviter", value: "Sara" }]);
  expect(isBefore(pass, fact)).toBe(true);
});

/** Presses Escape between the moment in which a verdict stands in the page and that in which it is painted. */
function Hasty() {
  useLayoutEffect(() => {
    screen.getByRole("dialog", { hidden: true }).dispatchEvent(new Event("cancel", { cancelable: true }));
  }, []);
  return null;
}

test("nothing that was pressed before it is painted closes it", () => {
  const close = vi.fn();
  render(
    <>
      <VerdictScreen
        verdict={{ tone: "green", word: "Enter", sentence: "Ticket validated", hint: null, facts: [] }}
        next={{ label: "Next ticket", press: close }}
      />
      <Hasty />
    </>,
  );
  expect(close).not.toHaveBeenCalled();
});
