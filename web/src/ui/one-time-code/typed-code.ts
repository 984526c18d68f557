import { latinDigits } from "@saha/contract";

export const codeLength = 6;

/**
 * The code in what was typed or pasted, in digits of any script: the first run of six, else the first six of all
 * digits.
 */
export function typedCode(text: string): string {
  const runs = latinDigits(text).match(/\d+/g) ?? [];
  return runs.find((run) => run.length === codeLength) ?? runs.join("").slice(0, codeLength);
}
