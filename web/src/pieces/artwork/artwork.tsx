import { type CSSProperties, useEffect, useId, useState } from "react";
import { assetUrl } from "../../event-settings.ts";
import { EmblemHeart } from "../../ui/brand/brand.tsx";
import type { Palette } from "../../ui/theme/palette.ts";
import { untilHere } from "../../ui/until-here.ts";
import style from "./artwork.module.css";
import { draw, fade, type Kind } from "./draw.ts";
import type { Box, Point } from "./paving.ts";

/** A paving of the Saha star from a seed such as `ticket:12`; the same for everybody, hidden from screen readers. */
export type ArtworkProps = {
  seed: string;
  kind: Kind;
  /** Pixels; the drawing is cropped by what shows it, never stretched. */
  width: number;
  height: number;
  focus: Point;
  pitch: number;
  /** How far from the focus the enamel goes, pixels. */
  reach: number;
  /** Degrees of the rays (45 draws the mark's own star) and of the whole lattice. */
  angle?: number;
  turn?: number;
  /** Boxes of text, where no enamel lies. */
  quiet?: readonly Box[];
  /** Enamel fills outward from the heart once, in this many rings. */
  rings?: number;
  /** Other colours than the theme's, such as a booth's. */
  palette?: Palette;
  /** An uploaded picture wins; the artwork stands until it has loaded, and where it can't. */
  picture?: string | null;
  className?: string | undefined;
};

/** Draws an artwork: metal inlaid with enamel around one heart, or a picture of enamel alone. */
export function Artwork({
  palette,
  picture,
  className,
  rings,
  quiet = [],
  angle = 48,
  turn = 0,
  ...plan
}: ArtworkProps) {
  const id = useId();
  const enamel = useEnamel(palette);
  const [isBroken, setIsBroken] = useState(false);
  const { fills, wires, hushed } = draw({ ...plan, quiet, angle, turn, ...(rings ? { rings } : {}) });
  const { width, height, focus, pitch, kind, reach } = plan;
  const scale = pitch / 64;
  const source = isBroken ? undefined : assetUrl(picture);
  return (
    <>
      <svg
        className={`${style.art} ${className ?? ""}`}
        style={{ "--width": width, "--height": height, ...enamel } as CSSProperties}
        data-kind={kind}
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        preserveAspectRatio="xMidYMid slice"
        aria-hidden="true"
        focusable="false"
      >
        <defs>
          {(["light", "shade"] as const).map((side) => (
            <radialGradient
              key={side}
              id={`${id}${side}`}
              gradientUnits="userSpaceOnUse"
              cx={focus[0]}
              cy={focus[1]}
              r={kind === "picture" ? reach : reach * fade}
              className={style[side]}
            >
              <stop offset="0.28" stopOpacity="var(--near)" />
              <stop offset="0.42" stopOpacity="var(--far)" />
              <stop offset="1" stopOpacity="var(--rest, 0)" />
            </radialGradient>
          ))}
          <radialGradient
            id={`${id}glow`}
            gradientUnits="userSpaceOnUse"
            cx={focus[0]}
            cy={focus[1]}
            r={kind === "picture" ? reach * 0.85 : reach}
          >
            <stop stopColor="#fff" stopOpacity="0.26" />
            <stop offset="0.5" stopColor="#fff" stopOpacity="0.05" />
            <stop offset="1" stopColor="#000" stopOpacity="var(--art-dusk, 0)" />
          </radialGradient>
        </defs>
        {kind === "picture" && <path className={style.ground} d={`M0 0h${width}v${height}h-${width}z`} />}
        <g className={style.enamel}>
          {fills.map(({ tone, ring, d }) => (
            <path
              key={`${tone} ${ring}`}
              data-tone={tone}
              d={d}
              {...(rings ? { className: style.filling, style: { "--ring": ring } as CSSProperties } : {})}
            />
          ))}
        </g>
        <g className={style.wires}>
          <path d={hushed} className={style.hushed} stroke={`url(#${id}shade)`} />
          <path d={hushed} className={style.hushed} stroke={`url(#${id}light)`} />
          <path d={wires} stroke={`url(#${id}shade)`} transform="translate(0 0.8)" />
          <path d={wires} stroke={`url(#${id}light)`} />
        </g>
        {kind !== "engraving" && (
          <g
            className={style.heart}
            transform={`translate(${focus[0]} ${focus[1]}) rotate(${turn}) scale(${scale}) translate(-32 -32)`}
          >
            <EmblemHeart />
          </g>
        )}
        {kind !== "engraving" && (
          <path className={style.glow} fill={`url(#${id}glow)`} d={`M0 0h${width}v${height}h-${width}z`} />
        )}
      </svg>
      {source && <img className={style.picture} src={source} alt="" onError={() => setIsBroken(true)} />}
    </>
  );
}

/**
 * Computes the enamel of another palette as CSS variables, for an artwork and what lies on it; the colour maths is
 * fetched only for it.
 */
export function useEnamel(palette: Palette | undefined): CSSProperties | undefined {
  const [enamel, setEnamel] = useState<CSSProperties>();
  const { primary, secondary, tertiary } = palette ?? {};
  useEffect(() => {
    if (!primary || !secondary || !tertiary) return setEnamel(undefined);
    let isCurrent = true;
    void untilHere(() => import("../../ui/theme/enamel.ts")).then(({ pictureOf }) => {
      if (!isCurrent) return;
      const tones = Object.entries(pictureOf({ primary, secondary, tertiary }));
      setEnamel(Object.fromEntries(tones.map(([name, hex]) => [`--${name}`, hex])) as CSSProperties);
    });
    return () => {
      isCurrent = false;
    };
  }, [primary, secondary, tertiary]);
  return enamel;
}
