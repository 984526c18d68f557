import { Role } from "@saha/contract";
import { useState } from "react";
import { Profile } from "../features/profile/profile.tsx";
import { useMember } from "../session.ts";
import { onDemand } from "../ui/on-demand.tsx";

const ChangePassword = onDemand(async () => (await import("../features/auth/change-password.tsx")).ChangePassword);

/** The profile of every role; attendees change their password here, staff in the user menu (rules §2). */
export function ProfileScreen() {
  const { roleId } = useMember();
  const [isChanging, setIsChanging] = useState(false);
  return (
    <>
      <Profile onChangePassword={roleId === Role.User ? () => setIsChanging(true) : undefined} />
      {isChanging && <ChangePassword onClose={() => setIsChanging(false)} onMissing={() => setIsChanging(false)} />}
    </>
  );
}
