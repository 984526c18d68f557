import { randomUUID } from "node:crypto";
import { test as base, expect, type Page } from "@playwright/test";
import { api, type Purchase, Role, type SignedIn, type Ticket } from "@saha/contract";
import { type Caller, createCaller } from "@saha/web/caller";
import { type Event, openEvent } from "./event.ts";

export { expect };

type Person = { username: string; password: string; call: Caller; session: SignedIn };

export type Given = {
  admin: Caller;
  /** An account of a role, signed in on the API. */
  person(roleId: Role, username?: string): Promise<Person>;
  ticket(fields?: Partial<Ticket>): Promise<Ticket>;
  purchase(person: Person, ticket: Ticket): Promise<Purchase>;
  /** The browser opens as this person. */
  signedIn(page: Page, person: Person): Promise<void>;
};

const password = "kalima-sirriya-77";
let count = 0;

/** One event for each worker; what a journey needs is given through the API, never behind its back. */
export const test = base.extend<{ given: Given }, { event: Event; admin: Caller }>({
  event: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from this pattern.
    async ({}, use) => {
      const event = await openEvent();
      await use(event);
      await event.stop();
    },
    { scope: "worker" },
  ],
  admin: [
    async ({ event }, use) => {
      const { call } = await signIn(event, "admin", event.adminPassword);
      await use(call);
    },
    { scope: "worker" },
  ],
  baseURL: ({ event }, use) => use(event.url),
  given: async ({ event, admin }, use) => {
    await use({
      admin,
      async person(roleId, username = `player${Date.now().toString(36)}${++count}`) {
        await admin(api.users.create, {
          body: { username, password, password_confirmation: password, roleId },
        });
        return { username, password, ...(await signIn(event, username, password)) };
      },
      ticket: (fields = {}) =>
        admin(api.tickets.create, {
          body: {
            title: fields.title ?? `تذكرة ${++count}`,
            price: fields.price ?? 0,
            quantity: fields.quantity ?? 10,
            day: fields.day ?? today(),
            category: fields.categoryId ?? 1,
            features: fields.features ?? "دخول كل الأجنحة\nوجبة ومشروب\nهدية عند البوابة",
            eventName: fields.eventName ?? "ساحة اللعب",
            active: fields.active ?? true,
            ...(fields.type === undefined ? {} : { type: fields.type }),
          },
        }),
      purchase: (person, ticket) =>
        person.call(api.purchases.reserve, { body: { ticketId: ticket.id } }, { idempotencyKey: randomUUID() }),
      async signedIn(page, { session }) {
        await page.addInitScript(
          ([access, refresh, user]) => {
            if (localStorage.getItem("journey_signed_in")) return;
            localStorage.setItem("journey_signed_in", "1");
            localStorage.setItem("access_token", access);
            localStorage.setItem("refresh_token", refresh);
            localStorage.setItem("user", user);
          },
          [session.accessToken, session.refreshToken, JSON.stringify(session.user)] as const,
        );
      },
    });
  },
});

/** Today in the event's zone, moved by whole days. */
export function today(offset = 0): string {
  const zone = new Intl.DateTimeFormat("sv-SE", { timeZone: "Etc/GMT-3" });
  return zone.format(Date.now() + offset * 86_400_000);
}

async function signIn(event: Event, username: string, secret: string) {
  let tokens: { access: string; refresh: string } | null = null;
  const call = createCaller({
    base: `${event.url}/api`,
    tokens: () => tokens,
    renew: (access, of) => {
      tokens = { ...of, access };
    },
    ended: () => {},
    language: () => "ar",
    offlineSentence: () => "The server does not answer",
  });
  const session = await call(api.auth.login, { body: { identifier: username, password: secret } });
  tokens = { access: session.accessToken, refresh: session.refreshToken };
  return { call, session };
}

/** Everybody who has screens of their own (spec §6). */
export const staffRoles = Object.values(Role).filter((role) => role !== Role.User);
