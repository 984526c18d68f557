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
        <div className="stack gap-8">
          <p className={style.h1}>{m.look_sample_title()}</p>
          <p className={style.h2}>{m.look_sample_title()}</p>
          <p className="text-18 strong leading-15">{m.look_sample_title()}</p>
        </div>
      </Sample>
      <Sample name={m.look_body()}>
        <div className="stack gap-8">
          <p>{m.look_sample_text()}</p>
          <p className="muted">{m.look_sample_text()}</p>
          <p className="text-14">{m.look_sample_text()}</p>
          <p>{mixed()}</p>
        </div>
      </Sample>
      <Sample name={m.look_radii()}>
        <div className="flex bottom wrap gap-16">
          {radii.map((size) => (
            <span
              key={size}
              className={`centred text-primary bold ${style.corner}`}
              style={{ borderStartStartRadius: `var(--radius-${size})` }}
              dir="ltr"
            >
              {{ s: 12, m: 18, l: 24 }[size]}
            </span>
          ))}
          <span className={`centred text-primary bold ${style.touch}`} dir="ltr">
            44
          </span>
        </div>
      </Sample>
      <Sample name={m.look_spacing()}>
        <div className="flex bottom wrap gap-16">
          {steps.map((step) => (
            <span key={step} className={`stack items-center gap-4 text-14 ${style.step}`} dir="ltr">
              <i style={{ inlineSize: step, blockSize: step }} />
              {step}
            </span>
          ))}
        </div>
      </Sample>
      <Sample name={m.look_shadows()}>
        <div className="flex bottom wrap gap-16">
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
