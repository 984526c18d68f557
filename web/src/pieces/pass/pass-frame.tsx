import { type ReactNode, type Ref, type RefObject, useLayoutEffect, useRef } from "react";
import type { Metal } from "../../ui/theme/metals.ts";
import { Artwork } from "../artwork/artwork.tsx";
import style from "./pass.module.css";
import { type PassSize, plates } from "./plates.ts";

/** The plate of a pass: metal or bare, engraved from a seed, cut by two notches where its stub begins. */
export function PassFrame(props: {
  seed: string;
  metal: Metal | "none";
  size: PassSize;
  rings?: number | undefined;
  head: ReactNode;
  stub?: ReactNode;
  as?: "article" | "div";
  ref?: Ref<HTMLElement>;
}) {
  const { seed, metal, size, rings, head, stub, as: Tag = "article" } = props;
  const top = useRef<HTMLDivElement>(null);
  const body = useSeam(top);
  return (
    <Tag ref={props.ref as Ref<HTMLDivElement>} className={style.pass} data-metal={metal} data-size={size}>
      <div ref={body} className={style.body}>
        <Artwork
          seed={seed}
          kind={metal === "none" ? "engraving" : "plate"}
          {...plates[size]}
          {...(rings ? { rings } : {})}
          className={style.art}
        />
        <div ref={top} className={style.head}>
          {head}
        </div>
        {stub && <div className={style.stub}>{stub}</div>}
      </div>
    </Tag>
  );
}

/** Cuts the notches where the head ends, however many lines its title takes: sets `--seam` on the body, pixels. */
function useSeam(head: RefObject<HTMLElement | null>) {
  const body = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const [card, top] = [body.current, head.current];
    if (!card || !top) return;
    const cut = () => cutSoon(card, top);
    cut();
    const watch = new ResizeObserver(cut);
    watch.observe(top);
    return () => watch.disconnect();
  }, [head]);
  return body;
}

const uncut = new Map<HTMLElement, HTMLElement>();

/**
 * Cuts before the next paint: all heads are measured before any body is cut, so that a list is laid out once and not
 * for each pass.
 */
function cutSoon(card: HTMLElement, top: HTMLElement): void {
  uncut.set(card, top);
  if (uncut.size > 1) return;
  queueMicrotask(() => {
    const seams = [...uncut].map(([card, top]) => [card, top.offsetHeight] as const);
    uncut.clear();
    for (const [card, height] of seams) card.style.setProperty("--seam", `${height}px`);
  });
}
