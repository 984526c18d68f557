/** A game's name on one line, with what tells it from a namesake: where there is little room, a part of both. */
export function GameName({ game: { name, mark }, className = "" }: Props) {
  if (!mark) return <bdi className={`truncate ${className}`}>{name}</bdi>;
  return (
    <span className={`flex gap-4 ${className}`} style={{ maxInlineSize: "100%" }}>
      <bdi className="truncate">{name}</bdi>
      <span aria-hidden="true">·</span>
      <bdi className="truncate" style={{ flexShrink: 4 }}>
        {mark}
      </bdi>
    </span>
  );
}

type Props = { game: { name: string; mark?: string }; className?: string };
