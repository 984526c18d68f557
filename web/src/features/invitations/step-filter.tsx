import { m } from "../../text/compiled/messages.js";
import { numberText } from "../../text/format.ts";
import { ShareBar } from "../../ui/share-bar/share-bar.tsx";
import { type Filter, type Step, steps } from "./code-steps.ts";
import style from "./invitations.module.css";

const names: Record<Step, () => string> = {
  all: m.invitations_step_all,
  sent: m.invitations_step_sent,
  opened: m.invitations_step_opened,
  redeemed: m.invitations_step_redeemed,
  entered: m.invitations_step_entered,
};
const missing: Record<Exclude<Step, "all">, () => string> = {
  sent: m.invitations_step_not_sent,
  opened: m.invitations_step_not_opened,
  redeemed: m.invitations_step_not_redeemed,
  entered: m.invitations_step_not_entered,
};

/**
 * How many codes have come how far, on one scale; each count is the filter of its step, and what is missing is one
 * press further.
 */
export function StepFilter(props: {
  counts: Record<Step, number>;
  filter: Filter;
  onChange: (filter: Filter) => void;
}) {
  const { counts, filter, onChange } = props;
  const { step, isMissing } = filter;
  return (
    <fieldset className={style.filter}>
      <legend>{m.invitations_filter()}</legend>
      <div className={style.steps}>
        {steps.map((each) => (
          <button
            key={each}
            type="button"
            className={`stack gap-6 text-15 leading-16 text-start ${style.step}`}
            aria-pressed={each === step && !isMissing}
            onClick={() => onChange({ step: each, isMissing: false })}
          >
            <span>
              <b>{numberText(counts[each])}</b> {names[each]()}
            </span>
            <ShareBar value={counts[each]} of={counts.all} />
          </button>
        ))}
      </div>
      {step !== "all" && (
        <button
          type="button"
          className={`stack gap-6 text-15 leading-16 text-start ${style.missing}`}
          aria-pressed={isMissing}
          onClick={() => onChange({ step, isMissing: !isMissing })}
        >
          <b>{numberText(counts.all - counts[step])}</b> {missing[step]()}
        </button>
      )}
    </fieldset>
  );
}
