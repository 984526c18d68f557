import { latinDigits } from "@saha/contract";
import { Problem } from "../../errors/problem.ts";

/** What people with an Arabic keyboard or in Arabic take, which lists from elsewhere miss. */
export const arabicPasswords = [
  "ضصثقفغعه",
  "ضصثقفغعهخح",
  "ضصثقفغعهخحجد",
  "شسيبلاتن",
  "شسيبلاتنم",
  "شسيبلاتنمكط",
  "ئءؤرلاىةوز",
  "ئءؤرلاىةوزظ",
  "ضشئصسء",
  "ضشئصسءثيؤ",
  "حشسسصخقي",
  "حشسسصخقي1",
  "شيوهى123",
  "كلمةالسر",
  "كلمة السر",
  "كلمةالمرور",
  "كلمة المرور",
  "الرقم السري",
  "الرقمالسري",
  "السلام عليكم",
  "السلامعليكم",
  "بسم الله",
  "بسم الله الرحمن الرحيم",
  "بسماللهالرحمنالرحيم",
  "الحمد لله",
  "الحمدلله",
  "سبحان الله",
  "سبحانالله",
  "لا اله الا الله",
  "لاالهالاالله",
  "محمد رسول الله",
  "محمدرسولالله",
  "استغفر الله",
  "استغفرالله",
  "ماشاء الله",
  "ماشاءالله",
  "ان شاء الله",
  "انشاءالله",
  "يا رب العالمين",
  "يارب يارب",
  "ياربيارب",
  "الله اكبر",
  "اللهاكبر",
  "حبيبتي",
  "حبيبي حبيبي",
  "بحبك يا ماما",
  "احبك يا امي",
  "احمد محمد",
  "محمد احمد",
  "محمد محمد",
  "عبدالله",
  "عبدالرحمن",
  "abdullah",
  "abdallah",
  "abdulrahman",
  "mohammed",
  "mohammad",
  "mohamed1",
  "mohamed123",
  "mohammed123",
  "ahmed123",
  "ahmed1234",
  "ahmed12345",
  "habibi123",
  "bismillah",
  "alhamdulillah",
  "allahuakbar",
  "inshallah",
  "mashallah",
];

let known: Promise<ReadonlySet<string>> | undefined;

/**
 * Refuses a password that is on the list of common ones, in whatever case, digits or keyboard's letters; names its
 * field (rules §3).
 */
export async function refuseCommonPassword(password: string, field: "password" | "newPassword"): Promise<void> {
  known ??= readList();
  if ((await known).has(plain(password))) throw new Problem("auth.common_password", { field });
}

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const usual = (dictionary["passwords-common"] as string[]).filter((word) => word.length >= 8);
  return new Set([...usual, ...arabicPasswords].map(plain));
}

/** Writes a password as whoever guesses would: one case, Latin digits. */
export function plain(password: string): string {
  return latinDigits(password.normalize("NFKC")).toLowerCase().trim();
}
