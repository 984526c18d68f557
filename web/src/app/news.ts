import { api, type Endpoint, Role, type User } from "@saha/contract";
import { askAnew } from "../ask-past.ts";
import { isAlive, type Listeners } from "../realtime.ts";
import { askUserAnew, isEndForeseen } from "../session.ts";
import { beginDraw, ownPlaces, playerNews, renewPlaces } from "./player-news.ts";
import { queryClient } from "./queries.ts";
import { answersOf, later, renew } from "./renew.ts";
import { forgetEntries, renewEntry, renewLine, renewMany, renewOwnBooth } from "./staff-news.ts";

const ofTickets = [api.purchases.mine, api.tickets.list];
const ofPolls = [api.polls.list, api.polls.ofBooth, api.polls.get, api.polls.draws, api.polls.nextDraw];
/** By which staff read who won. */
const ofEntrants = [api.polls.entries, api.polls.participants];
const ofBooths = [
  ...[api.booths.list, api.booths.get, api.booths.games, api.booths.theme, api.boothThemes.list],
  ...[api.games.list, api.platforms.list],
];

/**
 * What an open socket makes of the server's word for this person: the screens fetch again (rules §7), a hall of
 * attendees what is not their own at a moment of each (0112).
 */
export function listenersOf({ id: userId, roleId }: Pick<User, "id" | "roleId">): Listeners {
  const isPlayer = roleId === Role.User;
  const renewerFor = (endpoints: readonly Endpoint[]) =>
    isPlayer ? later(answersOf(endpoints)) : () => renew(...endpoints);
  const renewTickets = later(answersOf(ofTickets));
  const renewPolls = renewerFor(isPlayer ? ofPolls : [...ofPolls, ...ofEntrants]);
  // What was told between a page's first answers and its socket.
  const openedForPlayer = () => {
    renewOwn();
    renewPolls();
  };
  const missed = renewerOf(isPlayer ? ownPlaces : [api.queue.list]);
  return {
    "Session:ended": () => void (isEndForeseen() || isAlive()),
    "Account:changed": renewAccount,
    "Ticket:changed": ({ isForMany }) => (isForMany ? renewTickets() : renew(...ofTickets)),

    "Booth:changed": renewerFor(ofBooths),
    "Booth:assigned": renewOwnBooth,
    "Queue:entry": renewEntry,
    "Queue:many": renewMany,

    ...playerNews(userId),

    "Poll:spinning": isPlayer ? beginDraw : renewPolls,
    "Poll:changed": renewPolls,

    // No screen shows these yet.
    "Board:changed": null,

    opened: isPlayer ? openedForPlayer : renewLine,
    missed,
    // Told to a whole hall at once, which comes back from a lost connection phone by phone.
    "News:missed": isPlayer ? later(() => true) : missed,
  };
}

/**
 * Asks anew for everything after a return: for the own places, or the line, at once, for the rest later. What was asked
 * before hangs on a line that is gone, and is broken off.
 */
function renewerOf(own: readonly Endpoint[]): () => void {
  const isFirst = answersOf(own);
  const renewRest = later(
    (query) => !isFirst(query),
    (predicate) => queryClient.invalidateQueries({ predicate }),
  );
  return () => {
    forgetEntries();
    renewRest();
    askAnew(queryClient, { predicate: isFirst });
  };
}

/** A ticket is shown at the gate in the moment in which the app is opened, and let in before the socket is. */
function renewOwn(): void {
  renewPlaces();
  renew(api.purchases.mine);
}

function renewAccount(): void {
  renew(api.profiles.get);
  void askUserAnew().catch(() => {});
}
