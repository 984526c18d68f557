import type { VerdictTone } from "./verdict.tsx";

type Note = { hertz: number; at: number; ms: number; shape: OscillatorType };

/** Told apart with closed eyes: up for in, three taps for money, a long low buzz for stop, one soft note for no answer. */
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

let audio: AudioContext | undefined;

/** Gets the sound ready; must run inside a press, since browsers keep a page silent until then. */
export function prepareSignal(): void {
  try {
    audio ??= new AudioContext();
    void audio.resume();
  } catch {
    audio = undefined;
  }
}

/** Sounds and vibrates for a verdict; silently does less where the device can't. */
export function giveSignal(tone: VerdictTone): void {
  navigator.vibrate?.(pulses[tone]);
  prepareSignal();
  if (!audio) return;
  for (const note of melodies[tone]) play(audio, note);
}

function play(context: AudioContext, { hertz, at, ms, shape }: Note): void {
  const begin = context.currentTime + at / 1000;
  const end = begin + ms / 1000;
  const tone = new OscillatorNode(context, { type: shape, frequency: hertz });
  const loudness = new GainNode(context, { gain: 0 });
  loudness.gain.setValueAtTime(0, begin);
  loudness.gain.linearRampToValueAtTime(0.5, begin + 0.01);
  loudness.gain.setValueAtTime(0.5, end - 0.03);
  loudness.gain.linearRampToValueAtTime(0, end);
  tone.connect(loudness).connect(context.destination);
  tone.start(begin);
  tone.stop(end);
}
