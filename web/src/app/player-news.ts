import { api, type Events, type Poll, placeIn, waitAt } from "@saha/contract";
import { queryOf } from "../api.ts";
import { putPast } from "../ask-past.ts";
import { drawOf, endedBy } from "../pieces/giveaway/draw.ts";
import { m } from "../text/compiled/messages.js";
import { toast } from "../ui/toast/toast.ts";
import { queryClient } from "./queries.ts";
import { renew } from "./renew.ts";
import { changeSpinning, setSpinning } from "./spinning.ts";

/** Milliseconds that a winner's name stays (spec §9). */
const winnerStays = 10_000;

/** What tells a player of a call. */
export const ownPlaces = [api.queue.mine, api.queue.slots] as const;

/**
 * What a player is told: the six toasts of spec §8, one of a score that was set or a result taken back (rules §5), and
 * which queries each event renews. A line that moves renews every own place in it without a call (rules §7).
 */
export function playerNews(userId: number) {
  return {
    "Score:userWin": ({ message }) => {
      void toast({ kind: "success", message: m.news_win({ message }) });
      renewScores();
    },
    "Score:userLose": ({ message }) => {
      void toast({ kind: "error", message: m.news_lose({ message }) });
      renewScores();
    },
    "Score:userTrivia": ({ message }) => {
      void toast({ kind: "info", message: m.news_trivia({ message }) });
      renewScores();
    },
    "Score:changed": ({ message }) => {
      void toast({ kind: "info", message });
      renewScores();
    },
    "UserIsCalled:update": ({ message }) => {
      void toast({ kind: "info", message: m.news_called({ message }) });
      renewPlaces();
    },
    "UserEnter:update": ({ message }) => {
      void toast({ kind: "info", message: m.news_enter({ message }) });
      renewPlaces();
    },
    "Poll:userPollWin": (event) => {
      const { pollId, message } = event;
      void toast({ kind: "success", message: m.news_poll_winner({ message }), stays: winnerStays });
      changeSpinning(endedBy(event));
      changePoll(pollId, endedBy(event));
    },
    "Queue:changed": renewPlaces,
    "Queue:line": (event) => moveLine(userId, event),
  } satisfies Partial<{ [Name in keyof Events]: (event: Events[Name]) => void }>;
}

/**
 * Shows a draw that begins from what the news carries: all phones at this moment, and none of them asks. One without a
 * time is over with the news of its winner.
 */
export function beginDraw(event: Events["Poll:spinning"]): void {
  const draw = drawOf(event);
  const { id, renderTime, spinningUntil } = draw;
  if (renderTime === 0) return;
  setSpinning(draw);
  changePoll(id, (poll) => ({ ...poll, renderTime, spinningUntil }));
}

function changePoll(pollId: number, change: (poll: Poll) => Poll): void {
  const { queryKey } = queryOf(api.polls.get, { params: { id: String(pollId) } });
  putPast(queryClient, queryKey, () => queryClient.setQueryData(queryKey, (now) => now && change(now)));
}

function renewScores(): void {
  renew(api.profiles.get, api.scores.standings, api.scores.explained, api.scores.ofBooth, api.scores.get);
}

/** Asks anew for the own places, and for how busy the booths are. */
export function renewPlaces(): void {
  renew(...ownPlaces, api.booths.list, api.booths.games);
}

/**
 * The place and the wait follow from the order that the news carries, so that a hall full of phones does not ask at
 * every press.
 */
function moveLine(userId: number, { gameId, line, isWhole, pace }: Events["Queue:line"]): void {
  const { queryKey } = queryOf(api.queue.slots, { params: { id: String(userId) } });
  putPast(queryClient, queryKey, () =>
    queryClient.setQueryData(queryKey, (now) =>
      now?.map((one) => {
        if (one.gameId !== gameId || one.state === "playing") return one;
        const slot = placeIn(line, one.number);
        if (!slot && !isWhole && one.number > (line.at(-1) ?? 0)) return one;
        return { ...one, slot, wait: slot ? waitAt(slot, pace) : null };
      }),
    ),
  );
}
