import { api, type Endpoint, Role, type User } from "@saha/contract";
import { keyOf } from "../api.ts";
import { isAlive, type Listeners } from "../realtime.ts";
import { askUserAnew, isEndForeseen } from "../session.ts";
import { inSession } from "../tokens.ts";
import { ownPlaces, playerNews, renewPlaces } from "./player-news.ts";
import { queryClient } from "./queries.ts";
import { setSpinning } from "./spinning.ts";
import { renewEntry, renewLine, renewOwnBooth } from "./staff-news.ts";

/** Milliseconds over which the phones of a hall spread what need not be asked at once. */
const spreadMs = 5000;

/** What an open socket makes of the server's word for this person: the screens fetch again (rules §7). */
export function listenersOf({ id: userId, roleId }: Pick<User, "id" | "roleId">): Listeners {
  const isPlayer = roleId === Role.User;
  return {
    "Session:ended": () => void (isEndForeseen() || isAlive()),
    "Account:changed": renewAccount,
    "Ticket:changed": renewTickets,

    "Booth:changed": renewBooths,
    "Booth:assigned": renewOwnBooth,
    "Queue:entry": renewEntry,

    ...playerNews(userId),

    "Poll:spinning": ({ pollId }) => {
      renewPolls();
      setSpinning(pollId);
    },
    "Poll:changed": renewPolls,

    // No screen shows these yet.
    "Board:changed": null,

    opened: isPlayer ? renewPlaces : renewLine,
    missed: renewerOf(isPlayer ? ownPlaces : [api.queue.list]),
  };
}

/**
 * Asks anew for everything after a return: for the own places, or the line, at once, for the rest at a moment of its
 * own, so that a hall whose sockets all come back does not ask for all of it together. A screen that is opened until
 * then asks at once. Nothing comes of it when the session is over by then.
 */
function renewerOf(own: readonly Endpoint[]): () => void {
  const first = new Set<unknown>(own.map(({ path }) => path));
  let later: ReturnType<typeof setTimeout> | undefined;
  return () => {
    const isFirst = ({ queryKey: [path] }: { queryKey: readonly unknown[] }) => first.has(path);
    void queryClient.invalidateQueries({ refetchType: "none" });
    void queryClient.refetchQueries({ type: "active", predicate: isFirst });
    clearTimeout(later);
    const moment = new Promise((resolve) => {
      later = setTimeout(resolve, Math.random() * spreadMs);
    });
    void inSession(moment).then(() => queryClient.invalidateQueries({ predicate: (query) => !isFirst(query) }));
  };
}

function renewTickets(): void {
  void queryClient.invalidateQueries({ queryKey: keyOf(api.purchases.mine) });
  void queryClient.invalidateQueries({ queryKey: keyOf(api.tickets.list) });
}

function renewPolls(): void {
  for (const endpoint of [api.polls.list, api.polls.ofBooth, api.polls.get, api.polls.draws, api.polls.nextDraw]) {
    void queryClient.invalidateQueries({ queryKey: keyOf(endpoint) });
  }
}

function renewBooths(): void {
  const ofBooths = [api.booths.list, api.booths.get, api.booths.games, api.booths.theme, api.boothThemes.list];
  for (const endpoint of [...ofBooths, api.games.list, api.platforms.list]) {
    void queryClient.invalidateQueries({ queryKey: keyOf(endpoint) });
  }
}

function renewAccount(): void {
  void queryClient.invalidateQueries({ queryKey: keyOf(api.profiles.get) });
  void askUserAnew().catch(() => {});
}
