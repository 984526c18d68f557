/** Names the counters of wrong passwords of an account, by its id, or of a name that nobody has (rules §3). */
export function passwordCounters(owner: number | string) {
  const signIn = typeof owner === "number" ? `account ${owner}` : `nobody ${owner}`;
  return { signIn, asNamesake: `${signIn}, whose address is the name of another`, change: `change ${owner}` };
}
