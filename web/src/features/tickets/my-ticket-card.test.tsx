import { type Purchase, Role, type User } from "@saha/contract";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { setUser } from "../../session.ts";
import { MyTicketCard } from "./my-ticket-card.tsx";

const ticket = { id: 1, title: "ليلة", day: "2026-12-04", type: "Silver", categoryId: 1, features: "", eventName: "" };
const purchase = { id: 1, ticket, status: "ACTIVE", shortCode: "AAAA-BBBB", qrImage: "data:," } as unknown as Purchase;

test("a covered code is in no camera's view before a press", () => {
  setUser({ id: 7, username: "huda", name: null, roleId: Role.User } as User);
  const show = (isCovered: boolean) =>
    render(<MyTicketCard purchase={purchase} isCovered={isCovered} onEnlarge={() => {}} onGiveBack={() => {}} />);
  const { unmount } = show(false);
  expect(screen.queryByRole("img", { name: /QR/ })).not.toBeNull();
  unmount();
  show(true);
  expect(screen.queryByRole("img", { name: /QR/ })).toBeNull();
});
