import { Role, type User } from "@saha/contract";
import { useEffect } from "react";
import { openRealtime } from "../realtime.ts";

/** Listens to the server while somebody is signed in; what is made of its word comes along with the socket. */
export function useNews(user: Pick<User, "id" | "roleId"> | null): void {
  const { id, roleId } = user ?? {};
  useEffect(() => {
    if (id === undefined || roleId === undefined) return;
    const load = async () => (await import("./news.ts")).listenersOf({ id, roleId });
    return openRealtime(load, { isPatient: roleId === Role.User });
  }, [id, roleId]);
}
