import type { Language, QueueState } from "@saha/contract";

type Message = Record<Language, string>;
type InLine = { gameName: string; number: number };

/** What a player reads when called; `isHeld`: while playing elsewhere (rules §5). */
export function calledNews({ gameName, number }: InLine, isHeld: boolean): Message {
  const game = isolated(gameName);
  if (isHeld) {
    return {
      ar: `نادينا عليك في «${game}» وأنت تلعب في جناح آخر. دورك محفوظ، وتعود إلى الطابور حين تنتهي لعبتك`,
      en: `You were called for ${game} while you play elsewhere. Your place is kept, and you are back in line when that game ends`,
    };
  }
  return {
    ar: `نادينا عليك في «${game}»، رقمك ${written(number)}. تفضّل إلى الجناح`,
    en: `${game}: number ${written(number)}, it's your turn. Come to the booth`,
  };
}

/** What a player reads when staff have noted the arrival. */
export function enteredNews({ gameName, number }: InLine): Message {
  const game = isolated(gameName);
  return { ar: `تفضّل إلى «${game}»، رقمك ${written(number)}`, en: `${game}: number ${written(number)}, come in` };
}

/** What a player reads about the own place in line, by the state that it has now. */
export function placeNews({ gameName, number }: InLine, state: QueueState): Message {
  const game = isolated(gameName);
  const sentences: Record<QueueState, Message> = {
    waiting: {
      ar: `أنت في طابور «${game}»، رقمك ${written(number)}`,
      en: `You are in line for ${game}, number ${written(number)}`,
    },
    called: { ar: `أبلغنا فريق «${game}» أنك قادم`, en: `The team of ${game} knows that you are coming` },
    late: {
      ar: `مضى وقت النداء في «${game}». دورك محفوظ، اضغط «وصلت» حين تصل`,
      en: `Your call for ${game} has passed. Your place is kept, press "I'm here" when you arrive`,
    },
    held: {
      ar: `دورك في «${game}» محفوظ، اضغط «وصلت» حين تصل`,
      en: `Your place for ${game} is kept, press "I'm here" when you arrive`,
    },
    entered: { ar: `تم تسجيل وصولك إلى «${game}»`, en: `You have arrived at ${game}` },
    playing: { ar: `بدأت لعبتك في «${game}»`, en: `Your game of ${game} has begun` },
    finished: { ar: `انتهى دورك في «${game}»`, en: `Your turn in ${game} is over` },
  };
  return sentences[state];
}

/** What a player reads when a result or trivia has changed the score. */
export function pointsNews(gameName: string, change: number): Message {
  const game = isolated(gameName);
  if (change === 0) return { ar: `«${game}»: رصيدك كما هو`, en: `${game}: your score stays as it is` };
  const count = Math.abs(change);
  const english = `${count.toLocaleString("en")} ${count === 1 ? "point" : "points"}`;
  return change > 0
    ? { ar: `«${game}»: أُضيف إلى رصيدك ${arabicPoints(count)}`, en: `${game}: ${english} added to your score` }
    : { ar: `«${game}»: خُصم من رصيدك ${arabicPoints(count)}`, en: `${game}: ${english} taken from your score` };
}

/** What a player reads when staff have set the score. */
export function setNews(gameName: string, score: number): Message {
  const game = isolated(gameName);
  const number = score.toLocaleString("en");
  return { ar: `«${game}»: أصبح رصيدك \u2066${number}\u2069`, en: `${game}: your score is now ${number}` };
}

/** What a player reads when a win or lose was taken back. */
export function undoneNews(gameName: string): Message {
  const game = isolated(gameName);
  return {
    ar: `«${game}»: تم التراجع عن النتيجة، ودورك كما كان قبلها`,
    en: `${game}: the result was taken back, and your turn is as it was before`,
  };
}

function arabicPoints(count: number): string {
  const form = new Intl.PluralRules("ar").select(count);
  if (form === "one") return "نقطة واحدة";
  if (form === "two") return "نقطتان";
  return `\u2066${count.toLocaleString("en")}\u2069 ${form === "few" ? "نقاط" : "نقطة"}`;
}

/** A number in line as the screens write it: three digits (spec §9). */
function written(number: number): string {
  return String(number).padStart(3, "0");
}

/** A name of either script keeps its own direction within a sentence. */
function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}
