import type { api, User } from "@saha/contract";
import type * as z from "zod/mini";

export type Details = {
  name: string;
  email: string;
  riotId: string;
  avatar: File | null;
  /** The own password, which a change of a verified email may need. */
  password: string;
};
export type Changes = Omit<z.input<typeof api.profiles.update.body>, "avatar">;

/** What the form shows: of two addresses the one in force; the other waits for its code beside it (rules §3). */
export function detailsOf({ name, email, riotId }: User): Details {
  return { name: name ?? "", email: email ?? "", riotId: riotId ?? "", avatar: null, password: "" };
}

/**
 * Lists what is sent of the text fields: those that were changed since the form was filled, so that it undoes nothing
 * that was changed elsewhere meanwhile; empty ones are skipped and keep their value (spec §5: profile update).
 */
export function changesOf(typed: Details, before: Details): Changes {
  const fields = (["name", "email", "riotId"] as const).filter((field) => {
    const text = typed[field].trim();
    return text !== "" && text !== before[field];
  });
  const changes = Object.fromEntries(fields.map((field) => [field, typed[field].trim()]));
  return fields.includes("email") && typed.password !== "" ? { ...changes, password: typed.password } : changes;
}

/** Whether saving would change nothing. */
export function isSame(typed: Details, before: Details): boolean {
  return typed.avatar === null && Object.keys(changesOf(typed, before)).length === 0;
}
