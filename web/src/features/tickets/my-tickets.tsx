export function MyTickets() {
  return null;
}
