import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { day, deleted, id, idParams, line, name, optionalName, text, time } from "./fields.ts";
import { Role } from "./role.ts";
import { Category, purchaseStatuses, ticketTypes } from "./ticket-words.ts";

const ticketType = z.enum(ticketTypes, "choice");

const price = z.number().check(z.gte(0), z.lte(1_000_000), z.multipleOf(0.01, "two_decimals"));
const quantity = z.int().check(z.gte(0), z.lte(1_000_000));

/** An invitation ticket's codes are made in the one transaction that makes it. */
const maxCodes = 10_000;
/** What of the log of scans comes with one answer. */
export const maxScans = 10_000;
const fewEnoughCodes: z.core.CheckFn<{ category: number; quantity: number }> = ({ value, issues }) => {
  if (value.category !== Category.Invitation || value.quantity <= maxCodes) return;
  issues.push({ code: "too_big", origin: "number", maximum: maxCodes, input: value.quantity, path: ["quantity"] });
};

export const Ticket = z.object({
  id,
  title: z.string(),
  price: z.number(),
  quantity: z.int(),
  day,
  categoryId: id,
  description: z.string(),
  features: z.string(),
  active: z.boolean(),
  visible: z.boolean(),
  eventName: z.string(),
  type: z.nullable(ticketType),
  ticketInviter: z.nullable(z.string()),
  redeemed: z.int(),
  entryScanned: z.int(),
  featureScanned: z.int(),
  purchased: z.int(),
  createdAt: time,
  updatedAt: time,
});
export type Ticket = z.infer<typeof Ticket>;

export const Purchase = z.object({
  id,
  userId: id,
  ticketId: id,
  ticket: z.pick(Ticket, {
    id: true,
    title: true,
    price: true,
    day: true,
    categoryId: true,
    features: true,
    eventName: true,
    type: true,
    ticketInviter: true,
  }),
  status: z.enum(purchaseStatuses),
  /** A path to the QR picture that the server draws; the token stands in it (rules §4). */
  qrImage: z.string(),
  /** What is typed when a camera can't: `XXXXX-XXXXX` (rules §4). */
  shortCode: z.string(),
  lastQrEntryScan: z.nullable(time),
  lastQrFeatureScan: z.nullable(time),
  createdAt: time,
});
export type Purchase = z.infer<typeof Purchase>;

/** A purchase in the administrators' table; no code stands in it, so that a list of everybody's admits nobody. */
export const PurchasedTicket = z.extend(
  z.pick(Purchase, {
    id: true,
    userId: true,
    ticketId: true,
    status: true,
    lastQrEntryScan: true,
    lastQrFeatureScan: true,
    createdAt: true,
  }),
  {
    user: z.object({ id, username: z.string(), name: z.nullable(z.string()) }),
    ticket: z.pick(Ticket, { id: true, title: true, day: true, categoryId: true, type: true, price: true }),
  },
);
export type PurchasedTicket = z.infer<typeof PurchasedTicket>;

const CategoryRow = z.object({ id, name: z.string(), createdAt: time, updatedAt: time });
export type TicketCategory = z.infer<typeof CategoryRow>;

