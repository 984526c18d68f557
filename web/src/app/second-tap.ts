/** What a first tap presses, when it makes place for something else. */
const pressable = "a,button,input,label";
/** Milliseconds within which a second tap belongs to the first one; systems count a double one so. */
const period = 500;
/** Pixels within which it does: a finger's width. */
const reach = 40;

type Press = { on: Element | null | undefined; x: number; y: number; at: number };

/**
 * Refuses the second tap of a double one where it would press what has come in the first one's place: two quick taps on
 * a booth's tile joined the line of its first game, on "Join" the line below, on any link they answered a call. Taps
 * beside each other, as on a keypad, and by the keyboard (no `detail`) are all taken.
 */
export function refuseSecondTaps(page: Document, options: boolean | AddEventListenerOptions = true): void {
  let last: Press | undefined;
  let isFinger = false;
  const see = ({ pointerType }: PointerEvent) => {
    isFinger = pointerType === "touch";
  };
  const judge = (event: MouseEvent) => {
    const { clientX: x, clientY: y, timeStamp: at, detail } = event;
    if (!detail) return;
    const first = last;
    last = { on: pressedAt(event.target as Element), x, y, at };
    if (
      first?.on &&
      (isFinger || detail > 1) &&
      at - first.at <= period &&
      Math.hypot(x - first.x, y - first.y) <= reach &&
      pressedAt(page.elementFromPoint(first.x, first.y)) !== first.on
    ) {
      event.preventDefault();
      event.stopImmediatePropagation();
      // A third one belongs to the first as well.
      last = { ...first, at };
    }
  };
  page.addEventListener("pointerdown", see, options);
  page.addEventListener("click", judge, options);
}

const pressedAt = (target: Element | null) => target?.closest(pressable);
