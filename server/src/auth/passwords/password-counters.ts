/** Names the counter of wrong passwords at an account's username, by its id, or at one that nobody has (rules §3). */
export function usernameCounter(owner: number | string): string {
  return typeof owner === "number" ? `account ${owner}` : `nobody ${owner}`;
}

/**
 * Names the counters of wrong passwords at what was typed as an address, by itself, whoever has verified it: on the
 * account's, ten tries at the address would pause the one username whose address it is (rules §3; 0044).
 */
export function addressCounters(address: string) {
  const wrong = `address ${address.toLowerCase()}`;
  return { wrong, asNamesake: `${wrong}, which is the name of another` };
}

/**
 * Names the counter of wrong own passwords in a session, apart from signing in: who holds one keeps the owner neither
 * out, nor on another device from changing the password (rules §3).
 */
export const ownPasswordCounter = (sessionId: number) => `change in session ${sessionId}`;
