import { Role, type User } from "@saha/contract";
import { type ComponentType, lazy, Suspense } from "react";
import { useMember } from "../../session.ts";
import { Welcome } from "./welcome.tsx";

const AdminHome = lazy(async () => ({ default: (await import("./admin-home.tsx")).AdminHome }));
const PasswordHome = lazy(async () => ({ default: (await import("./password-home.tsx")).PasswordHome }));
const ScanHome = lazy(async () => ({ default: (await import("./scan-home.tsx")).ScanHome }));

const homes: Partial<Record<Role, ComponentType<{ user: User }>>> = {
  [Role.ScanAdmin]: ScanHome,
  [Role.PasswordResetAdmin]: PasswordHome,
  [Role.Admin]: AdminHome,
};

/** The home of attendees, and of the roles that find doors there (spec §2); what only staff see is fetched by staff alone. */
export function Home() {
  const user = useMember();
  const Mine = homes[user.roleId] ?? Welcome;
  return (
    <Suspense>
      <Mine user={user} />
    </Suspense>
  );
}
