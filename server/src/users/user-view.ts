/** The columns of an account that leave the server; never the password (spec §3). */
export const userColumns = [
  "id",
  "uuid",
  "username",
  "name",
  "email",
  "pendingEmail",
  "avatar",
  "roleId",
  "riotId",
  "isBlocked",
  "isVerified",
  "createdAt",
  "updatedAt",
] as const;
