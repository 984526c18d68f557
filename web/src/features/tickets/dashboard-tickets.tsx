export function DashboardTickets() {
  return null;
}
