/**
 * Calls that stand in the contract while their side of the server is still to be built. The list only shrinks: the
 * access test fails when a call of it is served, and when one that is not in it is not.
 */
export const notServedYet: readonly string[] = [];
