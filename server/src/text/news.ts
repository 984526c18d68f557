import type { Events, Language } from "@saha/contract";

/** What an open screen is told, in both languages (rules §7). */
export const newsSentences: Record<keyof Events, Record<Language, string>> = {
  "Session:ended": { ar: "سُجّل خروجك من هذا الجهاز", en: "You have been signed out on this device" },
  "News:missed": { ar: "ربما فاتك جديد", en: "You may have missed something" },
  "Account:changed": { ar: "تغيّرت بيانات حسابك", en: "Your account has changed" },
  "Ticket:changed": { ar: "تغيّرت تذكرتك", en: "Your ticket has changed" },
  "Score:userWin": { ar: "فوز", en: "You won" },
  "Score:userLose": { ar: "خسارة", en: "You lost" },
  "Score:userTrivia": { ar: "تغيّر رصيد نقاطك", en: "Your points have changed" },
  "Score:changed": { ar: "تغيّر رصيد نقاطك", en: "Your points have changed" },
  "UserIsCalled:update": { ar: "نادينا عليك، تفضّل إلى الجناح", en: "It's your turn, come to the booth" },
  "UserEnter:update": { ar: "تم تسجيل وصولك إلى الجناح", en: "You have arrived at the booth" },
  "Poll:userPollWin": { ar: "تم سحب الفائز", en: "A winner has been drawn" },
  "Poll:spinning": { ar: "بدأ السحب", en: "The draw has begun" },
  "Poll:changed": { ar: "تغيّرت السحوبات", en: "Giveaways have changed" },
  "Queue:changed": { ar: "تغيّر دورك في الطابور", en: "Your place in line has changed" },
  "Queue:entry": { ar: "تغيّر الطابور", en: "The queue has changed" },
  "Queue:many": { ar: "تغيّر كثير في الطابور", en: "Much has changed in the line" },
  "Queue:line": { ar: "تحرّك الطابور", en: "The line has moved" },
  "Board:changed": { ar: "تحرّك الطابور", en: "The line has moved" },
  "Booth:changed": { ar: "تغيّرت بيانات الجناح", en: "A booth has changed" },
  "Booth:assigned": { ar: "تغيّر الجناح المعيّن لك", en: "Your booth assignment has changed" },
};

/** Says who has won which giveaway; names of either direction keep the sentence in order. */
export function pollWinSentence(winner: string, name: string): Record<Language, string> {
  const isolated = (text: string) => `\u2068${text}\u2069`;
  return {
    ar: `${isolated(winner)} · ${isolated(name)}`,
    en: `${isolated(winner)} · ${isolated(name)}`,
  };
}
