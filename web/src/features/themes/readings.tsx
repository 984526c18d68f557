import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from "@tabler/icons-react";
import { m } from "../../text/compiled/messages.js";
import { Card } from "../../ui/card/card.tsx";
import { Chip } from "../../ui/chip/chip.tsx";
import type { Palette, Scheme } from "../../ui/theme/palette.ts";
import { ThemeScope } from "../../ui/theme/theme-scope.tsx";
import { alikePairs, type ChosenHue, type Reading, readingsOf } from "./reading.ts";
import style from "./readings.module.css";

const names: Record<ChosenHue, () => string> = {
  primary: m.themes_primary,
  secondary: m.themes_secondary,
  tertiary: m.themes_tertiary,
};

/**
 * What became of the chosen colours, said honestly: where each reads as it is, and where another shade had to be taken.
 */
export function Readings({ palette }: { palette: Palette }) {
  const readings = readingsOf(palette);
  const warnings = [
    ...alikeSentences(palette),
    ...faintSentences(readings, "light"),
    ...faintSentences(readings, "dark"),
  ];
  const isAdapted = readings.some(({ letters }) => letters.isAdapted);
  return (
    <Card as="section" className="stack gap-12">
      <div className="row gap-16 rows-8 wrap between">
        <h2 className="text-20 strong">{m.themes_reading()}</h2>
        {isAdapted ? (
          <Chip icon={<IconInfoCircle />}>{m.themes_reading_adapted()}</Chip>
        ) : (
          <Chip tone="success" icon={<IconCircleCheck />}>
            {m.themes_reading_as_chosen()}
          </Chip>
        )}
      </div>
      <p className="muted">{m.themes_reading_lead()}</p>
      <div role="status" className={`hide-empty ${style.warnings}`}>
        {warnings.map((sentence) => (
          <p key={sentence}>
            <IconAlertTriangle size={20} aria-hidden="true" />
            {sentence}
          </p>
        ))}
      </div>
      <div className={style.schemes}>
        {(["light", "dark"] as const).map((scheme) => (
          <ThemeScope key={scheme} palette={palette} scheme={scheme}>
            <div className={style.surface}>
              <h3 className="text-15 bold">{scheme === "light" ? m.themes_light() : m.themes_dark()}</h3>
              <dl className="stack gap-10 mt-8">
                {readings
                  .filter((reading) => reading.scheme === scheme)
                  .map((reading) => (
                    <Row key={reading.hue} reading={reading} />
                  ))}
              </dl>
            </div>
          </ThemeScope>
        ))}
      </div>
    </Card>
  );
}

function Row({ reading: { hue, fill, letters } }: { reading: Reading }) {
  return (
    <div className={style.row}>
      <dt>{names[hue]()}</dt>
      <dd className="flex top gap-16">
        <span
          className={`inline-row gap-8 touch bold ${style.fill}`}
          style={{ background: fill.hex, color: fill.ink, borderColor: `var(--${hue}-edge)` }}
        >
          {m.themes_reading_fill()} <Ratio of={fill.ratio} />
        </span>
        <span>
          <span className={style.letters} style={{ color: letters.hex }}>
            {m.themes_reading_letters()} <Ratio of={letters.ratio} />
          </span>
          <span className={style.shade}>
            {letters.isAdapted ? (
              <>
                {m.themes_reading_shade()} <bdi dir="ltr">{letters.hex.toUpperCase()}</bdi>
              </>
            ) : (
              m.themes_reading_same()
            )}
          </span>
        </span>
      </dd>
    </div>
  );
}

function Ratio({ of }: { of: number }) {
  const ratio = (Math.floor(of * 10) / 10).toFixed(1);
  return (
    <bdi dir="ltr" className="mono text-14 semibold" title={m.themes_reading_ratio({ ratio })}>
      {ratio}:1
    </bdi>
  );
}

function alikeSentences(palette: Palette): string[] {
  const pairs = alikePairs(palette);
  if (pairs.length === 3) return [m.themes_reading_all_alike()];
  return pairs.map(([one, other]) => m.themes_reading_alike({ one: names[one](), other: names[other]() }));
}

function faintSentences(readings: Reading[], scheme: Scheme): string[] {
  const faint = readings.filter((reading) => reading.scheme === scheme && reading.isFaint).map(({ hue }) => hue);
  const isLight = scheme === "light";
  if (faint.length === 3) return [isLight ? m.themes_reading_all_faint_light() : m.themes_reading_all_faint_dark()];
  const sentence = isLight ? m.themes_reading_faint_light : m.themes_reading_faint_dark;
  return faint.map((hue) => sentence({ colour: names[hue]() }));
}
