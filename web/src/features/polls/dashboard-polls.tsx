import { api, type Booth, type Poll } from "@saha/contract";
import { IconShieldCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { queryOf } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { useLocalized } from "../../text/use-localized.ts";
import { createdAndUpdated, idColumn, numberColumn } from "../../ui/data-table/column-kinds.tsx";
import type { Column, RowAction } from "../../ui/data-table/columns.ts";
import { ResourcePage } from "../../ui/resource-page/resource-page.tsx";
import { PollDialog } from "./poll-dialog.tsx";

/** The giveaways of all booths (spec §2); one that was drawn can't be deleted, since its proof stays public. */
export function DashboardPolls() {
  const booths = useQuery(queryOf(api.booths.list));
  const navigate = useNavigate();
  return (
    <ResourcePage
      list={api.polls.list}
      related={related}
      names={[booths]}
      title={m.polls_title()}
      columns={useLocalized(() => pollColumns(booths.data ?? []), [booths.data])}
      nameOf={({ name }) => name}
      whenEmpty={{ title: m.polls_none_title(), text: m.polls_none_text() }}
      add={m.polls_add()}
      form={PollDialog}
      actions={useLocalized(
        () => [proof(({ id }) => void navigate({ to: "/draws/$pollId", params: { pollId: String(id) } }))],
        [navigate],
      )}
      remove={{
        endpoint: api.polls.remove,
        title: m.polls_delete_title(),
        text: ({ name }) => m.polls_delete_text({ name }),
      }}
    />
  );
}

const related = [api.booths.list];

/** A booth's name, or its number where the booth is unknown (spec §2). */
export function boothName(booths: readonly Booth[], boothId: number): string {
  return booths.find(({ id }) => id === boothId)?.name ?? `#${boothId}`;
}

function pollColumns(booths: readonly Booth[]): Column<Poll>[] {
  return [
    idColumn(),
    { id: "booth", title: m.polls_col_booth(), value: ({ boothId }) => boothName(booths, boothId), width: 120 },
    { id: "name", title: m.polls_col_name(), value: ({ name }) => name, width: 205, grow: 2, isMain: true },
    { id: "secondary", title: m.polls_col_secondary(), value: ({ secondary }) => secondary, width: 160, under: "name" },
    numberColumn("renderTime", m.polls_col_render_time(), 112),
    numberColumn("entries", m.polls_col_entries(), 104),
    { id: "lastWinner", title: m.polls_col_last_winner(), value: ({ lastWinner }) => lastWinner, width: 116 },
    ...createdAndUpdated<Poll>({ isStacked: true }),
  ];
}

function proof(press: (poll: Poll) => void): RowAction<Poll> {
  return {
    id: "proof",
    name: ({ name }) => m.polls_proof({ name }),
    label: m.polls_proof_label(),
    icon: <IconShieldCheck size={20} aria-hidden />,
    press,
  };
}
