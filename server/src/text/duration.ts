import type { Language } from "@saha/contract";

/** Writes a wait as people say it, in the largest unit that it fills, rounded up: "7 دقائق", "30 seconds". */
export function durationText(seconds: number, language: Language): string {
  const [unit, count] =
    seconds > 5400
      ? (["hour", Math.ceil(seconds / 3600)] as const)
      : seconds > 90
        ? (["minute", Math.ceil(seconds / 60)] as const)
        : (["second", Math.ceil(seconds)] as const);
  const text = formatter(unit, language).format(count);
  // After a preposition, or as a span of time, the dual ends in ـين.
  return text.replace(/تان$/, "تين");
}

const formatters = new Map<string, Intl.NumberFormat>();

/** Made once for each unit and language: making it takes as long as answering a refused request. */
function formatter(unit: string, language: Language): Intl.NumberFormat {
  const name = `${unit} ${language}`;
  const known = formatters.get(name);
  if (known) return known;
  const made = new Intl.NumberFormat(language === "ar" ? "ar-u-nu-latn" : "en", {
    style: "unit",
    unit,
    unitDisplay: "long",
  });
  formatters.set(name, made);
  return made;
}
