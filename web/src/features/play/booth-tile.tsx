import type { Booth } from "@saha/contract";
import { Link } from "@tanstack/react-router";
import { GiveawayButton } from "../../pieces/giveaway/giveaway-button.tsx";
import { BoothPicture } from "../../pieces/line/booth-picture.tsx";
import { BusyMark } from "../../pieces/line/busy-mark.tsx";
import type { Palette } from "../../ui/theme/palette.ts";
import { WhenSeen } from "../../ui/when-seen.tsx";
import style from "./play.module.css";
import type { View } from "./view-toggle.tsx";

/** A booth in the list: its picture, its name and how busy it is, the whole of it the way to its page. */
export function BoothTile({ booth, palette, view }: { booth: Booth; palette: Palette | null; view: View }) {
  return (
    <article className={style.tile} data-view={view}>
      <span className={style.tilePicture}>
        <WhenSeen place={null}>
          <BoothPicture
            seed={`booth:${booth.id}`}
            size={view === "grid" ? "tile" : "thumb"}
            picture={booth.image}
            palette={palette}
            className={style.fill}
          />
        </WhenSeen>
      </span>
      <div className="stack gap-2 items-start">
        <h3 className={`break-words text-17 strong leading-16 ${style.tileName}`}>
          <Link to="/userBooths/$boothId" params={{ boothId: String(booth.id) }} className={style.whole}>
            <bdi>{booth.name}</bdi>
          </Link>
        </h3>
        <span className="muted">
          <BusyMark busy={booth} />
        </span>
        <GiveawayButton boothId={booth.id} className={style.tileGiveaway} />
      </div>
    </article>
  );
}
