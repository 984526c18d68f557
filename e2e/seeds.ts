import { randomUUID } from "node:crypto";
import { api, Category, Platform, Role, type Ticket } from "@saha/contract";
import type { Caller } from "@saha/web/caller";
import { createAccount, eventDay, type Person, reserve, signIn } from "./accounts.ts";
import { type RunningServer, startServer } from "./server.ts";

/**
 * The demo as the server seeds it, an event where nothing has happened yet, or one where every name is as long as the
 * contract lets it be.
 */
export type SeedName = "demo" | "bare" | "long";

export type Signed = { access: string; refresh: string; user: string };

export type SeededServer = RunningServer & {
  admin: Caller;
  /** Signs an account in on the API, once, so that a browser can open as that person. */
  signed(username: string): Promise<Signed>;
  /** The short code of a ticket that somebody new has just taken. */
  takenCode(choice: "free" | "priced" | "tomorrow"): Promise<string>;
  /** A code that has been let in and served. */
  usedCode(): Promise<string>;
  /** What people typed in: names, titles, features, as last asked for. Its language is theirs. */
  names(anew?: "anew"): Promise<string[]>;
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

/** Starts a server of its own and brings it into the state that its screens show, through the API alone. */
export async function startSeeded(name: SeedName): Promise<SeededServer> {
  const server = await startServer({ demo: name === "demo" });
  try {
    const adminPassword = name === "demo" ? password : server.adminPassword;
    const { call: admin } = await signIn(server.url, "admin", adminPassword);
    const seeded = seededServer(server, admin, adminPassword);
    await { demo: seedDemo, bare: seedBare, long: seedLong }[name](server.url, admin);
    return seeded;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

function seededServer(server: RunningServer, admin: Caller, adminPassword: string): SeededServer {
  const known = new Map<string, Promise<Signed>>();
  let names: Promise<string[]> | undefined;
  const taken = async (choice: "free" | "priced" | "tomorrow") => {
    const [today, tomorrow] = [eventDay(0), eventDay(1)];
    const ticket = (await admin(api.tickets.list)).find(
      ({ day, price, purchased, quantity, active }) =>
        active &&
        purchased < quantity &&
        day === (choice === "tomorrow" ? tomorrow : today) &&
        price > 0 === (choice === "priced"),
    );
    if (!ticket) throw new Error(`This seed has no ${choice} ticket`);
    const person = await newcomer(server.url, admin);
    return reserve(person, ticket);
  };
  return {
    ...server,
    admin,
    signed(username) {
      const session =
        known.get(username) ??
        signIn(server.url, username, username === "admin" ? adminPassword : password).then(({ session }) => ({
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
    names(anew) {
      if (anew || !names) names = typedNames(admin);
      return names;
    },
  };
}

/** Every name, title and sentence that the server holds, longest first. */
async function typedNames(admin: Caller): Promise<string[]> {
  const [users, tickets, categories, booths, games, platforms, scanned, codes, polls, questions] = await Promise.all([
    admin(api.users.list),
    admin(api.tickets.list),
    admin(api.categories.list),
    admin(api.booths.list),
    admin(api.games.list),
    admin(api.platforms.list),
    admin(api.scans.log),
    admin(api.invitations.list),
    admin(api.polls.list),
    admin(api.surveys.list),
  ]);
  const answers = await Promise.all(
    questions.map(({ id }) => admin(api.surveys.answers, { params: { id: String(id) } })),
  );
  return [
    ...users.flatMap(({ username, name, email, riotId }) => [username, name, email, riotId]),
    ...tickets.flatMap(({ title, eventName, features }) => [title, eventName, ...wordsOf(features)]),
    ...tickets.flatMap(({ description, ticketInviter }) => [description, ticketInviter]),
    ...codes.map(({ sentTo }) => sentTo),
    ...polls.flatMap(({ name, secondary }) => [name, secondary]),
    ...questions.map(({ question }) => question),
    ...answers.flat().map(({ answer }) => answer),
    ...[...categories, ...booths, ...platforms].map(({ name }) => name),
    ...games.flatMap(({ name, shortName, description }) => [name, shortName, ...wordsOf(description)]),
    ...scanned.flatMap(({ gate, ticketTitle, scanner }) => [gate, ticketTitle, scanner.name]),
    gateName,
    longNames.gate,
    noMatch,
  ]
    .filter((name) => name !== null && name !== "" && name !== ".")
    .map((name) => String(name).trim())
    .filter((name) => name.length > 1)
    .sort((a, b) => b.length - a.length);
}

/** The lines as they were typed, and what of them is read once their markup is gone. */
function wordsOf(features: string): string[] {
  return features.split("\n").flatMap((line) => [line, ...line.split(/<[^>]*>|&\w+;/)]);
}

/** Typed into a search that finds nothing. */
export const noMatch = "ظظظ";
export const gateName = "البوابة الشرقية، بجوار مدخل العائلات";

async function seedDemo(url: string, admin: Caller): Promise<void> {
  const tickets = await admin(api.tickets.list);
  const free = (day: string) =>
    tickets.find((one) => one.day === day && one.price === 0 && one.active && one.purchased < one.quantity) as Ticket;
  const holder = await createAccount(url, admin, { username: demoNames.holder, password });
  for (const day of [0, 1, 2]) await reserve(holder, free(eventDay(day)));
  for (const [name, served] of [
    [demoNames.entered, false],
    [demoNames.served, true],
  ] as const) {
    const { shortCode } = await reserve(
      await createAccount(url, admin, { username: name, password }),
      free(eventDay(0)),
    );
    await scan(admin, shortCode);
    if (served) await admin(api.scans.feature, { body: { qrToken: shortCode } }, { idempotencyKey: randomUUID() });
  }
  const waiting = await createAccount(url, admin, { username: demoNames.waiting, password });
  const { id } = await waiting.call(api.auth.me);
  await waiting.call(api.profiles.update, { params: { userId: String(id) }, body: { email: "dana.k@example.com" } });
}

async function seedBare(url: string, admin: Caller): Promise<void> {
  for (const [username, roleId] of [
    ["noura", Role.User],
    ["scan", Role.ScanAdmin],
    ["reset", Role.PasswordResetAdmin],
  ] as const) {
    await createAccount(url, admin, { username, password, roleId });
  }
}

async function seedLong(url: string, admin: Caller): Promise<void> {
  await admin(api.categories.create, { body: { name: words.slice(0, 80) } });
  await seedLongBooth(admin);
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
    await make({ title, price: 0, day: eventDay(0) }),
    await make({ title: "W".repeat(120), price: 999_999.5, day: eventDay(1) }),
    await make({ title: `${"ش".repeat(118)}!`, price: 150, day: eventDay(0) }),
    await make({ title: title.slice(0, 60), price: 0, day: eventDay(3), active: false }),
  ];
  await seedLongInvitations(admin, title);
  await admin(api.surveys.create, { body: { question: words.padEnd(480, " والأجنحة والألعاب").trim() } });
  await createAccount(url, admin, { username: longNames.scan, password, roleId: Role.ScanAdmin });
  await createAccount(url, admin, { username: longNames.admin, password, roleId: Role.Admin });
  const holder = await createAccount(url, admin, { username: longNames.user, password });
  const { id } = await holder.call(api.auth.me);
  await holder.call(api.profiles.update, {
    params: { userId: String(id) },
    body: {
      name: "عبدالرحمن بن عبدالعزيز بن محمد الغامدي القحطاني المنصوري التميمي".slice(0, 80),
      riotId: `${"AbdulrahmanTheGreat".repeat(3)}#KSA`.slice(0, 60),
      email: `abdulrahman.${"alghamdi.".repeat(5)}albaha@mail.example.com`,
    },
  });
  for (const ticket of tickets.slice(0, 2)) await reserve(holder, ticket);
}

async function seedLongInvitations(admin: Caller, title: string): Promise<void> {
  const { id } = await admin(api.tickets.create, {
    body: {
      title,
      description: words,
      eventName: title,
      ticketInviter: words.slice(0, 120).trim(),
      quantity: 10_000,
      day: eventDay(4),
      category: Category.Invitation,
    },
  });
  const code = (await admin(api.invitations.list)).find(({ ticketId }) => ticketId === id);
  await admin(api.invitations.update, {
    params: { id: String(code?.id) },
    body: { sentTo: words.slice(0, 120).trim() },
  });
}

async function seedLongBooth(admin: Caller): Promise<void> {
  const { id: boothId } = await admin(api.booths.create, { body: { name: words.slice(0, 80).trim() } });
  const points = {
    winPoints: 1_000_000,
    losePoints: -1_000_000,
    finite: true,
    min: -1_000_000_000,
    max: 1_000_000_000,
  };
  await admin(api.games.create, {
    body: {
      name: "W".repeat(80),
      shortName: "بطولة الشرق الأوسط".padEnd(20, "م"),
      platformId: Platform.SuperTrivia,
      boothId,
      description: `<h2>${words}</h2><p>${"w".repeat(100)}</p><ol><li><p>${words}</p></li></ol>`,
      ...points,
    },
  });
}

function newcomer(url: string, admin: Caller): Promise<Person> {
  const username = `لاعب.${randomUUID().slice(0, 6).replace(/[a-f]/g, "7").replaceAll("-", "")}${Date.now() % 100_000}`;
  return createAccount(url, admin, { username, password });
}

function scan(admin: Caller, qrToken: string) {
  return admin(api.scans.entry, { body: { qrToken, gate: gateName } }, { idempotencyKey: randomUUID() });
}
