import { randomUUID } from "node:crypto";
import { Category, Role, usernameKey } from "@saha/contract";
import type { Tx } from "../database/database.ts";
import type { Keys } from "../process/secrets.ts";
import { createTicket } from "../tickets/create-ticket.ts";
import { dayAfter, type EventDays, openDays } from "../tickets/event-day.ts";
import { shortCode, shortCodeHash } from "../tickets/ticket-code.ts";
import { seedBooths } from "./seed-booths.ts";
import { seedEvening } from "./seed-evening.ts";
import { seedGate } from "./seed-gate.ts";
import { seedGiveaways } from "./seed-giveaways.ts";
import { seedInvitations } from "./seed-invitations.ts";
import { seedSurvey } from "./seed-survey.ts";

/** One account for each role (rules §8). */
export const demoAccounts: { username: string; name: string; roleId: Role; riotId?: string }[] = [
  { username: "admin", name: "سارة المنصوري", roleId: Role.Admin },
  { username: "gameadmin", name: "خالد العتيبي", roleId: Role.GameAdmin },
  { username: "trivia", name: "ليلى حسن", roleId: Role.TriviaAdmin },
  { username: "score", name: "عمر شريف", roleId: Role.ScoreAdmin },
  { username: "noura", name: "نورة القحطاني", roleId: Role.User, riotId: "Noura#KSA1" },
  { username: "booth", name: "يوسف عادل", roleId: Role.BoothAdmin },
  { username: "scan", name: "مها إبراهيم", roleId: Role.ScanAdmin },
  { username: "supertrivia", name: "طارق الشمري", roleId: Role.SuperTriviaAdmin },
  { username: "reset", name: "هدى فؤاد", roleId: Role.PasswordResetAdmin },
];

type Setting = { passwordHash: string; now: Date; days: EventDays };

/** A whole Arabic event with days from yesterday to 30 days on (rules §8). */
export async function seedDemo(tx: Tx, keys: Keys, { passwordHash, now, days }: Setting): Promise<void> {
  const crowdNames = [...attendees, ...players];
  const accounts = [
    ...demoAccounts,
    ...crowdNames.map((username) => ({ username, name: username, roleId: Role.User })),
  ];
  const users = await tx
    .insertInto("users")
    .values(
      accounts.map((account) => ({
        username: account.username,
        usernameKey: usernameKey(account.username),
        name: account.name,
        roleId: account.roleId,
        riotId: "riotId" in account ? account.riotId : null,
        // An address that can't exist, whose mails lie in the outbox: so recovery can be tried.
        email: demoAccounts.includes(account) ? `${account.username}@saha.example` : null,
        isVerified: demoAccounts.includes(account),
        passwordHash,
      })),
    )
    .returning(["id", "username"])
    .execute();
  const idOf = new Map(users.map(({ id, username }) => [username, id]));
  const need = (username: string) => idOf.get(username) ?? 0;
  const games = await seedBooths(tx, need("booth"));
  await seedEvening(tx, {
    games,
    now,
    days,
    own: need("noura"),
    players: crowdNames.map(need),
    staff: { booth: need("booth"), game: need("gameadmin"), trivia: need("trivia"), stage: need("supertrivia") },
  });
  let crowd = users.filter((user) => attendees.includes(user.username)).map((user) => user.id);
  const [today] = openDays(now, { timeZone: days.timeZone, dayEnds: "00:00" });
  await seedInvitations(tx, keys, dayAfter(today, 5), crowd);
  await seedSurvey(tx, crowd);
  const [first] = games;
  if (first) await seedGiveaways(tx, first.boothId, crowd, need("admin"));
  for (const ticket of freeTickets) {
    const { day, taken, ...fields } = ticket;
    const fromCrowd = crowd.slice(0, taken);
    // Nobody holds two tickets of a day.
    crowd = [...crowd.slice(taken), ...fromCrowd];
    const holders = isTonight(ticket) ? [...fromCrowd, ...players.map(need)] : fromCrowd;
    const ticketId = await createTicket(tx, {
      ...fields,
      day: dayAfter(today, day),
      description: ".",
      category: Category.Free,
      active: ticket.active ?? true,
      visible: true,
      eventName: "ساحة اللعب 2026",
    });
    await take(tx, keys, ticketId, dayAfter(today, day), holders);
    if (isTonight(ticket)) {
      await seedGate(tx, { now, scannerId: need("scan"), ticket: { id: ticketId, title: ticket.title }, holders });
    }
  }
}

