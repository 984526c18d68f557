export function EntryScan() {
  return null;
}
