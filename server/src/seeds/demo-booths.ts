import { Platform } from "@saha/contract";

export type DemoGame = {
  name: string;
  shortName: string;
  platformId: number;
  winPoints: number;
  losePoints: number;
  description: string;
  leaderboard?: boolean;
  externalGame?: boolean;
  isPaused?: boolean;
  isDoubled?: boolean;
  bounds?: { min: number; max: number };
};

export type DemoBooth = {
  name: string;
  colours: { primary: string; secondary: string; tertiary: string };
  games: DemoGame[];
};

/** Six booths with games of every platform; the first one is run by the account `booth` (rules §8). */
export const demoBooths: DemoBooth[] = [
  {
    name: "حلبة القتال",
    colours: { primary: "#C2410C", secondary: "#FACC15", tertiary: "#38BDF8" },
    games: [
      {
        name: "تيكن 8",
        shortName: "تيكن",
        platformId: Platform.PlayStation,
        winPoints: 30,
        losePoints: 5,
        leaderboard: true,
        description:
          "<h2>كيف نلعب؟</h2><p>مواجهة من <strong>ثلاث جولات</strong>، ومن يفز بجولتين يفز باللقاء.</p><ul><li>يد التحكم جاهزة، ويمكنك إحضار يدك.</li><li>اختر شخصيتك قبل أن يحين دورك.</li><li>لا إيقاف أثناء الجولة.</li></ul>",
      },
      {
        name: "ستريت فايتر 6",
        shortName: "ستريت",
        platformId: Platform.PlayStation,
        winPoints: 30,
        losePoints: 5,
        leaderboard: true,
        description:
          "<p>لقاء واحد من ثلاث جولات. <em>التحكم الكلاسيكي والحديث مسموحان.</em></p><blockquote><p>تعال قبل دورك بدقيقتين لتضبط الأزرار.</p></blockquote>",
      },
      {
        name: "مورتال كومبات 1",
        shortName: "مورتال",
        platformId: Platform.Xbox,
        winPoints: 25,
        losePoints: 0,
        leaderboard: true,
        description: "<p>للأعمار من 18 عامًا. أحضر ما يثبت عمرك.</p>",
      },
    ],
  },
  {
    name: "ملعب الكرة",
    colours: { primary: "#15803D", secondary: "#A3E635", tertiary: "#F59E0B" },
    games: [
      {
        name: "إي إيه إف سي 26",
        shortName: "إف سي",
        platformId: Platform.PlayStation,
        winPoints: 20,
        losePoints: 5,
        leaderboard: true,
        description:
          "<h2>القواعد</h2><ol><li>شوطان، كل شوط أربع دقائق.</li><li>عند التعادل: ركلات ترجيح مباشرة.</li><li>كل الفرق متاحة، عدا فرق النجوم.</li></ol>",
      },
      {
        name: "إي فوتبول للجوال",
        shortName: "إي فوتبول",
        platformId: Platform.Mobile,
        winPoints: 15,
        losePoints: 0,
        leaderboard: true,
        description: "<p>العب من هاتفك أو من أحد هواتف الجناح.</p>",
      },
    ],
  },
  {
    name: "مضمار السباق",
    colours: { primary: "#1D4ED8", secondary: "#22D3EE", tertiary: "#F97316" },
    games: [
      {
        name: "غران توريزمو 7",
        shortName: "توريزمو",
        platformId: Platform.PlayStation,
        winPoints: 40,
        losePoints: 10,
        leaderboard: true,
        isDoubled: true,
        description:
          "<p>ثلاث لفات على <strong>حلبة كورنيش جدة</strong>. المراكز الثلاثة الأولى تُحسب فوزًا.</p><p>Bring your own wheel if you like.</p>",
      },
      {
        name: "محاكي الفورمولا",
        shortName: "فورمولا",
        platformId: Platform.Pc,
        winPoints: 50,
        losePoints: 0,
        leaderboard: true,
        isPaused: true,
        description: "<p>مقعد متحرك وثلاث شاشات. يتوقف الطابور كل ساعة للصيانة.</p>",
      },
      {
        name: "فورزا هورايزن 5",
        shortName: "فورزا",
        platformId: Platform.Xbox,
        winPoints: 20,
        losePoints: 0,
        leaderboard: true,
        description: "<p>سباق حر لخمس دقائق.</p>",
      },
    ],
  },
  {
    name: "ميدان الرماية",
    colours: { primary: "#0F766E", secondary: "#FBBF24", tertiary: "#818CF8" },
    games: [
      {
        name: "فالورانت",
        shortName: "فالورانت",
        platformId: Platform.Pc,
        winPoints: 30,
        losePoints: 10,
        leaderboard: true,
        description:
          "<h2>مبارزة فردية</h2><p>أول من يصل إلى عشر إصابات يفوز.</p><ul><li>ادخل بحسابك أو بحساب الجناح.</li><li>اكتب معرّف Riot في ملفك ليعرفك المشرف.</li></ul>",
      },
      {
        name: "ببجي موبايل",
        shortName: "ببجي",
        platformId: Platform.Mobile,
        winPoints: 25,
        losePoints: -5,
        leaderboard: true,
        description: "<p>ساحة التدريب، جولة واحدة. من يخسر تُخصم منه خمس نقاط.</p>",
      },
    ],
  },
  {
    name: "ركن المهمات",
    colours: { primary: "#86198F", secondary: "#2DD4BF", tertiary: "#FDE047" },
    games: [
      {
        name: "جولة الأجنحة",
        shortName: "الجولة",
        platformId: Platform.Quest,
        winPoints: 50,
        losePoints: 0,
        leaderboard: true,
        description: "<p>زر الأجنحة الستة واجمع أختامها، ثم عد إلى الركن لتأخذ نقاطك.</p>",
      },
      {
        name: "صورة مع البطل",
        shortName: "الصورة",
        platformId: Platform.Quest,
        winPoints: 20,
        losePoints: 0,
        externalGame: true,
        description: "<p>التقط صورة أمام المجسّم وأرها لمشرف الركن.</p>",
      },
      {
        name: "سؤال الساعة",
        shortName: "السؤال",
        platformId: Platform.Trivia,
        winPoints: 10,
        losePoints: 0,
        leaderboard: true,
        bounds: { min: 0, max: 200 },
        description: "<p>سؤال جديد كل ساعة، وعشر نقاط لكل إجابة صحيحة.</p>",
      },
    ],
  },
  {
    name: "مسرح المعلومات",
    colours: { primary: "#92400E", secondary: "#0EA5E9", tertiary: "#16A34A" },
    games: [
      {
        name: "ليلة المعلومات الكبرى",
        shortName: "الكبرى",
        platformId: Platform.SuperTrivia,
        winPoints: 100,
        losePoints: 0,
        leaderboard: true,
        description: "<p>على المسرح كل مساء في <strong>التاسعة</strong>. عشرة أسئلة وجائزة كبرى.</p>",
      },
      {
        name: "تحدي الأنمي",
        shortName: "الأنمي",
        platformId: Platform.Trivia,
        winPoints: 15,
        losePoints: 0,
        leaderboard: true,
        bounds: { min: -50, max: 300 },
        description: "<p>اعرف الشخصية من ظلّها. الإجابة الخاطئة تخصم خمس نقاط.</p>",
      },
      {
        name: "أوفركوكد 2",
        shortName: "أوفركوكد",
        platformId: Platform.Pc,
        winPoints: 20,
        losePoints: 5,
        leaderboard: true,
        description: "<p>مطبخ واحد وأربعة طهاة: تعال مع أصدقائك.</p>",
      },
    ],
  },
];
