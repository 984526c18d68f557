/** One tone of a melody: `at` and `ms` in milliseconds. */
export type Note = { hertz: number; at: number; ms: number; shape: OscillatorType };

let audio: AudioContext | undefined;

/** Gets the sound ready; must run inside a press, since browsers keep a page silent until then. */
export function prepareSound(): void {
  try {
    audio ??= new AudioContext();
    void audio.resume();
  } catch {
    audio = undefined;
  }
}

/** Plays notes; nothing where the device has no sound, or nobody has pressed anything yet. */
export function playNotes(notes: readonly Note[]): void {
  prepareSound();
  if (audio) for (const note of notes) play(audio, note);
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
