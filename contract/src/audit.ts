import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { day, id, pathId, time } from "./fields.ts";
import { Role } from "./role.ts";

/** What of the audit comes with one answer; older rows are found by its filters. */
export const maxAuditRows = 10_000;

const columns = z.nullable(z.record(z.string(), z.unknown()));

/**
 * One row of a table that a call changed, with the columns that differ; `{ withheld: true }` stands for a secret or
 * what names a person.
 */
export const AuditChange = z.object({
  subject: z.string(),
  subjectId: z.nullable(z.string()),
  /** Null where the row was not there before. */
  before: columns,
  /** Null where the row is there no more. */
  after: columns,
});
export type AuditChange = z.infer<typeof AuditChange>;

/** One call by staff that changed something: who, what, when and from where (rules §2). */
export const AuditRow = z.object({
  id,
  at: time,
  /** By id, so that an anonymised account stays anonymous; its name is the one it has now, null when it is gone. */
  actor: z.object({ id, name: z.nullable(z.string()) }),
  call: z.string(),
  params: z.record(z.string(), z.unknown()),
  ip: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  changes: z.array(AuditChange),
});
export type AuditRow = z.infer<typeof AuditRow>;

export const audit = {
  list: endpoint({
    method: "GET",
    path: "/audit",
    summary:
      "The latest 10,000 changes by staff, newest first; of one person, of one kind of thing, of some of the event's days",
    access: [Role.Admin],
    query: z.object({
      actorId: z.optional(pathId),
      /** A table, such as `tickets`. */
      subject: z.optional(z.string().check(z.regex(/^[a-z_]{1,40}$/))),
      /** The event's first and last day to show. */
      from: z.optional(day),
      to: z.optional(day),
    }),
    data: z.array(AuditRow),
  }),
};
