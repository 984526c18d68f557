import type * as z from "zod/mini";
import type { Language } from "./language.ts";

type Sentence = (n: number) => string;
type Sentences = Record<Language, Sentence>;

function arabicCount(n: number, one: string, two: string, few: string, many: string): string {
  const form = new Intl.PluralRules("ar").select(n);
  if (form === "one") return one;
  if (form === "two") return two;
  return `${n} ${form === "few" ? few : many}`;
}
const arabicLetters = (n: number) => arabicCount(n, "حرف واحد", "حرفين", "أحرف", "حرفًا");

/**
 * A sentence for each way in which a typed field can be wrong; keys are the messages of checks in `fields.ts` (rules
 * §1, spec §5).
 */
export const issueSentences = {
  required: { ar: () => "هذا الحقل مطلوب", en: () => "Value is required" },
  password_required: { ar: () => "كلمة المرور مطلوبة", en: () => "Password is required" },
  password_six: {
    ar: () => "يجب ألا تقل كلمة المرور عن 6 أحرف",
    en: () => "Password have to be at least 6 characters long",
  },
  password_eight: {
    ar: () => "يجب ألا تقل كلمة المرور عن 8 أحرف",
    en: () => "Password must be at least 8 characters long",
  },
  repeat_required: { ar: () => "أعد كتابة كلمة المرور", en: () => "Repeat password is required" },
  passwords_differ: { ar: () => "كلمتا المرور غير متطابقتين", en: () => "Passwords do not match" },
  passwords_must_match: { ar: () => "يجب أن تتطابق كلمتا المرور", en: () => "Passwords must match" },
  hex: {
    ar: () => "يجب أن يكون اللون رمز HEX صحيحًا مثل \u2066#FFFFFF\u2069",
    en: () => "Color must be a valid HEX code like #FFFFFF",
  },
  email: { ar: () => "اكتب بريدًا إلكترونيًا صحيحًا", en: () => "Enter a valid email address" },
  username: {
    ar: () => "من 3 إلى 40 حرفًا أو رقمًا أو . _ - بلا مسافات، أو بريد إلكتروني كامل",
    en: () => "Use 3 to 40 letters, digits or . _ - without spaces, or a whole email address",
  },
  characters: { ar: () => "يحتوي على رموز غير مسموح بها", en: () => "Contains characters that are not allowed" },
  invisible: {
    ar: () => "يحتوي على رموز لا تُرى، احذفها",
    en: () => "Contains characters that cannot be seen, remove them",
  },
  marks: { ar: () => "فوق حرف واحد علامات كثيرة", en: () => "One letter carries too many marks" },
  scripts: {
    ar: () => "اكتب الاسم بحروف لغة واحدة، فالحروف المتشابهة من لغتين تلتبس على الناس",
    en: () => "Write the name in one alphabet: letters of two that look alike mislead people",
  },
  letter: { ar: () => "اكتب حرفًا أو رقمًا واحدًا على الأقل", en: () => "Write at least one letter or digit" },
  day: { ar: () => "اكتب تاريخًا صحيحًا", en: () => "Enter a valid date" },
  role: { ar: () => "اختر دورًا من القائمة", en: () => "Choose a role from the list" },
  id: { ar: () => "رقم غير صالح", en: () => "Not a valid id" },
  otp: { ar: () => "الرمز ستة أرقام", en: () => "The code has six digits" },
  too_short: {
    ar: (n) => `${arabicLetters(n)} على الأقل`,
    en: (n) => `At least ${n} ${n === 1 ? "character" : "characters"}`,
  },
  too_long: {
    ar: (n) => `${arabicLetters(n)} على الأكثر`,
    en: (n) => `At most ${n} ${n === 1 ? "character" : "characters"}`,
  },
  too_small: { ar: (n) => `أقل قيمة مسموحة ${n}`, en: (n) => `Must be ${n} or more` },
  too_big: { ar: (n) => `أكبر قيمة مسموحة ${n}`, en: (n) => `Must be ${n} or less` },
  number: { ar: () => "اكتب رقمًا، مثل 12.5", en: () => "Enter a number, such as 12.5" },
  whole_number: { ar: () => "اكتب رقمًا صحيحًا بلا كسور", en: () => "Enter a whole number" },
  two_decimals: { ar: () => "منزلتان عشريتان على الأكثر", en: () => "At most two decimals" },
  choice: { ar: () => "اختر قيمة من القائمة", en: () => "Choose one of the listed values" },
  invalid: { ar: () => "قيمة غير صالحة", en: () => "Not a valid value" },
} satisfies Record<string, Sentences>;

export type IssueKey = keyof typeof issueSentences;

/** The sentence for one issue of a schema, in the reader's language; never the library's own English (rules §1). */
export function issueSentence(issue: z.core.$ZodIssue, language: Language): string {
  const { key, n } = meaningOf(issue);
  return issueSentences[key][language](n);
}

function meaningOf(issue: z.core.$ZodIssue): { key: IssueKey; n: number } {
  if (issue.message in issueSentences) return { key: issue.message as IssueKey, n: 0 };
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined || issue.input === null || issue.input === "") return { key: "required", n: 0 };
      if (issue.expected === "int") return { key: "whole_number", n: 0 };
      return { key: issue.expected === "number" ? "number" : "invalid", n: 0 };
    case "too_small":
      if (issue.origin === "string") return { key: "too_short", n: Number(issue.minimum) };
      return { key: "too_small", n: Number(issue.minimum) };
    case "too_big":
      if (issue.origin === "string") return { key: "too_long", n: Number(issue.maximum) };
      return { key: "too_big", n: Number(issue.maximum) };
    case "invalid_value":
      return { key: "choice", n: 0 };
    case "not_multiple_of":
      return { key: "whole_number", n: 0 };
    default:
      return { key: "invalid", n: 0 };
  }
}
