/** Names the counters of wrong passwords of an account, by its id, or of a name that nobody has (rules §3). */
export function passwordCounters(owner: number | string) {
  const signIn = typeof owner === "number" ? `account ${owner}` : `nobody ${owner}`;
  return { signIn, asNamesake: `${signIn}, whose address is the name of another` };
}

/**
 * Names the counter of wrong own passwords in a session, apart from signing in: who holds one keeps the owner neither
 * out, nor on another device from changing the password (rules §3).
 */
export const ownPasswordCounter = (sessionId: number) => `change in session ${sessionId}`;
