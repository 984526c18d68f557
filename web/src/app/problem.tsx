export function Problem() {
  return null;
}
