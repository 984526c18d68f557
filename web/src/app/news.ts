import { api } from "@saha/contract";
import { useEffect } from "react";
import { call, keyOf } from "../api.ts";
import { isAlive, openRealtime } from "../realtime.ts";
import { currentUser, settle } from "../session.ts";
import { queryClient } from "./queries.ts";

/** Listens to the server while somebody is signed in: what it says makes the screens fetch again (rules §7). */
export function useNews(userId: number | undefined): void {
  useEffect(() => {
    if (userId === undefined) return;
    return openRealtime({
      "Session:ended": () => void isAlive(),
      "Account:changed": () => void renewAccount(),
      "Ticket:changed": renewTickets,
      missed: () => void queryClient.invalidateQueries(),
    });
  }, [userId]);
}

function renewTickets(): void {
  void queryClient.invalidateQueries({ queryKey: keyOf(api.purchases.mine) });
  void queryClient.invalidateQueries({ queryKey: keyOf(api.tickets.list) });
}

async function renewAccount(): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: keyOf(api.profiles.get) });
  const user = await call(api.auth.me).catch(() => null);
  if (user && currentUser()?.id === user.id) settle(user);
}
