import { render } from "@testing-library/react";
import { expect, test, vi } from "vitest";

const library = vi.hoisted(() => ({ Notifications: vi.fn(() => null), show: vi.fn(() => "1") }));
vi.mock("@mantine/notifications", () => ({
  Notifications: library.Notifications,
  notifications: { show: library.show },
}));
// Another file of this worker may have imported it with the true library.
vi.resetModules();
const { show, Toaster } = await import("./toaster.tsx");

test("a message stands for 5 seconds, a winner's for 10, at the top right, at most 20 at once", () => {
  render(<Toaster />);
  const place = { position: "top-right", limit: 20, autoClose: 5000 };
  expect(library.Notifications).toHaveBeenCalledWith(expect.objectContaining(place), undefined);
  show({ kind: "info", message: "Plain" });
  expect(library.show).toHaveBeenLastCalledWith(expect.not.objectContaining({ autoClose: expect.anything() }));
  show({ kind: "success", message: "Poll winner", stays: 10_000 });
  expect(library.show).toHaveBeenLastCalledWith(expect.objectContaining({ autoClose: 10_000 }));
});
