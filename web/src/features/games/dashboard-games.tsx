import { api, type Game } from "@saha/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call, queryOf, Refusal } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { useLocalized } from "../../text/use-localized.ts";
import { useListChanges } from "../../ui/data-table/use-list-changes.ts";
import { prefetchHtmlEditor } from "../../ui/html-editor/html-field.tsx";
import { ResourcePage } from "../../ui/resource-page/resource-page.tsx";
import { snackbar } from "../../ui/toast/snackbar.ts";
import { gameColumns } from "./game-columns.tsx";
import { GameDialog } from "./game-dialog.tsx";

/** The games of all booths (spec §2): every column, add, edit, delete; one with history can be deactivated instead. */
export function DashboardGames() {
  const changes = useListChanges(api.games.list);
  const booths = useQuery(queryOf(api.booths.list));
  const platforms = useQuery(queryOf(api.platforms.list));
  useEffect(() => void prefetchHtmlEditor().catch(() => {}), []);

  async function deactivate({ id }: Game) {
    const game = await call(api.games.update, { params: { id: String(id) }, body: { isActive: false } });
    changes.saved(game);
    snackbar(m.form_saved({ name: game.name }));
  }

  return (
    <ResourcePage
      list={api.games.list}
      title={m.games_title()}
      columns={useLocalized(() => gameColumns(booths.data, platforms.data), [booths.data, platforms.data])}
      names={[booths, platforms]}
      nameOf={({ name }) => name}
      whenEmpty={{ title: m.games_none_title(), text: m.games_none_text() }}
      add={m.games_add()}
      form={GameDialog}
      remove={{
        endpoint: api.games.remove,
        title: m.games_delete_title(),
        text: ({ name }) => m.games_delete_text({ name }),
        adviceOn: (cause, game) =>
          cause instanceof Refusal && cause.code === "game.has_history" && game.isActive
            ? { label: m.games_deactivate(), press: () => deactivate(game) }
            : undefined,
      }}
    />
  );
}
