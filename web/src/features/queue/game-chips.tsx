import { IconCheck } from "@tabler/icons-react";
import { m } from "../../text/compiled/messages.js";
import { numberText } from "../../text/format.ts";
import type { GameChoice } from "./line.ts";
import style from "./queue.module.css";

/** Filters the line by game; each says how many stand in it. */
export function GameChips(props: {
  games: readonly GameChoice[];
  total: number;
  chosen: GameChoice | null;
  onChoose: (game: GameChoice | null) => void;
}) {
  const { games, total, chosen, onChoose } = props;
  return (
    <fieldset className={`flex grow gap-8 ${style.chips}`}>
      <legend className="sr-only">{m.staff_filter()}</legend>
      <Choice name={m.staff_all_games()} count={total} isOn={chosen === null} press={() => onChoose(null)} />
      {games.map((game) => (
        <Choice
          key={game.id}
          name={game.name}
          count={game.count}
          isOn={chosen?.id === game.id}
          press={() => onChoose(game)}
        />
      ))}
    </fieldset>
  );
}

function Choice(props: { name: string; count: number; isOn: boolean; press: () => void }) {
  return (
    <button
      type="button"
      className={`row flex-none gap-8 touch bold nowrap ${style.choice}`}
      aria-pressed={props.isOn}
      onClick={props.press}
    >
      {props.isOn && <IconCheck size={18} aria-hidden="true" />}
      <bdi className={`text-14 leading-17 text-center ${style.count}`}>{numberText(props.count)}</bdi>
      <bdi>{props.name}</bdi>
    </button>
  );
}
