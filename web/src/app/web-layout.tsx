import { Outlet } from "@tanstack/react-router";

export function WebLayout() {
  return (
    <main id="content" tabIndex={-1}>
      <Outlet />
    </main>
  );
}
