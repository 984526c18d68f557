import { IconCheck } from "@tabler/icons-react";
import { useId, useState } from "react";
import { m } from "../../text/compiled/messages.js";
import { SafeHtml } from "../../ui/safe-html.tsx";
import { featureLines } from "./standing.ts";
import style from "./tickets.module.css";

/** The features of a ticket as bullet lines; `fold` shows that many at first and offers the rest (spec §9: 2). */
export function FeatureList({ features, fold = Number.POSITIVE_INFINITY }: { features: string; fold?: number }) {
  const listId = useId();
  const [isWhole, setIsWhole] = useState(false);
  const lines = featureLines(features);
  if (lines.length === 0) return null;
  const shown = isWhole ? lines : lines.slice(0, fold);
  return (
    <div className={style.features}>
      <ul id={listId} aria-label={m.tickets_features()}>
        {shown.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines never change places
          <li key={index}>
            <IconCheck size={18} aria-hidden />
            <SafeHtml html={line} />
          </li>
        ))}
      </ul>
      {lines.length > fold && (
        <button
          type="button"
          className={style.more}
          aria-expanded={isWhole}
          aria-controls={listId}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? m.tickets_less() : m.tickets_more()}
        </button>
      )}
    </div>
  );
}
