import { Button } from "@mantine/core";
import { ticketTypes } from "@saha/contract";
import { IconCheck, IconClock, IconStar, IconTrophy, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { TypeChip } from "../../pieces/type-chip/type-chip.tsx";
import { m } from "../../text/compiled/messages.js";
import { Avatar } from "../../ui/avatar/avatar.tsx";
import { Brand, Emblem, LogoPlate } from "../../ui/brand/brand.tsx";
import emblem from "../../ui/brand/emblem.svg";
import { Card } from "../../ui/card/card.tsx";
import { Chip, type ChipTone } from "../../ui/chip/chip.tsx";
import { Hero } from "../../ui/hero/hero.tsx";
import { defaultPalette, type Palette } from "../../ui/theme/palette.ts";
import { ThemeScope } from "../../ui/theme/theme-scope.tsx";
import style from "./look.module.css";
import { Sample, Section } from "./section.tsx";

const chips: { tone: ChipTone; icon: ReactNode; text: () => string }[] = [
  { tone: "success", icon: <IconCheck />, text: m.tickets_available },
  { tone: "error", icon: <IconX />, text: m.tickets_sold_out },
  { tone: "warning", icon: <IconClock />, text: m.format_over },
  { tone: "secondary", icon: <IconStar />, text: m.tickets_received },
  { tone: "tertiary", icon: <IconTrophy />, text: m.look_chip_points },
  { tone: "primary", icon: null, text: m.look_chip_plain },
  { tone: "neutral", icon: null, text: m.tickets_inactive },
];
const boothColours: Palette = { primary: "#B4541A", secondary: "#0E7C7B", tertiary: "#E9B949" };

/** What things stand on: cards, chips, the loud hero, people and the mark. */
export function SurfacesSection() {
  return (
    <Section id="surfaces" title={m.look_surfaces_title()} text={m.look_surfaces_text()}>
      <Sample name={m.look_card()} bare>
        <Card>
          <b>{m.themes_sample_event()}</b>
          <p className={style.note}>{m.look_sample_text()}</p>
        </Card>
      </Sample>
      <Sample name={m.look_card_mine()} bare>
        <Card mine>
          <b>{m.themes_sample_event()}</b>
          <p className={style.note}>{m.look_sample_text()}</p>
        </Card>
      </Sample>
      <Sample name={m.look_chips()}>
        <div className="row wrap gap-12">
          {chips.map(({ tone, icon, text }) => (
            <Chip key={tone} tone={tone} icon={icon}>
              {text()}
            </Chip>
          ))}
        </div>
      </Sample>
      <Sample name={m.look_types()}>
        <div className="row wrap gap-12">
          {ticketTypes.map((type) => (
            <TypeChip key={type} type={type} />
          ))}
        </div>
      </Sample>
      <Sample name={m.look_people()}>
        <div className="row wrap gap-12">
          <Avatar name={m.themes_sample_name()} picture={null} size={40} />
          <Avatar name={m.themes_sample_name()} picture={null} size={64} />
          <Avatar name={m.themes_sample_name()} picture={emblem} size={64} />
        </div>
      </Sample>
      <Sample name={m.look_brand()}>
        <div className="row wrap gap-12">
          <Brand logo={null} />
          <Emblem size={64} />
        </div>
      </Sample>
      <Sample name={m.look_hero()} span="whole" bare>
        <Hero
          titleAs="p"
          overline={m.home_overline()}
          title={m.home_hello({ name: m.themes_sample_name() })}
          text={m.home_welcome()}
        >
          <Button variant="hero">{m.home_get_ticket()}</Button>
        </Hero>
      </Sample>
      <Sample name={m.look_logo_plate()} bare>
        <div className={`row wrap gap-12 ${style.heroGround}`}>
          <LogoPlate logo={emblem} />
        </div>
      </Sample>
      <Sample name={m.look_scope()} bare>
        <ThemeScope palette={boothColours}>
          <Card mine>
            <div className="row wrap gap-12">
              <Button>{m.look_button_main()}</Button>
              <Chip tone="secondary" icon={<IconStar />}>
                {m.tickets_received()}
              </Chip>
              <Chip tone="tertiary" icon={<IconTrophy />}>
                {m.look_chip_points()}
              </Chip>
            </div>
          </Card>
        </ThemeScope>
      </Sample>
      <Sample name={m.look_scope_dark()} bare>
        <ThemeScope palette={defaultPalette} scheme="dark">
          <Card mine>
            <div className="row wrap gap-12">
              <Button>{m.look_button_main()}</Button>
              <Chip tone="success" icon={<IconCheck />}>
                {m.tickets_available()}
              </Chip>
            </div>
          </Card>
        </ThemeScope>
      </Sample>
    </Section>
  );
}
