/** A sum that the server asks for before it does something costly; ALTCHA's form (rules §3). */
export type Challenge = { algorithm: string; challenge: string; maxnumber: number; salt: string; signature: string };
