import { Outlet } from "@tanstack/react-router";

export function DashboardLayout() {
  return (
    <main id="content" tabIndex={-1}>
      <Outlet />
    </main>
  );
}
