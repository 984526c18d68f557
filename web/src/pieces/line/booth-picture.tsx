import type { ReactNode } from "react";
import type { Palette } from "../../ui/theme/palette.ts";
import { Artwork, useEnamel } from "../artwork/artwork.tsx";
import type { Point } from "../artwork/paving.ts";
import style from "./line.module.css";

const angles = [45, 52, 58, 63] as const;
const turns = [0, 22.5, 45] as const;

/** How the paving lies on each size of a picture: one focus and pitch per size, so that a booth is known. */
const sizes: Record<
  "tile" | "side" | "thumb" | "hero",
  { width: number; height: number; focus: Point; pitch: number }
> = {
  tile: { width: 320, height: 240, focus: [110, 84], pitch: 104 },
  side: { width: 110, height: 170, focus: [34, 84], pitch: 84 },
  thumb: { width: 80, height: 80, focus: [36, 40], pitch: 56 },
  hero: { width: 640, height: 360, focus: [150, 180], pitch: 120 },
};

/** Shows a booth's or game's uploaded picture, or the artwork that its seed draws in the booth's colours. */
export function BoothPicture(props: {
  seed: `booth:${number}` | `game:${number}`;
  size: keyof typeof sizes;
  picture: string | null;
  palette: Palette | null;
  className?: string | undefined;
  /** Words that lie on it. */
  children?: ReactNode;
}) {
  const { seed, size, picture, palette, className, children } = props;
  const enamel = useEnamel(palette ?? undefined);
  const id = Number(seed.split(":")[1]);
  const { width, height, focus, pitch } = sizes[size];
  return (
    <span className={`${style.picture} ${className ?? ""}`} style={enamel}>
      <Artwork
        seed={seed}
        kind="picture"
        width={width}
        height={height}
        focus={focus}
        pitch={pitch}
        reach={Math.max(width, height) * 0.9}
        angle={angles[id % angles.length] ?? 48}
        turn={turns[id % turns.length] ?? 0}
        picture={picture}
        className={style.art}
      />
      {children}
    </span>
  );
}
