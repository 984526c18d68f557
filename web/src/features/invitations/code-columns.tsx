import type { InvitationCode } from "@saha/contract";
import { m } from "../../text/compiled/messages.js";
import { momentText } from "../../text/format.ts";
import { momentColumn, yesNoColumn } from "../../ui/data-table/column-kinds.tsx";
import type { Column } from "../../ui/data-table/columns.ts";
import { linkOf } from "./code-steps.ts";
import style from "./invitations.module.css";

/** The columns of the codes: the spec's code, redeemed and created, and the way from sent to entered between them (rules §4). */
export function codeColumns(): Column<InvitationCode>[] {
  return [
    {
      id: "code",
      title: m.invitations_col_code(),
      value: ({ code }) => code,
      text: ({ code, sentTo }) => `${code} ${code.replaceAll("-", "")} ${sentTo ?? ""}`,
      show: ({ code, sentTo }) => (
        <span className={style.two}>
          <span dir="ltr" className={style.code}>
            {code}
          </span>
          <bdi className={style.second}>{sentTo ?? m.invitations_nobody()}</bdi>
        </span>
      ),
      width: 184,
      isMain: true,
    },
    { id: "link", title: m.invitations_col_link(), value: linkOf, text: null, isExportOnly: true },
    { id: "sentTo", title: m.invitations_col_sent_to(), value: ({ sentTo }) => sentTo, text: null, isExportOnly: true },
    stepColumn("mailedAt", m.invitations_col_mailed()),
    stepColumn("openedAt", m.invitations_col_opened()),
    yesNoColumn("redeemed", m.invitations_col_redeemed()),
    {
      id: "redeemedBy",
      title: m.invitations_col_by(),
      value: ({ redeemedBy }) => redeemedBy?.username ?? null,
      text: ({ redeemedBy }) => [redeemedBy?.username, redeemedBy?.name].filter(Boolean).join(" "),
      show: ({ redeemedBy, redeemedAt }) =>
        redeemedBy ? (
          <span className={style.two}>
            <bdi>{redeemedBy.username}</bdi>
            {redeemedAt && <Moment at={redeemedAt} />}
          </span>
        ) : (
          <None />
        ),
      width: 176,
    },
    { ...stepColumn("redeemedAt", m.invitations_col_redeemed_at()), isExportOnly: true },
    stepColumn("enteredAt", m.invitations_col_entered()),
    momentColumn("createdAt", m.table_created()),
  ];
}

type Moments = "mailedAt" | "openedAt" | "redeemedAt" | "enteredAt";

/** A column of moments that have come or not: day over hour, so that four of them fit beside each other. */
function stepColumn(id: Moments, title: string): Column<InvitationCode> {
  const text = (code: InvitationCode) => (code[id] ? momentText(code[id]) : "");
  return {
    id,
    title,
    value: (code) => code[id],
    text,
    csv: text,
    show: (code) => (code[id] ? <Moment at={code[id]} isSplit /> : <None />),
    width: 124,
  };
}

function Moment({ at, isSplit = false }: { at: string; isSplit?: boolean }) {
  const text = momentText(at);
  const [day, hour] = text.split(" - ");
  if (!isSplit) {
    return (
      <span dir="ltr" className={style.second}>
        {text}
      </span>
    );
  }
  return (
    <span className={style.two}>
      <span dir="ltr">{day}</span>
      <span dir="ltr" className={style.second}>
        {hour}
      </span>
    </span>
  );
}

function None() {
  return <span aria-hidden>—</span>;
}
