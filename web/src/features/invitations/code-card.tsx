import "@mantine/core/styles/Input.css";
import { Button, TextInput } from "@mantine/core";
import { api, type InvitationCode, type Ticket } from "@saha/contract";
import { IconCopy, IconMail, IconShare2 } from "@tabler/icons-react";
import { Suspense, useId, useRef } from "react";
import { call, Refusal } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { momentText } from "../../text/format.ts";
import { copyText } from "../../ui/copy/copy-text.ts";
import { useListChanges } from "../../ui/data-table/use-list-changes.ts";
import { FormMessage } from "../../ui/form/form-message.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { DialogFrame } from "../../ui/form-dialog/dialog-frame.tsx";
import { late } from "../../ui/on-demand.tsx";
import { snackbar } from "../../ui/toast/snackbar.ts";
import { toast } from "../../ui/toast/toast.ts";
import { hindranceTo, linkOf } from "./code-steps.ts";
import { copiedFor, shareLinks } from "./hand-on.ts";
import style from "./invitations.module.css";
import { useMailCodes } from "./use-mail-codes.ts";

const QrPicture = late(async () => (await import("../../ui/qr-picture/qr-picture.tsx")).QrPicture);

type Shown = Pick<InvitationCode, "sentTo" | "mailedAt">;

/** One code: its QR and link, whom it went to, and how far it has come. */
export function CodeCard({ ticket, code, onClose }: { ticket: Ticket; code: InvitationCode; onClose: () => void }) {
  const { saved, renew } = useListChanges(api.invitations.list);
  const { mail, progress } = useMailCodes();
  const shown = useRef<Shown>(code);
  const link = linkOf(code);
  const whyId = useId();
  const form = useForm({
    values: { sentTo: code.sentTo ?? "" },
    isEdit: true,
    fallback: m.form_failed(),
    send: async ({ sentTo }) => {
      const { sentTo: before, mailedAt } = shown.current;
      const body = { sentTo: sentTo.trim() || null, shown: { sentTo: before, mailedAt } };
      const noted = call(api.invitations.update, { params: { id: String(code.id) }, body });
      noted.catch(learnShown);
      saved(await noted);
      snackbar(m.form_saved({ name: code.code }));
    },
  });

  // Whoever types doesn't see what others note meanwhile, until a refusal says it.
  if (!form.isTouched) shown.current = code;
  function learnShown(cause: unknown) {
    if (!(cause instanceof Refusal) || cause.code !== "invitation.changed") return;
    shown.current = cause.details.now as Shown;
    renew();
  }

  const hindrance = hindranceTo(code, form.isTouched);

  async function copyLink() {
    if (await copyText(link)) snackbar(copiedFor(code));
    else void toast({ kind: "error", message: m.invitations_copy_failed() });
  }

  return (
    <DialogFrame title={m.invitations_code_title()} size={480} isTouched={form.isTouched} onClose={onClose}>
      <div className="stack gap-16">
        <p dir="ltr" className={`mono strong text-center ${style.big}`}>
          {code.code}
        </p>
        <div className={style.qr}>
          <Suspense>
            <QrPicture text={link} label={m.invitations_qr({ code: code.code })} />
          </Suspense>
        </div>
        <p dir="ltr" className="mono text-14 leading-16 text-center muted break-words">
          {link}
        </p>
        <div className={`flex wrap gap-8 ${style.presses}`}>
          <Button variant="default" leftSection={<IconCopy size={18} aria-hidden />} onClick={() => void copyLink()}>
            {m.invitations_copy_link()}
          </Button>
          <Button
            variant="default"
            disabled={code.redeemed}
            leftSection={<IconShare2 size={18} aria-hidden />}
            onClick={() => void shareLinks(ticket, [code])}
          >
            {m.invitations_share()}
          </Button>
        </div>
        <form {...form.props} className="stack gap-12">
          <FormMessage message={form.message} />
          <TextInput
            label={m.invitations_col_sent_to()}
            description={m.invitations_sent_to_hint()}
            dir="auto"
            maxLength={120}
            autoComplete="off"
            {...form.field("sentTo")}
          />
          <div className={`flex wrap gap-8 ${style.presses}`}>
            <Button type="submit" loading={form.isBusy}>
              {m.form_save()}
            </Button>
            <Button
              variant="light"
              disabled={hindrance !== null}
              aria-describedby={hindrance ? whyId : undefined}
              loading={progress !== null}
              leftSection={<IconMail size={18} aria-hidden />}
              onClick={() => void mail([code])}
            >
              {code.mailedAt ? m.invitations_mail_again() : m.invitations_mail()}
            </Button>
          </div>
          {hindrance && (
            <p id={whyId} className={style.why}>
              {hindrance === "redeemed" ? m.invitations_is_redeemed() : m.invitations_mail_needs()}
            </p>
          )}
        </form>
        <Way code={code} />
      </div>
    </DialogFrame>
  );
}

/** The steps of a code with their moments; what has not come yet says so. */
function Way({ code }: { code: InvitationCode }) {
  const steps: [name: string, at: string | null, by?: string | undefined][] = [
    [m.invitations_col_mailed(), code.mailedAt],
    [m.invitations_col_opened(), code.openedAt],
    [m.invitations_col_code_redeemed(), code.redeemedAt, code.redeemedBy?.username],
    [m.invitations_col_entered(), code.enteredAt],
  ];
  return (
    <dl className={style.way}>
      {steps.map(([name, at, by]) => (
        <div key={name} data-done={at !== null || undefined}>
          <dt>{name}</dt>
          <dd>
            {by && <bdi>{by}</bdi>} {at ? <span dir="ltr">{momentText(at)}</span> : m.invitations_not_yet()}
          </dd>
        </div>
      ))}
    </dl>
  );
}
