import { Role } from "@saha/contract";
import { m } from "./compiled/messages.js";

const names: Record<number, () => string> = {
  [Role.Admin]: m.role_admin,
  [Role.GameAdmin]: m.role_game_admin,
  [Role.TriviaAdmin]: m.role_trivia_admin,
  [Role.ScoreAdmin]: m.role_score_admin,
  [Role.User]: m.role_user,
  [Role.BoothAdmin]: m.role_booth_admin,
  [Role.ScanAdmin]: m.role_scan_admin,
  [Role.SuperTriviaAdmin]: m.role_super_trivia_admin,
  [Role.PasswordResetAdmin]: m.role_password_reset_admin,
};

/** A role in words; an id that is not on the list is an unknown role (spec §6). */
export function roleName(roleId: number): string {
  return (names[roleId] ?? m.role_unknown)();
}
