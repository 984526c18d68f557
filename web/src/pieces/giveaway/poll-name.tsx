import type { Poll } from "@saha/contract";
import { momentText } from "../../text/format.ts";

/**
 * Names a giveaway among others; where another bears its name, as one of each evening may, with its second line and
 * when it was made.
 */
export function PollName({ poll, among }: { poll: Poll; among: readonly Poll[] }) {
  const hasNamesake = among.some(({ id, name }) => id !== poll.id && shown(name) === shown(poll.name));
  return (
    <span>
      <bdi>{poll.name}</bdi>{" "}
      {hasNamesake && (
        <span className="text-14 muted">
          {poll.secondary && <bdi>{poll.secondary} · </bdi>}
          <span dir="ltr">{momentText(poll.createdAt)}</span>
        </span>
      )}
    </span>
  );
}

/** A page shows several blanks as one. */
const shown = (name: string) => name.trim().replace(/\s+/g, " ");
