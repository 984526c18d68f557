import { type Note, playNotes } from "../sound/notes.ts";

export type VerdictTone = "green" | "amber" | "red" | "grey";

/**
 * Told apart with closed eyes: up for in, three taps for money, a long low buzz for stop, one soft note for no answer.
 */
const melodies: Record<VerdictTone, Note[]> = {
  green: [
    { hertz: 784, at: 0, ms: 110, shape: "triangle" },
    { hertz: 1175, at: 110, ms: 220, shape: "triangle" },
  ],
  amber: [0, 150, 300].map((at) => ({ hertz: 880, at, ms: 90, shape: "square" as const })),
  red: [0, 280].map((at) => ({ hertz: 165, at, ms: 230, shape: "sawtooth" as const })),
  grey: [{ hertz: 440, at: 0, ms: 180, shape: "sine" }],
};

const pulses: Record<VerdictTone, number[]> = {
  green: [90],
  amber: [90, 70, 90, 70, 90],
  red: [320, 90, 320],
  grey: [60, 60, 60],
};

/** Sounds and vibrates for a verdict; silently does less where the device can't. */
export function giveSignal(tone: VerdictTone): void {
  navigator.vibrate?.(pulses[tone]);
  playNotes(melodies[tone]);
}
