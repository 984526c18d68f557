import { Button } from "@mantine/core";
import { IconCheck, IconMenu2, IconTicket, IconTrophy } from "@tabler/icons-react";
import { m } from "../../text/compiled/messages.js";
import { Brand } from "../../ui/brand/brand.tsx";
import { Card } from "../../ui/card/card.tsx";
import { Chip } from "../../ui/chip/chip.tsx";
import { Hero } from "../../ui/hero/hero.tsx";
import type { Palette, Scheme } from "../../ui/theme/palette.ts";
import { ThemeScope } from "../../ui/theme/theme-scope.tsx";
import style from "./preview.module.css";

/** An attendee's phone in small, made of the real widgets and painted by the real engine; only looked at, never pressed. */
export function Preview({ palette, scheme, logo }: { palette: Palette; scheme: Scheme; logo: string | null }) {
  const name = scheme === "light" ? m.themes_light() : m.themes_dark();
  return (
    <figure className={style.preview}>
      <div
        role="img"
        aria-label={scheme === "light" ? m.themes_preview_light() : m.themes_preview_dark()}
        className={style.place}
      >
        <ThemeScope palette={palette} scheme={scheme} className={style.phone}>
          <div inert className={style.screen}>
            <div className={style.bar}>
              <IconMenu2 size={24} />
              <Brand logo={logo} />
              <span className={style.score}>
                <IconTrophy size={18} />
                {m.themes_sample_score()} <b dir="ltr">1,240</b>
              </span>
            </div>
            <div className={style.body}>
              <Hero
                titleAs="p"
                logo={logo}
                overline={m.home_overline()}
                title={m.home_hello({ name: m.themes_sample_name() })}
                text={m.home_welcome()}
              >
                <Button component="span" variant="hero" leftSection={<IconTicket size={22} />}>
                  {m.home_get_ticket()}
                </Button>
              </Hero>
              <Card mine className={style.line}>
                <span className={style.words}>
                  <b>{m.themes_sample_game()}</b>
                  <small>{m.themes_sample_line()}</small>
                </span>
                <b className={style.number} dir="ltr">
                  007
                </b>
              </Card>
              <Card className={style.ticket}>
                <span className={style.line}>
                  <b>{m.themes_sample_event()}</b>
                  <Chip tone="secondary" icon={<IconCheck />}>
                    {m.tickets_received()}
                  </Chip>
                </span>
                <i className={style.stock} />
                <small className={style.left}>{m.format_left({ count: 12 })}</small>
                <Button component="span" fullWidth>
                  {m.tickets_reserve()}
                </Button>
              </Card>
            </div>
          </div>
        </ThemeScope>
      </div>
      <figcaption className={style.caption}>{name}</figcaption>
    </figure>
  );
}
