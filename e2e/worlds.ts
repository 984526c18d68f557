import { randomUUID } from "node:crypto";
import { api, Category, type Purchase, Role, type Ticket } from "@saha/contract";
import { type Caller, createCaller } from "@saha/web/caller";
import { type Event, openEvent } from "./event.ts";

/** A whole demo event, one where nothing has happened yet, or one where every name is as long as the contract lets it be. */
export type WorldName = "demo" | "bare" | "long";

export type Signed = { access: string; refresh: string; user: string };

export type World = Event & {
  admin: Caller;
  /** Signs an account in on the API, once, so that a browser can open as that person. */
  signed(username: string): Promise<Signed>;
  /** The short code of a ticket that somebody new has just taken. */
  takenCode(choice: "free" | "priced" | "tomorrow"): Promise<string>;
  /** A code that has been let in and served. */
  usedCode(): Promise<string>;
  /** What people typed in: names, titles, features. Its language is theirs. */
  names(): Promise<string[]>;
};

export const password = "saha-demo-2026";
export const demoNames = {
  /** Holds tickets for three days. */
  holder: "رامي",
  /** Is in. */
  entered: "سلمى",
  /** Is in and has been served. */
  served: "تامر",
  /** Has an email that waits for its code. */
  waiting: "dana.k",
};
export const longNames = {
  user: `abdulrahman.alghamdi.${"w".repeat(19)}`,
  scan: "عبدالرحمن_بن_عبدالعزيز_الغامدي_ابن_الوليد".slice(0, 40),
  admin: `M${"m".repeat(39)}`,
  gate: "ب".repeat(40),
};
const words =
  "النهائي الكبير لبطولة الشرق الأوسط وشمال إفريقيا للألعاب الإلكترونية بحضور جميع الفرق المتأهلة واللاعبين المحترفين والجمهور";

/** Opens an event and brings it into the state that its screens show, through the API alone. */
export async function openWorld(name: WorldName): Promise<World> {
  const event = await openEvent({ demo: name === "demo" });
  try {
    const adminPassword = name === "demo" ? password : event.adminPassword;
    const { call: admin } = await signIn(event.url, "admin", adminPassword);
    const world = worldOf(event, admin, adminPassword);
    await { demo: fillDemo, bare: fillBare, long: fillLong }[name](event.url, admin);
    return world;
  } catch (error) {
    await event.stop();
    throw error;
  }
}

function worldOf(event: Event, admin: Caller, adminPassword: string): World {
  const known = new Map<string, Promise<Signed>>();
  const taken = async (choice: "free" | "priced" | "tomorrow") => {
    const [today, tomorrow] = [dayFrom(0), dayFrom(1)];
    const ticket = (await admin(api.tickets.list)).find(
      ({ day, price, purchased, quantity, active }) =>
        active &&
        purchased < quantity &&
        day === (choice === "tomorrow" ? tomorrow : today) &&
        price > 0 === (choice === "priced"),
    );
    if (!ticket) throw new Error(`This world has no ${choice} ticket`);
    const person = await newcomer(event.url, admin);
    return reserve(person.call, ticket);
  };
  return {
    ...event,
    admin,
    signed(username) {
      const session =
        known.get(username) ??
        signIn(event.url, username, username === "admin" ? adminPassword : password).then(({ session }) => ({
          access: session.accessToken,
          refresh: session.refreshToken,
          user: JSON.stringify(session.user),
        }));
      known.set(username, session);
      return session;
    },
    async takenCode(choice) {
      return (await taken(choice)).shortCode;
    },
    async usedCode() {
      const { shortCode } = await taken("free");
      await scan(admin, shortCode);
      return shortCode;
    },
    async names() {
      const [users, tickets, categories] = await Promise.all([
        admin(api.users.list),
        admin(api.tickets.list),
        admin(api.categories.list),
      ]);
      return [
        ...users.flatMap(({ username, name, email, riotId }) => [username, name, email, riotId]),
        ...tickets.flatMap(({ title, eventName, features }) => [title, eventName, ...wordsOf(features)]),
        ...categories.map((category) => category.name),
        gateName,
        longNames.gate,
        noMatch,
      ]
        .filter((name) => name !== null && name !== "" && name !== ".")
        .map((name) => String(name).trim())
        .filter((name) => name.length > 1)
        .sort((a, b) => b.length - a.length);
    },
  };
}

/** The lines as they were typed, and what of them is read once their markup is gone. */
function wordsOf(features: string): string[] {
  return features.split("\n").flatMap((line) => [line, ...line.split(/<[^>]*>|&\w+;/)]);
}

/** Typed into a search that finds nothing. */
export const noMatch = "ظظظ";
export const gateName = "البوابة الشرقية، بجوار مدخل العائلات";

