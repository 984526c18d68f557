import { m } from "../../text/compiled/messages.js";
import type { Call } from "./calls.ts";

let context: AudioContext | undefined;

/** Allows sound: browsers want a press for it. Says whether it is on. */
export async function allowSound(): Promise<boolean> {
  context ??= new AudioContext();
  await context.resume();
  chime();
  return context.state === "running";
}

export async function silence(): Promise<void> {
  globalThis.speechSynthesis?.cancel();
  await context?.suspend();
}

/**
 * Chimes and says the called number in Arabic; the chime alone where the browser has no Arabic voice, nothing before
 * sound is allowed.
 */
export function announce({ number, shortName }: Call): void {
  if (context?.state !== "running") return;
  chime();
  const voice = arabicVoice();
  if (!voice) return;
  // As a number: with leading zeros it would be read digit by digit.
  const words = new SpeechSynthesisUtterance(
    m.board_say({ number: String(number), game: shortName }, { locale: "ar" }),
  );
  words.voice = voice;
  words.lang = voice.lang;
  words.rate = 0.9;
  setTimeout(() => speechSynthesis.speak(words), 900);
}

function arabicVoice(): SpeechSynthesisVoice | undefined {
  return globalThis.speechSynthesis?.getVoices().find(({ lang }) => /^ar\b/i.test(lang));
}

/** Two notes, a fourth apart. */
function chime(): void {
  if (!context) return;
  for (const [pitch, delay] of [
    [784, 0],
    [1047, 0.22],
  ] as const) {
    const start = context.currentTime + delay;
    const note = context.createOscillator();
    const loudness = context.createGain();
    note.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.0001, start);
    loudness.gain.exponentialRampToValueAtTime(0.4, start + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.0001, start + 0.9);
    note.connect(loudness).connect(context.destination);
    note.start(start);
    note.stop(start + 1);
  }
}
