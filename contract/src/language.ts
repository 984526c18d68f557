export const languages = ["ar", "en"] as const;
export type Language = (typeof languages)[number];

/**
 * The language of an `Accept-Language` header: the first of Arabic and English that it names; Arabic otherwise (rules
 * §1).
 */
export function languageOf(header: string | undefined): Language {
  const first = /(?:^|[,\s])(ar|en)(?=[-,;\s]|$)/i.exec(header ?? "");
  return first?.[1]?.toLowerCase() === "en" ? "en" : "ar";
}
