import { useEffect, useState } from "react";

/** Whole seconds left, by the clock, so that a phone that slept meanwhile has not waited in vain; and a way to begin again. */
export function useCountdown(opening: number): { left: number; begin: (seconds: number) => void } {
  const [until, setUntil] = useState(() => Date.now() + opening * 1000);
  const [left, setLeft] = useState(opening);
  useEffect(() => {
    const look = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    look();
    if (until <= Date.now()) return;
    const clock = setInterval(look, 500);
    return () => clearInterval(clock);
  }, [until]);
  return { left, begin: (seconds) => setUntil(Date.now() + seconds * 1000) };
}

/** Seconds as a clock shows them: `0:59`, `1:02:03`. */
export function clockText(seconds: number): string {
  const two = (part: number) => String(part).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