async function fillDemo(url: string, admin: Caller): Promise<void> {
  const tickets = await admin(api.tickets.list);
  const free = (day: string) =>
    tickets.find((one) => one.day === day && one.price === 0 && one.active && one.purchased < one.quantity) as Ticket;
  const holder = await account(url, admin, demoNames.holder);
  for (const day of [0, 1, 2]) await reserve(holder, free(dayFrom(day)));
  for (const [name, served] of [
    [demoNames.entered, false],
    [demoNames.served, true],
  ] as const) {
    const { shortCode } = await reserve(await account(url, admin, name), free(dayFrom(0)));
    await scan(admin, shortCode);
    if (served) await admin(api.scans.feature, { body: { qrToken: shortCode } }, { idempotencyKey: randomUUID() });
  }
  const waiting = await account(url, admin, demoNames.waiting);
  const { id } = await waiting(api.auth.me);
  await waiting(api.profiles.update, { params: { userId: String(id) }, body: { email: "dana.k@example.com" } });
}

async function fillBare(_url: string, admin: Caller): Promise<void> {
  for (const [username, roleId] of [
    ["noura", Role.User],
    ["scan", Role.ScanAdmin],
    ["reset", Role.PasswordResetAdmin],
  ] as const) {
    await admin(api.users.create, { body: { username, password, password_confirmation: password, roleId } });
  }
}

async function fillLong(url: string, admin: Caller): Promise<void> {
  await admin(api.categories.create, { body: { name: words.slice(0, 80) } });
  const title = words.padEnd(120, " والعائلات").slice(0, 120).trim();
  const features = [
    `دخول ${words}`,
    "w".repeat(100),
    "<b>وجبة كاملة</b> مع <a href='https://example.com/menu'>قائمة الطعام</a> &amp; مشروب",
    "هدية",
  ].join("\n");
  const make = (fields: { title: string; price: number; day: string; active?: boolean }) =>
    admin(api.tickets.create, {
      body: { quantity: 1_000_000, category: Category.Free, type: "Premium", features, eventName: title, ...fields },
    });
  const tickets = [
    await make({ title, price: 0, day: dayFrom(0) }),
    await make({ title: "W".repeat(120), price: 999_999.5, day: dayFrom(1) }),
    await make({ title: `${"ش".repeat(118)}!`, price: 150, day: dayFrom(0) }),
    await make({ title: title.slice(0, 60), price: 0, day: dayFrom(3), active: false }),
  ];
  await account(url, admin, longNames.scan, Role.ScanAdmin);
  await account(url, admin, longNames.admin, Role.Admin);
  const holder = await account(url, admin, longNames.user);
  const { id } = await holder(api.auth.me);
  await holder(api.profiles.update, {
    params: { userId: String(id) },
    body: {
      name: "عبدالرحمن بن عبدالعزيز بن محمد الغامدي القحطاني المنصوري التميمي".slice(0, 80),
      riotId: `${"AbdulrahmanTheGreat".repeat(3)}#KSA`.slice(0, 60),
      email: `abdulrahman.${"alghamdi.".repeat(5)}albaha@mail.example.com`,
    },
  });
  for (const ticket of tickets.slice(0, 2)) await reserve(holder, ticket);
}

async function newcomer(url: string, admin: Caller) {
  const username = `لاعب.${randomUUID().slice(0, 6).replace(/[a-f]/g, "7").replaceAll("-", "")}${Date.now() % 100_000}`;
  return { username, call: await account(url, admin, username) };
}

async function account(url: string, admin: Caller, username: string, roleId: Role = Role.User): Promise<Caller> {
  await admin(api.users.create, { body: { username, password, password_confirmation: password, roleId } });
  return (await signIn(url, username, password)).call;
}

function reserve(person: Caller, { id }: Ticket): Promise<Purchase> {
  return person(api.purchases.reserve, { body: { ticketId: id } }, { idempotencyKey: randomUUID() });
}

function scan(admin: Caller, qrToken: string) {
  return admin(api.scans.entry, { body: { qrToken, gate: gateName } }, { idempotencyKey: randomUUID() });
}

/** A day in the event's zone, counted from today. */
function dayFrom(offset: number): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: "Etc/GMT-3" }).format(Date.now() + offset * 86_400_000);
}

export async function signIn(url: string, identifier: string, secret: string) {
  let tokens: { access: string; refresh: string } | null = null;
  const call = createCaller({
    base: `${url}/api`,
    tokens: () => tokens,
    renew: (access, of) => {
      tokens = { ...of, access };
    },
    ended: () => {},
    language: () => "ar",
    offlineSentence: () => "The server does not answer",
  });
  const session = await call(api.auth.login, { body: { identifier, password: secret } });
  tokens = { access: session.accessToken, refresh: session.refreshToken };
  return { call, session };
}
