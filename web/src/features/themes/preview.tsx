import { Category } from "@saha/contract";
import { IconClock, IconMenu2, IconQrcode, IconTicket, IconTrophy } from "@tabler/icons-react";
import { BoothPicture } from "../../pieces/line/booth-picture.tsx";
import { Pass, type PassTicket } from "../../pieces/pass/pass.tsx";
import { ShortCode } from "../../pieces/pass/short-code.tsx";
import { ValidityMark } from "../../pieces/pass/validity-mark.tsx";
import { m } from "../../text/compiled/messages.js";
import { eventToday } from "../../text/format.ts";
import { Brand } from "../../ui/brand/brand.tsx";
import { Press } from "../../ui/press/press.tsx";
import type { Palette, Scheme } from "../../ui/theme/palette.ts";
import { ThemeScope } from "../../ui/theme/theme-scope.tsx";
import style from "./preview.module.css";

/**
 * An attendee's phone in small, made of the real widgets and painted by the real engine; only looked at, never pressed.
 */
export function Preview({ palette, scheme, logo }: { palette: Palette; scheme: Scheme; logo: string | null }) {
  const name = scheme === "light" ? m.themes_light() : m.themes_dark();
  return (
    <figure className="stack items-center gap-8">
      <div
        role="img"
        aria-label={scheme === "light" ? m.themes_preview_light() : m.themes_preview_dark()}
        className={style.place}
      >
        <ThemeScope palette={palette} scheme={scheme} className={style.phone}>
          <div inert className={style.screen}>
            <div className={`row gap-12 nowrap ${style.bar}`}>
              <IconMenu2 size={24} />
              <Brand logo={logo} />
              <span className={`inline-row gap-6 text-tertiary text-14 bold ${style.score}`}>
                <IconTrophy size={18} />
                {m.themes_sample_score()} <b dir="ltr">1,240</b>
              </span>
            </div>
            <div className={style.body}>
              <p className="text-20 strong">{m.home_hello({ name: m.themes_sample_name() })}</p>
              <Pass ticket={sample("Gold")} size="hero" heading="p">
                <div className={`row wrap between gap-8 ${style.stub}`}>
                  <span className="stack items-start">
                    <ValidityMark purchase={{ status: "ACTIVE", ticket: sample("Gold") }} />
                    <ShortCode code="K4H7M-QX2TA" />
                  </span>
                  <Press>
                    <IconQrcode size={24} />
                    {m.home_show_code()}
                  </Press>
                </div>
              </Pass>
              <Pass ticket={sample("Premium")} size="strip" heading="p" hasDay />
              <div className={style.line}>
                <b className={style.number} dir="ltr">
                  007
                </b>
                <span className={`stack leading-16 ${style.words}`}>
                  <b>{m.themes_sample_game()}</b>
                  <small>
                    <IconClock size={16} />
                    {m.themes_sample_line()}
                  </small>
                </span>
                <BoothPicture seed="booth:1" size="side" picture={null} palette={palette} className={style.side} />
              </div>
              <Press size="large">
                <IconTicket size={22} />
                {m.home_get_ticket()}
              </Press>
            </div>
          </div>
        </ThemeScope>
      </div>
      <figcaption className="muted semibold">{name}</figcaption>
    </figure>
  );
}

/** Ids that no ticket has: a pass moves to where its own ticket is pressed. */
function sample(type: "Gold" | "Premium"): PassTicket {
  const id = type === "Gold" ? -1 : -2;
  return { id, title: m.themes_sample_event(), day: eventToday(), type, categoryId: Category.Free };
}
