import { api } from "@saha/contract";
import { useQuery } from "@tanstack/react-query";
import { queryOf } from "../../api.ts";
import { useConnected } from "../../realtime.ts";

/** Milliseconds between two looks while no news arrives, each screen at its own time. */
const lookMs = 10_000 + Math.random() * 10_000;

/**
 * Reads the list of the queue screen. News moves it; where none arrives, as in a network that lets no WebSocket
 * through, it is looked at from time to time, or whoever joined would stand on no open screen of the staff.
 */
export function useList() {
  const isConnected = useConnected();
  return useQuery({ ...queryOf(api.queue.list), refetchInterval: isConnected ? false : lookMs });
}
