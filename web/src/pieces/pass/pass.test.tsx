import { Category } from "@saha/contract";
import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { metalOf, passName } from "./metal-of.ts";
import { Pass, type PassTicket } from "./pass.tsx";

const ticket: PassTicket = { id: 7, title: "Finals", day: "2026-11-22", type: "Gold", categoryId: Category.Free };
const enamel = (container: HTMLElement) => container.querySelectorAll("[data-tone]").length;

test("invitation and paid tickets have a metal of their own, whatever their type", () => {
  expect(metalOf(ticket)).toBe("gold");
  expect(metalOf({ ...ticket, categoryId: Category.Invitation })).toBe("invitation");
  expect(metalOf({ ...ticket, categoryId: Category.Paid })).toBe("paid");
  expect(metalOf({ ...ticket, type: null })).toBe("plain");
  expect(passName({ ...ticket, type: null })).toBeNull();
});

test("what can't be had loses metal and enamel, its engraving stays", () => {
  const had = render(<Pass ticket={ticket} size="row" />);
  expect(enamel(had.container)).toBeGreaterThan(0);
  expect(had.container.querySelector("article")?.dataset.metal).toBe("gold");
  const gone = render(<Pass ticket={ticket} size="row" isGone />);
  expect(enamel(gone.container)).toBe(0);
  expect(gone.container.querySelector("article")?.dataset.metal).toBe("none");
  expect(gone.container.querySelectorAll("svg path").length).toBeGreaterThan(0);
});

test("a ticket is the same pass at every size: its enamel is its own", () => {
  const paths = (id: number) =>
    render(<Pass ticket={{ ...ticket, id }} size="hero" />)
      .container.querySelector("[data-tone]")
      ?.getAttribute("d");
  expect(paths(7)).toBe(paths(7));
  const drawings = Array.from({ length: 6 }, (_, id) =>
    Array.from(
      render(<Pass ticket={{ ...ticket, id }} size="hero" />).container.querySelectorAll("[data-tone]"),
      (path) => path.getAttribute("d"),
    ).join(),
  );
  expect(new Set(drawings).size).toBeGreaterThan(3);
});

test("the day is one numeral that machines read as a date", () => {
  const { container } = render(<Pass ticket={ticket} size="hero" />);
  const time = container.querySelector("time");
  expect(time?.getAttribute("datetime")).toBe("2026-11-22");
  expect(time?.querySelector("b")?.textContent).toBe("22");
});
