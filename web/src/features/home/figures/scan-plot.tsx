import { useElementSize } from "@mantine/hooks";
import type { Figures } from "@saha/contract";
import { m } from "../../../text/compiled/messages.js";
import { numberText, timeText } from "../../../text/format.ts";
import { directionOf, useLanguage } from "../../../text/language.ts";
import style from "./figures.module.css";
import { FiguresSection, NothingYet, scansOf } from "./figures-section.tsx";
import { axisTop, type ScanLine, scanLines, spread } from "./scan-lines.ts";

const height = 188;
const foot = 28;
const axis = 36;
const labelHeight = 44;
const labelsAtMost = 148;
const labelsShare = 0.36;
const labelsWidth = `min(${labelsAtMost}px, ${labelsShare * 100}%)`;

/**
 * Plots the entries of the last hour by gate: time runs as the language is read, lines end at "now" with name and
 * value.
 */
export function ScanPlot({ scans, day }: Pick<Figures, "scans" | "day">) {
  const { every, lines } = scanLines(scans.lines);
  return (
    <FiguresSection
      title={m.figures_scans()}
      table={scansOf(day, "entered")}
      note={every === 1 ? m.figures_by_minute() : m.figures_by_five_minutes()}
      columns={4}
    >
      {lines.length === 0 ? (
        <NothingYet>{m.figures_scans_none()}</NothingYet>
      ) : (
        <Lines from={scans.from} lines={lines} />
      )}
    </FiguresSection>
  );
}

/**
 * Draws the lines as wide as they were measured; their words are placed by CSS alone, so that none moves after it was
 * painted.
 */
function Lines({ from, lines }: { from: string; lines: ScanLine[] }) {
  const { ref, width: measured } = useElementSize();
  const isRtl = directionOf(useLanguage()) === "rtl";
  const width = Math.max(measured, 260);
  const labels = Math.min(labelsAtMost, width * labelsShare);
  const top = axisTop(Math.max(...lines.flatMap(({ counts }) => counts)));
  const last = (lines[0]?.counts.length ?? 2) - 1;
  const inner = width - axis - labels;
  // From the side where reading begins.
  const along = (offset: number) => (isRtl ? width - offset : offset);
  const x = (at: number) => along(axis + (inner * at) / last);
  // A label is as high above its line's end as below it.
  const y = (count: number) => labelHeight / 2 + (height - labelHeight / 2) * (1 - count / top);
  const ends = lines.map(({ counts }) => y(counts.at(-1) ?? 0));
  const labelsAt = spread(ends, labelHeight, height - 12);
  const quarters = [0, 1, 2, 3, 4].map((quarter) => (top * quarter) / 4);
  const begin = Date.parse(from);
  const said = lines
    .map((line) => m.figures_line({ name: nameOf(line), count: numberText(sum(line.counts)) }))
    .join(m.figures_and());

  return (
    <div ref={ref} className={style.plot}>
      <svg width={width} height={height + foot} role="img" aria-label={said} opacity={measured ? 1 : 0}>
        {quarters.map((count) => (
          <line
            key={count}
            x1={along(axis)}
            x2={along(width - labels)}
            y1={y(count)}
            y2={y(count)}
            className={style.gridLine}
          />
        ))}
        {lines.map((line, index) => (
          <g key={line.name + line.gate} className={style.line} data-line={line.name === "food" ? "food" : index}>
            <polyline points={line.counts.map((count, at) => `${x(at)},${y(count)}`).join(" ")} />
            <circle cx={x(last)} cy={ends[index]} r={4.5} />
          </g>
        ))}
      </svg>
      <div aria-hidden="true">
        {quarters.map((count) => (
          <span key={count} className={style.tick} style={{ insetBlockStart: y(count) - 12 }}>
            {numberText(count)}
          </span>
        ))}
        {[0, 20, 40, 60].map((minutes) => (
          <span
            key={minutes}
            className={style.moment}
            style={{ insetInlineStart: momentAt(minutes / 60), insetBlockStart: height + 4 }}
          >
            {minutes === 60 ? <b>{m.figures_now()}</b> : timeText(new Date(begin + minutes * 60_000).toISOString())}
          </span>
        ))}
      </div>
      <div className={style.labels} style={{ inlineSize: `calc(${labelsWidth} - 12px)` }} aria-hidden="true">
        {lines.map((line, index) => (
          <span
            key={line.name + line.gate}
            className={`stack text-primary text-14 bold ${style.label}`}
            data-line={line.name === "food" ? "food" : index}
            style={{ transform: `translateY(${(labelsAt[index] ?? 0) - labelHeight / 2}px)` }}
          >
            <span className={style.labelName}>
              <bdi>{nameOf(line)}</bdi>
            </span>
            <b>{numberText(line.counts.at(-1) ?? 0)}</b>
          </span>
        ))}
      </div>
    </div>
  );
}

/** Where the words under a share of the hour begin. */
function momentAt(share: number): string {
  return `calc(${axis - 32}px + (100% - ${axis}px - ${labelsWidth}) * ${share})`;
}

function nameOf({ name, gate }: ScanLine): string {
  return { gate, none: m.figures_no_gate(), others: m.figures_other_gates(), food: m.figures_food() }[name];
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
