/** What takes presses. */
const pressable = "a, button, input, select, textarea, label, summary, [role=option]";
/** Milliseconds and pixels within which a second tap belongs to the first one; systems count a double one so. */
const [period, reach] = [500, 40];

type Press = { on: Element | null; x: number; y: number; at: number };
type Find = (x: number, y: number) => Element | null;

/**
 * Refuses the second tap of a double one where it would press what has come in the first one's place: two quick taps on
 * a booth's tile joined the line of its first game, on "Join" the line below, on any link they answered a call. Taps
 * beside each other, as on a keypad, and by the keyboard are all taken.
 */
export function refuseSecondTaps(
  page: Document,
  find: Find = (x, y) => page.elementFromPoint(x, y),
  { signal }: { signal?: AbortSignal } = {},
): void {
  let last: Press | undefined;
  let isFinger = false;
  const see = ({ pointerType }: PointerEvent) => {
    isFinger = pointerType === "touch";
  };
  const judge = (event: MouseEvent) => {
    const { clientX: x, clientY: y, timeStamp: at, detail } = event;
    if (detail === 0) return;
    const first = last;
    last = { on: pressedAt(event.target as Element | null), x, y, at };
    if (!first?.on || !(isFinger || detail > 1)) return;
    if (at - first.at > period || Math.hypot(x - first.x, y - first.y) > reach) return;
    if (pressedAt(find(first.x, first.y)) === first.on) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // A third one belongs to the first as well.
    last = { ...first, at };
  };
  const options = { capture: true, ...(signal && { signal }) };
  page.addEventListener("pointerdown", see, options);
  page.addEventListener("click", judge, options);
}

const pressedAt = (target: Element | null): Element | null => target?.closest(pressable) ?? null;
