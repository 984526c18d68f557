import type { QueueEntry } from "@saha/contract";
import {
  IconArrowsLeftRight,
  IconBolt,
  IconClock,
  IconHourglassLow,
  IconPlayerPause,
  IconPlayerPlay,
  IconSpeakerphone,
  IconUserCheck,
  IconWalk,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { m } from "../../text/compiled/messages.js";
import { clockText, useNow } from "../../ui/clock/use-now.ts";
import { stateAt } from "./line.ts";
import style from "./marks.module.css";

/**
 * Where an entry stands, in an icon and a word, with what is left of its call; of who only waits, the minutes in line
 * if asked for.
 */
export function StateMark({ entry, withWait = false }: { entry: QueueEntry; withWait?: boolean }) {
  const now = useNow();
  const { answer, callExpiresAt, playingElsewhere } = entry;
  const left = callExpiresAt === null ? null : Date.parse(callExpiresAt) - now;
  const time = left !== null && left > 0 && <bdi className="tabular">{clockText(left)}</bdi>;
  const elsewhere = playingElsewhere && (
    <Mark icon={<IconArrowsLeftRight />} tone="quiet">
      {m.staff_state_elsewhere()}
    </Mark>
  );
  switch (stateAt(entry, now)) {
    case "playing":
      return (
        <Mark icon={<IconPlayerPlay />} tone="live">
          {m.staff_state_playing()}
        </Mark>
      );
    case "entered":
      return (
        <Mark icon={<IconBolt />} tone="entered">
          {m.staff_state_entered()}
        </Mark>
      );
    case "late":
      return (
        <Mark icon={<IconHourglassLow />} tone="late">
          {m.staff_state_late({ count: Math.max(0, Math.floor(-(left ?? 0) / 60_000)) })}
        </Mark>
      );
    case "held":
      return (
        elsewhere || (
          <Mark icon={<IconPlayerPause />} tone="quiet">
            {m.staff_state_held()}
          </Mark>
        )
      );
    case "called":
      return answer === "coming" ? (
        <Mark icon={<IconWalk />} tone="coming">
          {m.staff_state_coming()} {time}
        </Mark>
      ) : (
        <Mark icon={<IconSpeakerphone />} tone="live">
          {m.staff_state_called()} {time}
        </Mark>
      );
    default:
      if (elsewhere) return elsewhere;
      if (answer === "here") {
        return (
          <Mark icon={<IconUserCheck />} tone="coming">
            {m.staff_state_here()}
          </Mark>
        );
      }
      return withWait ? (
        <Mark icon={<IconClock />} tone="quiet">
          {m.staff_minutes({ count: Math.max(0, Math.floor((now - Date.parse(entry.createdAt)) / 60_000)) })}
        </Mark>
      ) : null;
  }
}

type Tone = "live" | "coming" | "late" | "entered" | "quiet";

function Mark({ icon, tone, children }: { icon: ReactNode; tone: Tone; children: ReactNode }) {
  return (
    <span className={`inline-row text-14 bold leading-16 nowrap text-primary ${style.mark}`} data-tone={tone}>
      <span aria-hidden="true">{icon}</span>
      <span>{children}</span>
    </span>
  );
}
