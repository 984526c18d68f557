/** The nine roles and their numeric ids on the wire (spec §6). */
export const Role = {
  Admin: 1,
  GameAdmin: 2,
  TriviaAdmin: 3,
  ScoreAdmin: 4,
  User: 5,
  BoothAdmin: 6,
  ScanAdmin: 7,
  SuperTriviaAdmin: 8,
  PasswordResetAdmin: 9,
} as const;
export type Role = (typeof Role)[keyof typeof Role];

export const roles: readonly Role[] = Object.values(Role);

/** Roles that work at the event rather than attend it; their sessions are shorter (rules §3). */
export function isStaff(role: Role): boolean {
  return role !== Role.User;
}
