import { type Constraints, unreachable } from "../database/constraints.ts";

/** Maps the constraints of accounts, sessions, one-time codes and known devices. */
export const authConstraints: Constraints = {
  users_username_taken: { problem: "user.username_taken", field: "username" },
  users_username_imitates: { problem: "user.username_imitates", field: "username" },
  users_verified_email: { problem: "user.email_taken", field: "email" },
  // An account that goes while its own call still runs.
  sessions_user_id_fkey: { problem: "auth.required" },
  known_devices_user_id_fkey: { problem: "auth.required" },
  ...unreachable("the contract lets in no such value", [
    "users_username_check",
    "users_role_id_check",
    "users_registered_on_check",
    "sessions_language_check",
  ]),
  ...unreachable("written by the server alone, in one form", [
    "users_deleted_are_nameless",
    "sessions_idle_seconds_check",
    "sessions_refresh_hash_check",
    "one_time_codes_code_hmac_check",
    "one_time_codes_purpose_check",
    "one_time_codes_device_hash_check",
    "known_devices_device_hash_check",
  ]),
  ...unreachable("random, and too long to meet twice", ["users_uuid_key", "sessions_refresh_hash_key"]),
  ...unreachable("a path of a file that was stored before, and that nothing removes while it is shown", [
    "users_avatar",
  ]),
  ...unreachable("holds the key of booth admins; the id alone is unique already", ["users_of_role"]),
  ...unreachable("written on conflict do update", ["known_devices_pkey"]),
  ...unreachable("a code is made for an account that is locked or read in the same transaction, by no call", [
    "one_time_codes_user_id_fkey",
  ]),
};
