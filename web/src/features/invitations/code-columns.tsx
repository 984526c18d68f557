import type { InvitationCode } from "@saha/contract";
import { m } from "../../text/compiled/messages.js";
import { momentColumn, yesNoColumn } from "../../ui/data-table/column-kinds.tsx";
import type { Column } from "../../ui/data-table/columns.ts";
import { linkOf } from "./code-steps.ts";
import style from "./invitations.module.css";

/**
 * The columns of the codes: the spec's code, redeemed and created, and the way from sent to entered between them (rules
 * §4).
 */
export function codeColumns(): Column<InvitationCode>[] {
  return [
    {
      id: "code",
      title: m.invitations_col_code(),
      value: ({ code }) => code,
      text: ({ code, sentTo }) => `${code} ${code.replaceAll("-", "")} ${sentTo ?? ""}`,
      show: ({ code, sentTo }) => (
        <span className={`stack leading-15 text-14 ${style.two}`}>
          <span dir="ltr" className="mono bold text-start">
            {code}
          </span>
          <bdi className="text-13 muted">{sentTo ?? m.invitations_nobody()}</bdi>
        </span>
      ),
      width: 164,
      isMain: true,
    },
    { id: "link", title: m.invitations_col_link(), value: linkOf, text: null, isExportOnly: true },
    { id: "sentTo", title: m.invitations_col_sent_to(), value: ({ sentTo }) => sentTo, text: null, isExportOnly: true },
    { ...momentColumn<InvitationCode>("mailedAt", m.invitations_col_mailed()), width: 158 },
    { ...momentColumn<InvitationCode>("openedAt", m.invitations_col_opened()), under: "mailedAt" },
    { ...yesNoColumn<InvitationCode>("redeemed", m.invitations_col_code_redeemed()), width: 128 },
    {
      id: "redeemedBy",
      title: m.invitations_col_by(),
      value: ({ redeemedBy }) => redeemedBy?.username ?? null,
      text: ({ redeemedBy }) => [redeemedBy?.username, redeemedBy?.name].filter(Boolean).join(" "),
      under: "redeemed",
    },
    { ...momentColumn<InvitationCode>("redeemedAt", m.invitations_col_redeemed_at()), isExportOnly: true },
    { ...momentColumn<InvitationCode>("enteredAt", m.invitations_col_entered()), width: 158 },
    { ...momentColumn<InvitationCode>("createdAt", m.table_created()), under: "enteredAt" },
  ];
}
