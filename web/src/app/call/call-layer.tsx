import { useLocation } from "@tanstack/react-router";
import { Suspense } from "react";
import { isCalled, usePlaces } from "../../pieces/line/use-places.ts";
import { fetchWhenResting, late } from "../../ui/on-demand.tsx";
import { usePast } from "../../ui/use-past.ts";
import { useSoundAtPress } from "./use-sound-at-press.ts";

const loadCard = async () => (await import("./call-card.tsx")).CallCard;
const loadKept = async () => (await import("./kept-place.tsx")).KeptPlace;
const CallCard = late(loadCard);
const KeptPlace = late(loadKept);
// A call must not wait for its card, nor meet a page that a newer build has made old.
fetchWhenResting(loadCard);
fetchWhenResting(loadKept);

/**
 * Milliseconds in which cards, kept places, and the screen below that they move, take no press: it was meant for what
 * stood there before.
 */
const rest = 500;

/**
 * Watches over the own places wherever an attendee is: a call rings and stands over every screen until it is answered,
 * a place that is kept waits for one press (rules §5). Home and the booth's page show kept places themselves.
 */
export function CallLayer() {
  const { pathname } = useLocation();
  const { places: known } = usePlaces();
  const places = known ?? [];
  const called = places.filter(isCalled);
  const kept = places.filter(({ state }) => state === "late" || state === "held");
  const isShown = (boothId: number) => pathname === "/" || pathname === `/userBooths/${boothId}`;
  useSoundAtPress(places.length > 0);
  const bars = kept.filter(({ game }) => !isShown(game.boothId));
  // Those that are shown below have no bar, yet move each other there, and the games that can be joined: a tap on one
  // joined the next one's line when a place above it came or went. Those that come with the screen move nothing in it.
  const shown = known && [called, kept, bars, known].map((of) => of.map(({ id }) => id).join()).join(" ");
  const hasJustMoved = usePast(shown, rest).some((before) => before || called[0] || bars[0]);
  return (
    <Suspense>
      {hasJustMoved && <span hidden data-rests />}
      {called.length > 0 && <span hidden data-called />}
      {called.map((place, index) => (
        <CallCard key={place.id} place={place} isFull={pathname === "/" && index === 0} isResting={hasJustMoved} />
      ))}
      {bars.map((place) => (
        <KeptPlace key={place.id} place={place} isResting={hasJustMoved} />
      ))}
    </Suspense>
  );
}
