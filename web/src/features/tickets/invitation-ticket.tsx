import { api, type Purchase } from "@saha/contract";
import { IconCircleCheck, IconInfoCircle } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { isLost, queryOf, sentenceOf } from "../../api.ts";
import { claimInvitation, forgetInvitation } from "../../invited.ts";
import { InvitationPass } from "../../pieces/pass/invitation-pass.tsx";
import { usePress } from "../../press.ts";
import { useMember } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { withRow } from "../../ui/data-table/list-changes.ts";
import fields from "../../ui/field/field.module.css";
import { tabDraft } from "../../ui/form/drafts.ts";
import { onDemand } from "../../ui/on-demand.tsx";
import { Press, PressLink } from "../../ui/press/press.tsx";
import style from "./invitation.module.css";
import { shownCode } from "./shown-code.ts";
import { TicketsFrame } from "./tickets-frame.tsx";

const Congratulation = onDemand(async () => (await import("./congratulation.tsx")).Congratulation);
const mine = queryOf(api.purchases.mine);

/**
 * Turns an invitation code into its ticket (spec §2). The code of a link stands in the field and waits for the press:
 * opening consumes nothing. An empty field does nothing (spec §5).
 */
export function InvitationTicket() {
  const [linked] = useState(claimInvitation);
  const queries = useQueryClient();
  const user = useMember();
  const [draft] = useState(() => tabDraft<{ code: string }>(`invitation ${user.id}`, ["code"]));
  const [typed, setTyped] = useState(() => shownCode(linked ?? draft.read().code ?? ""));
  const [taken, setTaken] = useState<Purchase | null>(null);
  const [isPlain, setIsPlain] = useState(false);
  const { press, of } = usePress(api.invitations.redeem, {
    refetch: [api.tickets.list, api.purchases.mine],
    onDone: (purchase) => {
      queries.setQueryData(mine.queryKey, (now) => now && withRow(now, purchase));
      type("");
      setTaken(purchase);
    },
  });
  const sent = of(requestOf(typed));

  function type(code: string) {
    if (code === typed) return;
    // What is typed over or used up is not to be offered again.
    forgetInvitation();
    setTyped(code);
    draft.write(code ? { code } : null);
  }

  function redeem() {
    if (typed.trim() === "") return;
    void press(requestOf(typed));
  }

  const isCome = linked !== undefined && typed === shownCode(linked);
  return (
    <TicketsFrame title={m.tickets_invitation_title()}>
      {taken &&
        (isPlain ? (
          <TakenNote purchase={taken} />
        ) : (
          <Congratulation
            purchase={taken}
            onClose={() => setTaken(null)}
            onMissing={() => setIsPlain(true)}
            fallback={<TakenNote purchase={taken} />}
          />
        ))}
      <div className={style.place}>
        <InvitationPass
          title={isCome ? m.tickets_invitation_came() : m.tickets_invitation_ask()}
          text={isCome ? m.tickets_invitation_press() : m.tickets_invitation_how()}
        >
          <CodeForm
            code={typed}
            isSending={sent?.isPending ?? false}
            refusal={sent?.error}
            onType={type}
            onRedeem={redeem}
          />
        </InvitationPass>
      </div>
    </TicketsFrame>
  );
}

/** Says that the ticket is taken while the congratulation is on its way, and where it does not come. */
function TakenNote({ purchase: { ticket } }: { purchase: Purchase }) {
  return (
    <p role="status" className={`row wrap middle gap-10 leading-17 ${style.taken}`}>
      <IconCircleCheck size={22} aria-hidden="true" />
      <span className="bold grow break-words">{m.tickets_won_text({ title: ticket.title })}</span>
      <PressLink to="/ticket/my-tickets" variant="light">
        {m.tickets_won_show()}
      </PressLink>
    </p>
  );
}

/** As the field shows it once it is left: the press again after a lost answer is the same press. */
const requestOf = (code: string) => ({ body: { invitationCode: shownCode(code).trim() } });

function CodeForm(props: {
  code: string;
  isSending: boolean;
  refusal: unknown;
  onType: (code: string) => void;
  onRedeem: () => void;
}) {
  const { code, isSending, refusal, onType, onRedeem } = props;
  const [inputId, whyId, warningId] = [useId(), useId(), useId()];
  const isRefused = refusal !== undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    onRedeem();
  }

  return (
    <form className={style.form} onSubmit={submit} noValidate>
      <label htmlFor={inputId}>{m.tickets_invitation_code()}</label>
      <input
        id={inputId}
        dir="ltr"
        className={`mono bold text-center ${fields.field} ${style.code}`}
        value={code}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
        onPaste={(event) => {
          const pasted = shownCode(event.clipboardData.getData("text"));
          if (!/^(\w{4}-){2}\w{4}$/.test(pasted)) return;
          event.preventDefault();
          onType(pasted);
        }}
        onBlur={() => onType(shownCode(code))}
        aria-invalid={isRefused || undefined}
        aria-describedby={`${whyId} ${warningId}`}
        placeholder="XXXX-XXXX-XXXX"
        maxLength={200}
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
      />
      <p id={whyId} role="alert" className={`hide-empty ${style.refusal}`}>
        {isRefused && sentenceOf(refusal, m.ui_state_network())}
      </p>
      <Press type="submit" size="large" aria-busy={isSending}>
        {isLost(refusal) ? m.tickets_invitation_again() : m.tickets_invitation_redeem()}
      </Press>
      <p id={warningId} className={`flex gap-10 text-15 leading-17 ${style.warning}`}>
        <IconInfoCircle size={20} aria-hidden="true" />
        {m.tickets_invitation_warning()}
      </p>
    </form>
  );
}
