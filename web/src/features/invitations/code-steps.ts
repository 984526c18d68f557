import type { InvitationCode } from "@saha/contract";

/**
 * The way of a code, in its order; a later step implies none of the earlier ones: a code can be told by word of mouth.
 */
export const steps = ["all", "sent", "opened", "redeemed", "entered"] as const;
export type Step = (typeof steps)[number];

/** What a list of codes can be narrowed to: those that have come to a step, or those that have not. */
export type Filter = { step: Step; isMissing: boolean };

const reached: Record<Step, (code: InvitationCode) => boolean> = {
  all: () => true,
  sent: ({ sentTo, mailedAt }) => sentTo !== null || mailedAt !== null,
  opened: ({ openedAt }) => openedAt !== null,
  redeemed: ({ redeemed }) => redeemed,
  entered: ({ enteredAt }) => enteredAt !== null,
};

/** Narrows codes to those that a filter lets through. */
export function filtered(codes: readonly InvitationCode[], { step, isMissing }: Filter): InvitationCode[] {
  return codes.filter((code) => reached[step](code) !== isMissing);
}

/** Counts the codes that have come to each step. */
export function countsOf(codes: readonly InvitationCode[]): Record<Step, number> {
  const count = (step: Step) => codes.filter(reached[step]).length;
  return Object.fromEntries(steps.map((step) => [step, count(step)])) as Record<Step, number>;
}

/** The codes that nobody has been given yet. */
export function unsent(codes: readonly InvitationCode[]): InvitationCode[] {
  return codes.filter((code) => !reached.sent(code) && !code.redeemed);
}

/** The codes that wait to be mailed: an address stands there, and no letter went to it. */
export function toMail(codes: readonly InvitationCode[]): InvitationCode[] {
  return codes.filter((code) => hasAddress(code) && code.mailedAt === null && !code.redeemed);
}

/** Whether what was noted looks like an email; the server has the last word. */
function hasAddress({ sentTo }: InvitationCode): boolean {
  return sentTo !== null && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(sentTo);
}

/** What keeps a code from being mailed: it was used, or no email is saved with it; null when nothing does. */
export function hindranceTo(code: InvitationCode, isTyping: boolean): "redeemed" | "unsaved" | null {
  if (code.redeemed) return "redeemed";
  return hasAddress(code) && !isTyping ? null : "unsaved";
}

/** The link of a code, under the address at which the organiser works. */
export function linkOf({ code }: Pick<InvitationCode, "code">): string {
  return `${location.origin}/ticket/invitation?code=${code}`;
}