export const tickets = {
  list: endpoint({
    method: "GET",
    path: "/ticket",
    summary: "All tickets for administrators, the visible ones for everybody else",
    access: "member",
    data: z.array(Ticket),
  }),
  create: endpoint({
    method: "POST",
    path: "/ticket",
    summary: "Add a ticket; an invitation ticket gets one code for each place",
    access: [Role.Admin],
    status: 201,
    idempotent: true,
    body: z
      .object({
        title: line(120),
        price: z._default(price, 0),
        quantity,
        day,
        description: z._default(text(2000), "."),
        category: id,
        features: z._default(text(4000), ""),
        active: z._default(z.boolean(), true),
        visible: z._default(z.boolean(), true),
        eventName: z._default(optionalName(120), ""),
        type: z.optional(z.nullable(ticketType)),
        ticketInviter: z.optional(z.nullable(optionalName(120))),
      })
      .check(fewEnoughCodes),
    data: Ticket,
    problems: ["category.not_found"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/ticket/:id",
    summary: "Change a ticket; a missing field keeps its value; quantity, day and event name of a free one only",
    access: [Role.Admin],
    params: idParams,
    body: z.object({
      title: z.optional(line(120)),
      price: z.optional(price),
      features: z.optional(text(4000)),
      active: z.optional(z.boolean()),
      visible: z.optional(z.boolean()),
      quantity: z.optional(quantity),
      day: z.optional(day),
      eventName: z.optional(optionalName(120)),
      description: z.optional(text(2000)),
      type: z.optional(z.nullable(ticketType)),
      ticketInviter: z.optional(z.nullable(optionalName(120))),
    }),
    data: Ticket,
    problems: ["ticket.not_found", "ticket.set_when_made", "ticket.quantity_below_purchased", "ticket.day_conflict"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/ticket/:id",
    summary: "Delete a ticket that nobody ever took",
    access: [Role.Admin],
    params: idParams,
    data: deleted,
    problems: ["ticket.not_found", "ticket.has_purchases"],
  }),
};

export const categories = {
  list: endpoint({
    method: "GET",
    path: "/ticket-category",
    summary: "All ticket categories",
    access: "member",
    data: z.array(CategoryRow),
  }),
  create: endpoint({
    method: "POST",
    path: "/ticket-category",
    summary: "Add a ticket category",
    access: [Role.Admin],
    status: 201,
    idempotent: true,
    body: z.object({ name: name(80) }),
    data: CategoryRow,
    problems: ["category.name_taken"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/ticket-category/:id",
    summary: "Rename a ticket category; the first three are protected",
    access: [Role.Admin],
    params: idParams,
    body: z.object({ name: name(80) }),
    data: CategoryRow,
    problems: ["category.not_found", "category.protected", "category.name_taken"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/ticket-category/:id",
    summary: "Delete an unused ticket category; the first three are protected",
    access: [Role.Admin],
    params: idParams,
    data: deleted,
    problems: ["category.not_found", "category.protected", "category.in_use"],
  }),
};

export const purchases = {
  list: endpoint({
    method: "GET",
    path: "/ticket-purchase",
    summary: "All purchased tickets, 100,000 at most",
    access: [Role.Admin],
    data: z.array(PurchasedTicket),
  }),
  mine: endpoint({
    method: "GET",
    path: "/ticket-purchase/me",
    summary: "The own tickets",
    access: [Role.User],
    data: z.array(Purchase),
  }),
  reserve: endpoint({
    method: "POST",
    path: "/ticket-purchase",
    summary: "Take a free ticket: one a day, while places last; at `price` and on `day` alone, when given",
    access: [Role.User],
    status: 201,
    idempotent: true,
    body: z.object({ ticketId: id, price: z.optional(price), day: z.optional(day) }),
    data: Purchase,
    problems: [
      "ticket.not_found",
      "ticket.invitation_only",
      "ticket.inactive",
      "ticket.changed",
      "ticket.over",
      "ticket.sold_out",
      "ticket.day_taken",
      "ticket.invited_that_day",
      "request.too_many",
    ],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/ticket-purchase/:id",
    summary: "Give an own unused ticket back; an administrator deletes any, of `status` alone, when given",
    access: [Role.Admin, Role.User],
    params: idParams,
    query: z.object({ status: z.optional(z.enum(purchaseStatuses)) }),
    data: deleted,
    problems: ["purchase.not_found", "request.outdated", "purchase.not_active", "ticket.over", "request.too_many"],
  }),
};

/** What the scanner's phone shows of an admitted ticket (rules §4). */
export const Scan = z.object({
  userId: id,
  /** An answer that a version before kept for a repeated press has no day. */
  ticket: z.extend(z.pick(Ticket, { categoryId: true, title: true, type: true, ticketInviter: true, price: true }), {
    day: z.optional(Ticket.shape.day),
  }),
  user: z.object({ username: z.string(), name: z.nullable(z.string()), avatar: z.nullable(z.string()) }),
  scannedAt: time,
});
export type Scan = z.infer<typeof Scan>;

const scanBody = z.object({
  /** The text of the QR, or a typed short code; any other text is an unknown ticket (rules §4). */
  qrToken: z.string(),
  gate: z.optional(z.nullable(optionalName(40))),
});
const scanProblems = [
  "ticket.unknown",
  "ticket.already_used",
  "ticket.cancelled",
  "ticket.given_back",
  "ticket.wrong_day",
  "ticket.holder_blocked",
  "scan.too_many_unknown",
  "request.too_many",
] as const;

export const scans = {
  entry: endpoint({
    method: "POST",
    path: "/ticket-scan/validate-qrEntry",
    loggedIn: "scan-log",
    summary: "Let a ticket in at the gate, once",
    access: [Role.ScanAdmin, Role.Admin],
    idempotent: true,
    body: scanBody,
    data: Scan,
    problems: scanProblems,
  }),
  feature: endpoint({
    method: "POST",
    path: "/ticket-scan/validate-qrFeature",
    loggedIn: "scan-log",
    summary: "Serve food or another feature for a ticket that is in, once",
    access: [Role.ScanAdmin, Role.Admin],
    idempotent: true,
    body: scanBody,
    data: Scan,
    problems: [...scanProblems, "ticket.not_entered"],
  }),
  log: endpoint({
    method: "GET",
    path: "/scan-log",
    summary: "The latest 10,000 scans, refused ones too, newest first",
    access: [Role.Admin],
    data: z.array(
      z.object({
        id,
        kind: z.enum(["entry", "feature"]),
        /** `admitted`, or the code of the refusal. */
        result: z.string(),
        gate: z.nullable(z.string()),
        scanner: z.object({ id, name: z.string(), username: z.string() }),
        user: z.nullable(z.object({ id, name: z.string(), username: z.string() })),
        ticketTitle: z.nullable(z.string()),
        at: time,
      }),
    ),
  }),
};
