import { Role } from "@saha/contract";
import { useMember } from "../../session.ts";
import { AdminHome } from "./admin-home.tsx";
import { PasswordHome } from "./password-home.tsx";
import { ScanHome } from "./scan-home.tsx";
import { StaffHome } from "./staff-home.tsx";
import { Welcome } from "./welcome.tsx";

/** What shows depends on the role (spec §2). */
export function Home() {
  const user = useMember();
  switch (user.roleId) {
    case Role.User:
      return <Welcome user={user} />;
    case Role.ScanAdmin:
      return <ScanHome user={user} />;
    case Role.PasswordResetAdmin:
      return <PasswordHome user={user} />;
    case Role.Admin:
      return <AdminHome user={user} />;
    default:
      return <StaffHome user={user} />;
  }
}
