import type { Events, Language } from "@saha/contract";

/** What an open screen is told, in both languages (rules §7). */
export const newsSentences: Record<keyof Events, Record<Language, string>> = {
  "Session:ended": { ar: "سُجّل خروجك من هذا الجهاز", en: "You have been signed out on this device" },
  "Account:changed": { ar: "تغيّرت بيانات حسابك", en: "Your account has changed" },
  "Ticket:changed": { ar: "تغيّرت تذكرتك", en: "Your ticket has changed" },
};
