import { Button } from "@mantine/core";
import { api, type InvitationCode, type Ticket } from "@saha/contract";
import { IconCopy, IconMail, IconQrcode, IconShare2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useId, useMemo, useState } from "react";
import { queryOf } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { dayText } from "../../text/format.ts";
import { useLocalized } from "../../text/use-localized.ts";
import type { RowAction } from "../../ui/data-table/columns.ts";
import { DataTable } from "../../ui/data-table/data-table.tsx";
import { DialogFrame } from "../../ui/form-dialog/dialog-frame.tsx";
import { CodeCard } from "./code-card.tsx";
import { codeColumns } from "./code-columns.tsx";
import { countsOf, type Filter, filtered, toMail, unsent } from "./code-steps.ts";
import { copyCodes, shareLinks } from "./hand-on.ts";
import style from "./invitations.module.css";
import { StepFilter } from "./step-filter.tsx";
import { useMailCodes } from "./use-mail-codes.ts";

/** Milliseconds after which an open dialog looks again how far the codes have come. */
const lookEveryMs = 15_000;
/** Milliseconds in which a row that has just moved up takes no press: it was meant for another guest's. */
const restMs = 500;

/** The codes of a ticket, 800 wide (spec §9): followed from sent to entered, copied, shared, mailed. */
export function CodesDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const query = useQuery({ ...queryOf(api.invitations.list), refetchInterval: lookEveryMs });
  const [filter, setFilter] = useState<Filter>({ step: "all", isMissing: false });
  const [openId, setOpenId] = useState<number | null>(null);
  const { mail, progress } = useMailCodes();
  const whyId = useId();
  const codes = useMemo(() => query.data?.filter(({ ticketId }) => ticketId === ticket.id), [query.data, ticket.id]);
  const shown = useMemo(() => codes && filtered(codes, filter), [codes, filter]);
  const open = codes?.find(({ id }) => id === openId);
  const columns = useLocalized(codeColumns);
  const actions = useLocalized(() => actionsOn(ticket, setOpenId), [ticket]);
  const left = unsent(codes ?? []);
  const mailable = toMail(codes ?? []);

  return (
    <DialogFrame title={m.invitations_codes_title({ title: ticket.title })} size={800} onClose={onClose}>
      <p className="leading-16 muted break-words mb-12">
        {[dayText(ticket.day), ticket.ticketInviter && m.invitations_by({ name: ticket.ticketInviter })]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {codes && codes.length > 0 && <StepFilter counts={countsOf(codes)} filter={filter} onChange={setFilter} />}
      <div className={style.codes}>
        <DataTable
          title={m.invitations_codes()}
          titleAs="h3"
          isInPage={false}
          query={{ ...query, data: shown }}
          columns={columns}
          actions={actions}
          nameOf={({ code }) => code}
          movedRest={restMs}
          searchLabel={m.invitations_search()}
          whenEmpty={
            codes?.length
              ? { title: m.invitations_codes_filtered_title(), text: m.invitations_codes_filtered_text() }
              : { title: m.invitations_codes_none_title(), text: m.invitations_codes_none_text() }
          }
          toolbar={
            <Button leftSection={<IconCopy size={18} aria-hidden />} onClick={() => void copyCodes(shown ?? [])}>
              {m.invitations_copy_all()}
            </Button>
          }
        />
      </div>
      <div className={`row gap-12 rows-8 wrap ${style.foot}`}>
        <p role="status">
          {progress
            ? m.invitations_mailing({ done: progress.done, all: progress.all })
            : codes && m.invitations_unsent({ count: left.length })}
        </p>
        <Button
          variant="default"
          disabled={left.length === 0}
          leftSection={<IconShare2 size={18} aria-hidden />}
          onClick={() => void shareLinks(ticket, left)}
        >
          {m.invitations_share_links()}
        </Button>
        <Button
          variant="default"
          disabled={mailable.length === 0}
          aria-describedby={whyId}
          loading={progress !== null}
          leftSection={<IconMail size={18} aria-hidden />}
          onClick={() => void mail(mailable)}
        >
          {m.invitations_mail_all({ count: mailable.length })}
        </Button>
        {codes && codes.length > 0 && mailable.length === 0 && (
          <p id={whyId} className={style.why}>
            {m.invitations_mail_all_needs()}
          </p>
        )}
      </div>
      {open && <CodeCard ticket={ticket} code={open} onClose={() => setOpenId(null)} />}
    </DialogFrame>
  );
}

function actionsOn(ticket: Ticket, openCode: (id: number) => void): RowAction<InvitationCode>[] {
  return [
    {
      id: "open",
      name: ({ code }) => m.invitations_open_code({ code }),
      label: m.invitations_open_label(),
      icon: <IconQrcode size={20} aria-hidden />,
      press: ({ id }) => openCode(id),
    },
    {
      id: "share",
      name: ({ code }) => m.invitations_share_code({ code }),
      label: m.invitations_share_label(),
      icon: <IconShare2 size={20} aria-hidden />,
      disabledReason: ({ redeemed }) => (redeemed ? m.invitations_is_redeemed() : null),
      press: (code) => void shareLinks(ticket, [code]),
    },
  ];
}
