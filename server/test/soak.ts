/** `SOAK=1` runs races and fuzz with the full numbers of the security page; without it they fit into `npm test`. */
export function full(numbers: { full: number; otherwise: number }): number {
  return process.env.SOAK === "1" ? numbers.full : numbers.otherwise;
}
