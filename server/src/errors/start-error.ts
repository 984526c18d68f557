/**
 * The start cannot go on. `message` is one whole sentence for the operator, which names what to change; whoever starts
 * the application prints it alone, without a stack, and ends with exit code 1 (rules §8).
 */
export class StartError extends Error {
  override readonly name = "StartError";
}
