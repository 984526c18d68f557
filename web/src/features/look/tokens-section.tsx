import { useMantineColorScheme } from "@mantine/core";
import { useEffect, useState } from "react";
import { m } from "../../text/compiled/messages.js";
import { contrast } from "../../ui/theme/colour.ts";
import { useTried } from "../../ui/theme/main-theme.ts";
import type { Hue, Token } from "../../ui/theme/tokens.ts";
import { Sample, Section } from "./section.tsx";
import style from "./tokens-section.module.css";

const surfaces: Token[] = ["page", "surface", "raised"];
const hues: Hue[] = ["primary", "secondary", "tertiary", "success", "warning", "error", "navbar"];
const heroInks: Token[] = ["on-hero", "on-hero-muted", "hero-secondary", "hero-tertiary"];

/** Every colour that this very page is painted with, each ink with its contrast on its worst ground. */
export function TokensSection() {
  const hexOf = usePainted();
  const ratio = (ink: Token, grounds: Token[]) => contrast(hexOf(ink), grounds.map(hexOf));
  return (
    <Section id="colours" title={m.look_colours()} text={m.look_colours_text()}>
      <Sample name={m.look_surfaces()} span="whole" bare>
        <ul className={style.surfaces}>
          {surfaces.map((ground) => (
            <li key={ground} style={{ background: `var(--${ground})` }} className={style.surface}>
              <Name token={ground} hex={hexOf(ground)} />
              <span className="row between gap-8 semibold" style={{ color: "var(--text)" }}>
                <code>text</code> <Ratio of={ratio("text", [ground])} />
              </span>
              <span className="row between gap-8 semibold" style={{ color: "var(--muted)" }}>
                <code>muted</code> <Ratio of={ratio("muted", [ground])} />
              </span>
              <span className={`row between gap-8 ${style.lineSample}`} style={{ borderColor: "var(--line)" }}>
                <code>line</code>
              </span>
              <span className={`row between gap-8 ${style.lineSample}`} style={{ borderColor: "var(--line-strong)" }}>
                <code>line-strong</code> <Ratio of={ratio("line-strong", [ground])} />
              </span>
              <span className={`row between gap-8 ${style.focusSample}`}>
                <code>focus</code> <Ratio of={ratio("focus", [ground])} />
              </span>
            </li>
          ))}
        </ul>
      </Sample>
      <Sample name={m.look_hues()} span="whole" bare>
        <ul className={style.hues}>
          {hues.map((hue) => (
            <li key={hue} className={style.hue}>
              <span
                className={style.fill}
                style={{ background: `var(--${hue})`, color: `var(--on-${hue})`, borderColor: `var(--${hue}-edge)` }}
              >
                <Name token={hue} hex={hexOf(hue)} />
                <span className="row between gap-8 semibold">
                  <code>on-{hue}</code> <Ratio of={ratio(`on-${hue}`, [hue])} />
                </span>
              </span>
              <span
                className={`row between gap-8 ${style.soft}`}
                style={{ background: `var(--${hue}-soft)`, color: `var(--${hue}-text)` }}
              >
                <code>{hue}-text / -soft</code> <Ratio of={ratio(`${hue}-text`, [`${hue}-soft`])} />
              </span>
              <span className={`row between gap-8 semibold ${style.text}`} style={{ color: `var(--${hue}-text)` }}>
                <code>{hue}-text</code> <Ratio of={ratio(`${hue}-text`, surfaces)} />
              </span>
              <span className={`row between gap-8 ${style.edge}`} style={{ borderColor: `var(--${hue}-edge)` }}>
                <code>{hue}-edge</code> <Ratio of={ratio(`${hue}-edge`, surfaces)} />
              </span>
            </li>
          ))}
        </ul>
      </Sample>
      <Sample name={m.look_hero_inks()} span="whole" bare>
        <div className={style.hero}>
          {heroInks.map((ink) => (
            <span key={ink} className="row between gap-8 semibold" style={{ color: `var(--${ink})` }}>
              <code>{ink}</code> <Ratio of={ratio(ink, ["hero-a", "hero-b"])} />
            </span>
          ))}
        </div>
      </Sample>
    </Section>
  );
}

/** Reads tokens as the document has them now, and again when scheme or colours change. */
function usePainted(): (token: Token) => string {
  const { colorScheme } = useMantineColorScheme();
  const tried = useTried();
  const [css, setCss] = useState(() => getComputedStyle(document.documentElement));
  // biome-ignore lint/correctness/useExhaustiveDependencies: scheme and colours are read anew once the document has them
  useEffect(() => {
    const frame = requestAnimationFrame(() => setCss(getComputedStyle(document.documentElement)));
    return () => cancelAnimationFrame(frame);
  }, [colorScheme, tried]);
  return (token) =>
    css
      .getPropertyValue(`--${token}`)
      .trim()
      .replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3") || "#000000";
}

function Name({ token, hex }: { token: string; hex: string }) {
  return (
    <span className={`flex between gap-8 ${style.name}`}>
      <code>{token}</code> <code>{hex.toUpperCase()}</code>
    </span>
  );
}

function Ratio({ of }: { of: number }) {
  return <span className={style.ratio}>{(Math.floor(of * 10) / 10).toFixed(1)}:1</span>;
}
