import { IconCalendarEvent, IconCheck } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import { m } from "../../text/compiled/messages.js";
import { SafeHtml } from "../../ui/safe-html.tsx";
import { featureLines } from "./standing.ts";
import style from "./tickets.module.css";

/**
 * Lists the features of a ticket, and its event, as bullet lines; `fold` shows that many at first and offers the rest
 * (spec §9: 2) on one line with `foot`.
 */
export function FeatureList(props: { features: string; event?: string; fold?: number; foot?: ReactNode }) {
  const { features, event, fold = Number.POSITIVE_INFINITY, foot } = props;
  const listId = useId();
  const [isWhole, setIsWhole] = useState(false);
  const lines = featureLines(features);
  const isFolded = lines.length + (event ? 1 : 0) > fold;
  const shown = isWhole ? lines : lines.slice(0, fold);
  const isEventShown = event && (isWhole || !isFolded);
  return (
    <div className={style.features}>
      {(shown.length > 0 || isEventShown) && (
        <ul id={listId} aria-label={m.tickets_features()}>
          {shown.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines never change places
            <li key={index}>
              <IconCheck size={16} stroke={2.4} aria-hidden />
              <SafeHtml html={line} />
            </li>
          ))}
          {isEventShown && (
            <li>
              <IconCalendarEvent size={16} stroke={2.4} aria-hidden />
              <bdi>{event}</bdi>
            </li>
          )}
        </ul>
      )}
      <div className="row gap-12 rows-0 wrap between hide-empty">
        {foot}
        {isFolded && (
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
    </div>
  );
}
