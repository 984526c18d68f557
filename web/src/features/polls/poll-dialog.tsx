import { api, type Poll } from "@saha/contract";
import { useQuery } from "@tanstack/react-query";
import { call, queryOf } from "../../api.ts";
import { callOnce } from "../../call-once.ts";
import { m } from "../../text/compiled/messages.js";
import { differing } from "../../ui/form/differing.ts";
import type { Field } from "../../ui/form-dialog/fields.ts";
import { FormDialog } from "../../ui/form-dialog/form-dialog.tsx";
import type { RowFormProps } from "../../ui/resource-page/resource-page.tsx";

type Form = { boothId: number | null; name: string; secondary: string; renderTime: number | null };

/**
 * Adds or changes a giveaway; its booth is chosen when it is made (spec §7). The draw takes 0 seconds unless told (spec
 * §9).
 */
export function PollDialog({ row: poll, onSaved, onClose }: RowFormProps<Poll>) {
  const booths = useQuery(queryOf(api.booths.list));
  const booth: Field<keyof Form> = {
    kind: "select",
    name: "boothId",
    label: m.polls_col_booth(),
    isRequired: true,
    options: [
      { value: "", label: m.polls_f_booth_choose(), disabled: true },
      ...(booths.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    ],
  };
  const values: Form = poll ?? { boothId: null, name: "", secondary: "", renderTime: 0 };
  return (
    <FormDialog<Form>
      title={poll ? m.polls_edit_title() : m.polls_add_title()}
      submitLabel={poll ? m.form_save() : m.form_add()}
      fields={[
        ...(poll ? [] : [booth]),
        { kind: "text", name: "name", label: m.polls_col_name(), hint: m.polls_f_name_hint(), isRequired: true },
        { kind: "text", name: "secondary", label: m.polls_col_secondary(), hint: m.polls_f_secondary_hint() },
        {
          kind: "number",
          name: "renderTime",
          label: m.polls_f_render_time(),
          hint: m.polls_f_render_time_hint(),
          unit: m.polls_f_seconds(),
        },
      ]}
      values={values}
      isEdit={poll !== null}
      onClose={onClose}
      onSubmit={async (typed) => onSaved(await save(poll, typed))}
    />
  );
}

function save(poll: Poll | null, typed: Form): Promise<Poll> {
  if (poll) {
    const body = differing(editedOf(poll), editedOf(typed));
    return call(api.polls.update, { params: { id: String(poll.id) }, body });
  }
  return callOnce(api.polls.create, { body: { ...editedOf(typed), boothId: typed.boothId as number } });
}

function editedOf({ name, secondary, renderTime }: Form) {
  // What is missing goes as it is: the server says so at its field.
  return { name, secondary, renderTime: renderTime as number };
}
