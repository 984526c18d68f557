import { api, type Booth } from "@saha/contract";
import { IconChevronRight, IconPalette } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { queryOf } from "../../api.ts";
import { GiveawayButton } from "../../pieces/giveaway/giveaway-button.tsx";
import { BoothPicture } from "../../pieces/line/booth-picture.tsx";
import { BusyMark } from "../../pieces/line/busy-mark.tsx";
import { useMember } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { numberText } from "../../text/format.ts";
import { Press, PressLink } from "../../ui/press/press.tsx";
import { selectBooth, useSelectedBooth } from "../../ui/theme/main-theme.ts";
import type { Palette } from "../../ui/theme/palette.ts";
import style from "./play.module.css";

/** The head of a booth's page: its picture, its name, how busy it is, and the own score and rank there (spec §2). */
export function BoothHead({ booth, palette }: { booth: Booth; palette: Palette | null }) {
  const { id } = useMember();
  const own = useQuery(queryOf(api.scores.ofBooth, { params: { id: String(id), boothId: String(booth.id) } }));
  return (
    <header className={style.head}>
      <BoothPicture
        seed={`booth:${booth.id}`}
        size="hero"
        picture={booth.image}
        palette={palette}
        className={style.headPicture}
      />
      <PressLink to="/userBooths" variant="icon" aria-label={m.play_back()} className={style.back}>
        <IconChevronRight size={26} aria-hidden="true" className="mirrored" />
      </PressLink>
      <div className={`stack items-start gap-4 ${style.headWords}`}>
        <h1 className={style.headName}>
          <bdi>{booth.name}</bdi>
        </h1>
        <BusyMark busy={booth} />
        <p className={`flex gap-12 rows-4 wrap text-15 bold ${style.headScore}`}>
          {own.data && (
            <>
              <span>{m.play_points_here({ count: own.data.score, points: numberText(own.data.score) })}</span>
              {own.data.rank !== null && <span>{m.play_rank_here({ rank: numberText(own.data.rank) })}</span>}
            </>
          )}
        </p>
        <div className={`flex wrap gap-8 hide-empty ${style.headActions}`}>
          <GiveawayButton boothId={booth.id} />
          <BoothColours boothId={booth.id} />
        </div>
      </div>
    </header>
  );
}

/**
 * Puts the booth's colours and logo over the event's in all of this browser, or takes them back (spec §3: selected
 * booth).
 */
function BoothColours({ boothId }: { boothId: number }) {
  const themes = useQuery(queryOf(api.boothThemes.list));
  const isSelected = useSelectedBooth() === boothId;
  const theme = themes.data?.find((one) => one.boothId === boothId);
  if (!theme) return null;
  return (
    <Press variant="light" size="small" onClick={() => void selectBooth(isSelected ? null : theme)}>
      <IconPalette size={20} aria-hidden="true" />
      {isSelected ? m.play_colours_off() : m.play_colours_on()}
    </Press>
  );
}
