import type { BoothGame } from "@saha/contract";
import { IconX } from "@tabler/icons-react";
import { BoothPicture } from "../../pieces/line/booth-picture.tsx";
import { m } from "../../text/compiled/messages.js";
import { FullScreen } from "../../ui/full-screen/full-screen.tsx";
import { Press } from "../../ui/press/press.tsx";
import rich from "../../ui/rich-text/rich-text.module.css";
import { SafeHtml } from "../../ui/safe-html.tsx";
import type { Palette } from "../../ui/theme/palette.ts";
import style from "./play.module.css";

/**
 * What a game is and how it is played: its logo, its name, and the text of its administrators, cleaned once more (spec
 * §2).
 */
export function GameDescription(props: { game: BoothGame; palette: Palette | null; onClose: () => void }) {
  const { game, palette, onClose } = props;
  return (
    <FullScreen label={m.play_describe_name({ game: game.name })} onClose={onClose} className={style.sheet}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a press beside the sheet is one more way to close it; Escape and the cross are there */}
      <div className={style.sheetGround} onClick={(event) => event.target === event.currentTarget && onClose()}>
        <div className={`stack gap-16 whole ${style.sheetBody}`}>
          <div className="row gap-14">
            <BoothPicture
              seed={`game:${game.id}`}
              size="thumb"
              picture={game.logo || game.image || null}
              palette={palette}
              className={style.logo}
            />
            <h2 className="grow break-words text-20 strong">
              <bdi>{game.name}</bdi>
            </h2>
            <Press variant="icon" aria-label={m.ui_confirm_close()} onClick={onClose}>
              <IconX size={24} aria-hidden="true" />
            </Press>
          </div>
          <SafeHtml html={game.description} className={`${rich.text} block`} />
        </div>
      </div>
    </FullScreen>
  );
}
