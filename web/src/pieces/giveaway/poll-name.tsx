import type { Poll } from "@saha/contract";
import { momentText } from "../../text/format.ts";

/** Names a giveaway among others; where another bears its name, as one of each evening may, with when it was made. */
export function PollName({ poll, among }: { poll: Poll; among: readonly Poll[] }) {
  const hasNamesake = among.some(({ id, name }) => id !== poll.id && name === poll.name);
  return (
    <span>
      <bdi>{poll.name}</bdi>{" "}
      {hasNamesake && (
        <span dir="ltr" className="text-14 muted">
          {momentText(poll.createdAt)}
        </span>
      )}
    </span>
  );
}
