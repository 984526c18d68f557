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

/**
 * Cuts the notches where the head ends, however many lines its title takes: sets `--seam` on the body, pixels. The size is
 * told after the page is laid out and before it is painted; asked for, it would lay the page out anew for each pass.
 */
function useSeam(head: RefObject<HTMLElement | null>) {
  const body = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const [card, top] = [body.current, head.current];
    if (!card || !top) return;
    const watch = new ResizeObserver((sizes) => {
      const height = sizes.at(-1)?.borderBoxSize[0]?.blockSize ?? 0;
      card.style.setProperty("--seam", `${Math.round(height)}px`);
    });
    watch.observe(top, { box: "border-box" });
    return () => watch.disconnect();
  }, [head]);
  return body;
}
