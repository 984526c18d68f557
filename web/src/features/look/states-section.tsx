import "@mantine/core/styles/Skeleton.css";
import { Button } from "@mantine/core";
import { IconTicket } from "@tabler/icons-react";
import { Offline, Refusal } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { CardsSkeleton, EmptyState, ErrorState } from "../../ui/state/state.tsx";
import { Sample, Section } from "./section.tsx";

/** The four states that every list has beside being full (interface: Look). */
export function StatesSection() {
  return (
    <Section id="states" title={m.look_states()} text={m.look_states_text()} isDense>
      <Sample name={m.look_state_loading()}>
        <CardsSkeleton cards={2} height={120} />
      </Sample>
      <Sample name={m.look_state_empty()}>
        <EmptyState
          icon={<IconTicket />}
          title={m.tickets_mine_none_title()}
          text={m.tickets_mine_none_text()}
          action={<Button>{m.tickets_browse()}</Button>}
        />
      </Sample>
      <Sample name={m.look_state_error()}>
        <ErrorState error={refusal()} onRetry={() => {}} />
      </Sample>
      <Sample name={m.look_state_offline()}>
        <ErrorState error={new Offline(m.ui_state_network())} onRetry={() => {}} />
      </Sample>
    </Section>
  );
}

/** A refusal as the server would word it. */
export function refusal(): Refusal {
  return new Refusal(409, { code: "ticket.sold_out", message: m.look_refused(), issues: [], requestId: "" }, null);
}
