import { m } from "../../text/compiled/messages.js";

// The first that fits: most browsers call themselves Chrome and Safari as well.
const browsers: [RegExp, string][] = [
  [/\bEdg(A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Version\/.*Safari\//, "Safari"],
];
const systems: [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/CrOS/, "ChromeOS"],
  [/Windows/, "Windows"],
  [/Macintosh|Mac OS X/, "Mac"],
  [/Linux/, "Linux"],
];

/** A device in words, such as "Chrome on Windows", from what its browser says of itself. */
export function deviceName(userAgent: string | null): string {
  const browser = firstOf(browsers, userAgent);
  const system = firstOf(systems, userAgent);
  if (browser && system) return m.profile_device({ browser, system });
  return browser ?? system ?? m.profile_device_unknown();
}

export function isPhone(userAgent: string | null): boolean {
  return /iPhone|Android.*Mobile/.test(userAgent ?? "");
}

function firstOf(names: [RegExp, string][], userAgent: string | null): string | undefined {
  return names.find(([sign]) => sign.test(userAgent ?? ""))?.[1];
}
