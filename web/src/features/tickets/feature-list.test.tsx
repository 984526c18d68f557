import { fireEvent, render, screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { m } from "../../text/compiled/messages.js";
import { setLanguage } from "../../text/language.ts";
import { FeatureList } from "./feature-list.tsx";

beforeEach(() => setLanguage("en"));

const lines = () => within(screen.getByRole("list")).getAllByRole("listitem").length;

test("features are folded to two lines, opened by a press and folded again", () => {
  render(<FeatureList features={"Entry\nA meal\nA gift"} event="Saha" fold={2} />);
  expect(lines()).toBe(2);
  expect(screen.queryByText("Saha")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: m.tickets_more(), expanded: false }));
  expect(lines()).toBe(4);
  expect(screen.getByText("Saha")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: m.tickets_less(), expanded: true }));
  expect(lines()).toBe(2);
});

test("two lines need no press", () => {
  render(<FeatureList features={"Entry\nA meal"} fold={2} />);
  expect(lines()).toBe(2);
  expect(screen.queryByRole("button")).toBeNull();
});
