import { m } from "../../text/compiled/messages.js";
import { language } from "../../text/language.ts";
import style from "./letters-section.module.css";
import { Sample, Section } from "./section.tsx";

const radii = ["s", "m", "l"] as const;
const steps = [4, 8, 12, 16, 24, 32, 48];

/** A sentence with a name of the other script and codes in it, each kept in its own direction. */
function mixed(): string {
  const apart = (text: string) => `\u2068${text}\u2069`;
  const name = m.look_sample_player({}, { locale: language() === "ar" ? "en" : "ar" });
  return m.look_sample_mixed({ name: apart(name), code: apart("K7QPT\u20119WXMA"), points: apart("1,240") });
}

/** Letters in both scripts, and the measures that everything stands in. */
export function LettersSection() {
  return (
    <Section id="letters" title={m.look_letters()} text={m.look_letters_text()}>
      <Sample name={m.look_headings()} span="wide">
        <div className={style.scale}>
          <p className={style.h1}>{m.look_sample_title()}</p>
          <p className={style.h2}>{m.look_sample_title()}</p>
          <p className={style.h3}>{m.look_sample_title()}</p>
        </div>
      </Sample>
      <Sample name={m.look_body()}>
        <div className={style.scale}>
          <p>{m.look_sample_text()}</p>
          <p className={style.muted}>{m.look_sample_text()}</p>
          <p className={style.small}>{m.look_sample_text()}</p>
          <p>{mixed()}</p>
        </div>
      </Sample>
      <Sample name={m.look_radii()}>
        <div className={style.row}>
          {radii.map((size) => (
            <span
              key={size}
              className={style.corner}
              style={{ borderStartStartRadius: `var(--radius-${size})` }}
              dir="ltr"
            >
              {{ s: 12, m: 18, l: 24 }[size]}
            </span>
          ))}
          <span className={style.touch} dir="ltr">
            44
          </span>
        </div>
      </Sample>
      <Sample name={m.look_spacing()}>
        <div className={style.row}>
          {steps.map((step) => (
            <span key={step} className={style.step} dir="ltr">
              <i style={{ inlineSize: step, blockSize: step }} />
              {step}
            </span>
          ))}
        </div>
      </Sample>
      <Sample name={m.look_shadows()}>
        <div className={style.row}>
          <span className={style.shadow} style={{ boxShadow: "var(--shadow-card)" }}>
            {m.look_shadow_card()}
          </span>
          <span className={style.shadow} style={{ boxShadow: "var(--shadow-float)" }}>
            {m.look_shadow_float()}
          </span>
        </div>
      </Sample>
    </Section>
  );
}
