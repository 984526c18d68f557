import type { Poll } from "@saha/contract";
import { momentText } from "../../text/format.ts";

/**
 * Names a giveaway among others; where another bears its name, as one of each evening may, with its second line and
 * when it was made, and where that was in one minute with its id.
 */
export function PollName({ poll, among }: { poll: Poll; among: readonly Poll[] }) {
  const namesakes = among.filter(({ id, name }) => id !== poll.id && shown(name) === shown(poll.name));
  const isAlike = namesakes.some((other) => momentText(other.createdAt) === momentText(poll.createdAt));
  return (
    <span>
      <bdi>{poll.name}</bdi>{" "}
      {namesakes.length > 0 && (
        <span className="text-14 muted">
          {poll.secondary && <bdi>{poll.secondary} · </bdi>}
          <span dir="ltr">{momentText(poll.createdAt)}</span>
          {isAlike && ` (${poll.id})`}
        </span>
      )}
    </span>
  );
}

/** A page shows several blanks as one. */
const shown = (name: string) => name.trim().replace(/\s+/g, " ");
