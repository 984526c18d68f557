import { Role, type User } from "@saha/contract";
import { type ComponentType, Suspense } from "react";
import { useMember } from "../../session.ts";
import { screenPart } from "../../ui/on-demand.tsx";
import { Welcome } from "./welcome.tsx";

const AdminHome = screenPart(async () => (await import("./admin-home.tsx")).AdminHome);
const PasswordHome = screenPart(async () => (await import("./password-home.tsx")).PasswordHome);
const ScanHome = screenPart(async () => (await import("./scan-home.tsx")).ScanHome);

const homes: Partial<Record<Role, ComponentType<{ user: User }>>> = {
  [Role.ScanAdmin]: ScanHome,
  [Role.PasswordResetAdmin]: PasswordHome,
  [Role.Admin]: AdminHome,
};

/**
 * The home of attendees, and of the roles that find doors there (spec §2); what only staff see is fetched by staff
 * alone.
 */
export function Home() {
  const user = useMember();
  const Mine = homes[user.roleId] ?? Welcome;
  return (
    <Suspense>
      <Mine user={user} />
    </Suspense>
  );
}
