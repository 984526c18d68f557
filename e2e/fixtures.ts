import { test as base, expect, type Page } from "@playwright/test";
import { api, type Purchase, Role, type Ticket } from "@saha/contract";
import type { Caller } from "@saha/web/caller";
import { createAccount, eventDay, type Person, reserve, signIn } from "./accounts.ts";
import { takeNewer } from "./old-browser.ts";
import { type RunningServer, startServer } from "./server.ts";

export { expect };

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
export const test = base.extend<{ given: Given }, { server: RunningServer; admin: Caller }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from this pattern.
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  admin: [
    async ({ server }, use) => {
      const { call } = await signIn(server.url, "admin", server.adminPassword);
      await use(call);
    },
    { scope: "worker" },
  ],
  baseURL: ({ server }, use) => use(server.url),
  context: async ({ context }, use) => {
    await context.addInitScript(takeNewer);
    await use(context);
  },
  given: async ({ server, admin }, use) => {
    await use({
      admin,
      person: (roleId, username = `player${Date.now().toString(36)}${++count}`) =>
        createAccount(server.url, admin, { username, password, roleId }),
      ticket: (fields = {}) =>
        admin(api.tickets.create, {
          body: {
            title: fields.title ?? `تذكرة ${++count}`,
            price: fields.price ?? 0,
            quantity: fields.quantity ?? 10,
            day: fields.day ?? eventDay(),
            category: fields.categoryId ?? 1,
            features: fields.features ?? "دخول كل الأجنحة\nوجبة ومشروب\nهدية عند البوابة",
            eventName: fields.eventName ?? "ساحة اللعب",
            active: fields.active ?? true,
            ...(fields.type === undefined ? {} : { type: fields.type }),
          },
        }),
      purchase: reserve,
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

/** Everybody who has screens of their own (spec §6). */
export const staffRoles = Object.values(Role).filter((role) => role !== Role.User);