const attendees = ["فيصل", "ريم", "بدر", "دانة", "مازن", "جود", "زياد", "لمى", "أنس", "هيا", "سلمان", "ملاك"];

/** Who came for the games: each holds tonight's ticket. */
const players = [
  "شهد",
  "عبدالله",
  "ياسمين",
  "راشد",
  "منيرة",
  "كريم",
  "العنود",
  "حمد",
  "رغد",
  "يزيد",
  "سارة.م",
  "مشاري",
  "جنى",
  "تركي",
  "لانا",
  "ناصر",
  "ريناد",
  "صقر",
  "هند",
  "وليد",
  "نوف",
  "ماجد",
  "غلا",
  "سيف",
  "أروى",
  "بسام",
  "ميار",
  "فارس",
];

type DemoTicket = {
  title: string;
  type: "Silver" | "Gold" | "Premium";
  day: number;
  price: number;
  quantity: number;
  features: string;
  taken: number;
  active?: boolean;
};

/** The ticket that all who play tonight hold. */
const isTonight = ({ day, price }: DemoTicket) => day === 0 && price === 0;

const freeTickets: DemoTicket[] = [
  {
    title: "ليلة الافتتاح",
    type: "Silver",
    day: -1,
    price: 0,
    quantity: 300,
    features: "دخول ليلة الافتتاح\nعرض أبطال العرب المباشر",
    taken: 5,
  },
  {
    title: "اليوم الأول: بطولة فالورانت",
    type: "Gold",
    day: 0,
    price: 0,
    quantity: 500,
    features: "دخول كل أجنحة الألعاب\nوجبة ومشروب\nمقعد في مدرج البطولة\nهدية عند البوابة",
    taken: 8,
  },
  {
    title: "اليوم الأول: دخول المقاعد الأمامية",
    type: "Premium",
    day: 0,
    price: 150,
    quantity: 40,
    features: "الصف الأول أمام المسرح\nلقاء اللاعبين المحترفين\nوجبة كاملة",
    taken: 0,
  },
  {
    title: "اليوم الثاني: كأس كرة القدم",
    type: "Silver",
    day: 1,
    price: 0,
    quantity: 400,
    features: "دخول كل أجنحة الألعاب\nمشروب مجاني",
    taken: 4,
  },
  {
    title: "اليوم الثاني: جناح العائلات",
    type: "Gold",
    day: 1,
    price: 0,
    quantity: 6,
    features: "دخول لفردين\nركن الأطفال\nوجبتان",
    taken: 6,
  },
  {
    title: "اليوم الثالث: قتال الشوارع",
    type: "Gold",
    day: 2,
    price: 0,
    quantity: 250,
    features: "دخول كل أجنحة الألعاب\nتسجيل في بطولة القتال\nوجبة ومشروب",
    taken: 3,
  },
  {
    title: "تدريب المتطوعين",
    type: "Silver",
    day: 3,
    price: 0,
    quantity: 60,
    features: "للمتطوعين المسجلين فقط",
    taken: 0,
    active: false,
  },
  {
    title: "ختام الموسم",
    type: "Premium",
    day: 30,
    price: 0,
    quantity: 1000,
    features: "حفل الختام\nتوزيع الجوائز\nعرض موسيقي",
    taken: 0,
  },
];

async function take(tx: Tx, keys: Keys, ticketId: number, day: string, holders: number[]): Promise<void> {
  if (holders.length === 0) return;
  const rows = holders.map((userId) => {
    const uuid = randomUUID();
    return { uuid, shortCodeHash: shortCodeHash(keys, shortCode(keys, uuid)), userId, ticketId, day };
  });
  await tx.insertInto("purchases").values(rows).execute();
  await tx.updateTable("tickets").set({ purchased: holders.length }).where("id", "=", ticketId).execute();
}
