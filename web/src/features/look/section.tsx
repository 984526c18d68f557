import type { ReactNode } from "react";
import style from "./look.module.css";

/** One family of widgets, with the law that they keep. */
export function Section(props: { id: string; title: string; text: string; isDense?: boolean; children: ReactNode }) {
  const { id, title, text, children } = props;
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={style.section}>
      <div>
        <h2 id={`${id}-title`} className={style.sectionTitle}>
          {title}
        </h2>
        <p className={style.lead}>{text}</p>
      </div>
      <div className={style.samples} data-dense={props.isDense || undefined}>
        {children}
      </div>
    </section>
  );
}

/**
 * One widget in one state under its name. `wide` spans two places, `whole` the line; `bare` leaves the ground to the
 * widget.
 */
export function Sample(props: { name: string; span?: "wide" | "whole"; bare?: boolean; children: ReactNode }) {
  return (
    <div className={style.sample} data-span={props.span} data-bare={props.bare || undefined}>
      <h3 className="muted text-14 bold">{props.name}</h3>
      <div className={`min-0 ${style.sampleBody}`}>{props.children}</div>
    </div>
  );
}
