import { render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Celebration } from "./celebration.tsx";

afterEach(() => vi.restoreAllMocks());

function prefer(reduced: boolean) {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (query) => ({ matches: reduced && query.includes("reduce") }) as MediaQueryList,
  );
}

describe("the celebration", () => {
  it("is there by default", () => {
    prefer(false);
    render(<Celebration />);
    expect(screen.getByTestId("celebration").children.length).toBeGreaterThan(10);
  });

  it("is not there at all under reduced motion", () => {
    prefer(true);
    render(<Celebration />);
    expect(screen.queryByTestId("celebration")).toBeNull();
  });
});
