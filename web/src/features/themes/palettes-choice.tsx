import { IconCheck } from "@tabler/icons-react";
import { m } from "../../text/compiled/messages.js";
import { isSamePalette, type Palette } from "../../ui/theme/palette.ts";
import { palettes } from "./palettes.ts";
import { chosenHues } from "./reading.ts";
import style from "./themes.module.css";

/** Palettes to begin from; one press fills the three fields. */
export function Palettes({ chosen, onChoose }: { chosen: Palette; onChoose: (palette: Palette) => void }) {
  return (
    <fieldset className={style.palettes}>
      <legend>{m.themes_palettes()}</legend>
      {palettes.map(({ id, name, palette }) => {
        const isChosen = isSamePalette(chosen, palette);
        return (
          <button
            key={id}
            type="button"
            className={`row gap-6 touch text-15 semibold ${style.palette}`}
            aria-pressed={isChosen}
            onClick={() => onChoose(palette)}
          >
            <span className={style.dots} aria-hidden="true">
              {chosenHues.map((hue) => (
                <i key={hue} style={{ background: palette[hue] }} />
              ))}
            </span>
            {name()}
            {isChosen && <IconCheck size={16} stroke={3} aria-hidden="true" />}
          </button>
        );
      })}
    </fieldset>
  );
}
