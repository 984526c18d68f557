import { api } from "@saha/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call, keyOf, queryOf } from "../../api.ts";
import type { Place } from "../../pieces/line/use-places.ts";
import { m } from "../../text/compiled/messages.js";
import { onDemand } from "../../ui/on-demand.tsx";
import { Press } from "../../ui/press/press.tsx";

const ConfirmDialog = onDemand(async () => (await import("../../ui/confirm/confirm-dialog.tsx")).ConfirmDialog);

/** Leaves the line of a game, asked once: the number is not given again. */
export function LeaveLine({ place }: { place: Place }) {
  const queries = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  async function leave() {
    try {
      await call(api.queue.remove, { params: { id: String(place.id) } });
      queries.setQueryData(queryOf(api.queue.mine).queryKey, (now) => now?.filter(({ id }) => id !== place.id));
    } finally {
      for (const list of [api.queue.mine, api.queue.slots, api.booths.games, api.booths.list]) {
        void queries.invalidateQueries({ queryKey: keyOf(list) });
      }
    }
  }
  return (
    <>
      <Press
        variant="bare"
        size="small"
        aria-label={m.play_leave_name({ game: place.game.name })}
        onClick={() => setIsAsking(true)}
      >
        {m.play_leave()}
      </Press>
      {isAsking && (
        <ConfirmDialog
          title={m.play_leave_title()}
          confirm={m.play_leave()}
          cancel={m.play_leave_no()}
          tone="error"
          onClose={() => setIsAsking(false)}
          onMissing={() => setIsAsking(false)}
          onConfirm={leave}
        >
          {m.play_leave_text({ game: place.game.name })}
        </ConfirmDialog>
      )}
    </>
  );
}
