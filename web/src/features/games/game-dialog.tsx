import { api, type Game, type Request } from "@saha/contract";
import { useQuery } from "@tanstack/react-query";
import { call, queryOf } from "../../api.ts";
import { callOnce } from "../../call-once.ts";
import { m } from "../../text/compiled/messages.js";
import type { Field } from "../../ui/form-dialog/fields.ts";
import { FormDialog } from "../../ui/form-dialog/form-dialog.tsx";
import { pictureTypes } from "../../ui/picture/use-preview.ts";
import type { RowFormProps } from "../../ui/resource-page/resource-page.tsx";
import { blankGame, changesOf, formOf, type GameForm, newGame } from "./game-form.ts";

type GameField = Field<keyof GameForm>;
type Named = { id: number; name: string };

/**
 * Adds or changes a game; a new one begins queueable, active and not doubled (spec §7). The server checks (spec §5).
 */
export function GameDialog({ row: game, onSaved, onClose }: RowFormProps<Game>) {
  const booths = useQuery(queryOf(api.booths.list)).data ?? [];
  const platforms = useQuery(queryOf(api.platforms.list)).data ?? [];
  return (
    <FormDialog<GameForm>
      title={game ? m.games_edit_title() : m.games_add_title()}
      submitLabel={game ? m.form_save() : m.form_add()}
      fields={fieldsOf(game, booths, platforms)}
      values={game ? formOf(game) : blankGame}
      isEdit={game !== null}
      onClose={onClose}
      onSubmit={async (typed) => onSaved(await save(game, typed))}
    />
  );
}

async function save(game: Game | null, typed: GameForm): Promise<Game> {
  if (game) return call(api.games.update, { params: { id: String(game.id) }, body: await changesOf(game, typed) });
  // What is missing goes as it is: the server says so at its field.
  const body = (await newGame(typed)) as Request<typeof api.games.create>["body"];
  return callOnce(api.games.create, { body });
}

function fieldsOf(game: Game | null, booths: readonly Named[], platforms: readonly Named[]): GameField[] {
  const isBounded = ({ finite }: { finite?: unknown }) => finite === true;
  return [
    { kind: "text", name: "name", label: m.games_col_name(), isRequired: true, half: true },
    {
      kind: "text",
      name: "shortName",
      label: m.games_col_short(),
      hint: m.games_f_short_hint(),
      isRequired: true,
      half: true,
    },
    {
      ...choice("boothId", m.games_col_booth(), booths),
      ...(booths.length === 0 && { hint: m.games_f_booth_none() }),
    },
    choice("platformId", m.games_col_platform(), platforms),
    { kind: "number", name: "winPoints", label: m.games_col_win(), isRequired: true, half: true },
    {
      kind: "number",
      name: "losePoints",
      label: m.games_col_lose(),
      hint: m.games_f_lose_hint(),
      isRequired: true,
      half: true,
    },
    { kind: "html", name: "description", label: m.games_f_description(), hint: m.games_f_description_hint() },
    picture("image", m.games_col_image(), game?.image),
    picture("logo", m.games_col_logo(), game?.logo),
    ...(game ? flagsOfEdited() : []),
    { kind: "switch", name: "externalGame", label: m.games_f_external() },
    { kind: "switch", name: "leaderboard", label: m.games_f_leaderboard(), hint: m.games_f_leaderboard_hint() },
    { kind: "switch", name: "finite", label: m.games_f_finite(), hint: m.games_f_finite_hint() },
    { kind: "number", name: "min", label: m.games_col_min(), isRequired: true, half: true, shownWhen: isBounded },
    { kind: "number", name: "max", label: m.games_col_max(), isRequired: true, half: true, shownWhen: isBounded },
  ];
}

function flagsOfEdited(): GameField[] {
  return [
    { kind: "switch", name: "isQueueable", label: m.games_f_queueable(), hint: m.games_f_queueable_hint() },
    { kind: "switch", name: "isActive", label: m.games_f_active(), hint: m.games_f_active_hint() },
    { kind: "switch", name: "isDoubled", label: m.games_f_doubled(), hint: m.games_f_doubled_hint() },
  ];
}

function choice(name: "boothId" | "platformId", label: string, rows: readonly Named[]): GameField {
  const options = rows.map((row) => ({ value: row.id, label: row.name }));
  const none = { value: "", label: m.games_choose(), disabled: true };
  return { kind: "select", name, label, options: [none, ...options], isRequired: true, half: true };
}

function picture(name: "image" | "logo", label: string, current: string | undefined): GameField {
  return { kind: "file", name, label, accept: pictureTypes, current: current || null };
}
