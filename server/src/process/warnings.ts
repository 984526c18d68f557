import type { WarningCode } from "@saha/contract";
import type { Logger } from "pino";

export type Warnings = {
  /**
   * Tells the operator, in the log once and on the administrator's home until the next start, what is set up wrongly.
   */
  raise(code: WarningCode): void;
  list(): { code: WarningCode; at: string }[];
};

const sentences: Record<WarningCode, string> = {
  "proxy.untrusted":
    "FORWARDED HEADERS ARRIVE WHILE TRUST_PROXY IS UNSET: everybody behind the proxy counts as one address, " +
    "and limits that are meant for one phone meet the whole venue. Set TRUST_PROXY to the address of the proxy.",
  "database.powerful":
    "DATABASE_URL SIGNS IN AS A SUPERUSER, OR AS WHO OWNS THE TABLES: whoever broke into the application could also " +
    "rewrite the audit. Name a plain role there, and the owner of the tables in DATABASE_OWNER_URL.",
  "mail.refused":
    "THE MAIL SERVER REFUSES MAILS FOR ANOTHER REASON THAN THEIR ADDRESS: they are tried again, codes for four hours, " +
    "all else for five days. What it said stands in this log; look at SMTP_URL, MAIL_FROM and what it allows in a day.",
  "mail.local_links":
    "MAILS LEAVE WHILE PUBLIC_URL IS UNSET: their links lead to localhost, which nobody can open. Set PUBLIC_URL to " +
    "the address that visitors type.",
};

/** Opens the warnings of this process. */
export function openWarnings(log: Logger): Warnings {
  const raised = new Map<WarningCode, string>();
  return {
    raise(code) {
      if (raised.has(code)) return;
      raised.set(code, new Date().toISOString());
      log.warn({ warning: code }, sentences[code]);
    },
    list: () => [...raised].map(([code, at]) => ({ code, at })),
  };
}
