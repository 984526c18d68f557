export function FreeTickets() {
  return null;
}
