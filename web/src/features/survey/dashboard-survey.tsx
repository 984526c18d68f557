import { api, type SurveyQuestion } from "@saha/contract";
import { IconChartBar } from "@tabler/icons-react";
import { useState } from "react";
import { call } from "../../api.ts";
import { callOnce } from "../../call-once.ts";
import { m } from "../../text/compiled/messages.js";
import { useLocalized } from "../../text/use-localized.ts";
import { createdAndUpdated, idColumn } from "../../ui/data-table/column-kinds.tsx";
import type { Column, RowAction } from "../../ui/data-table/columns.ts";
import { FormDialog } from "../../ui/form-dialog/form-dialog.tsx";
import { ResourcePage, type RowFormProps } from "../../ui/resource-page/resource-page.tsx";
import { ResultsDialog } from "./results-dialog.tsx";

/** The survey's questions (spec §2), and what was answered to each. */
export function DashboardSurvey() {
  const [shown, setShown] = useState<SurveyQuestion | null>(null);
  return (
    <ResourcePage
      list={api.surveys.list}
      title={m.survey_table_title()}
      columns={useLocalized(questionColumns)}
      nameOf={({ question }) => question}
      whenEmpty={{ title: m.survey_table_none_title(), text: m.survey_table_none_text() }}
      add={m.survey_add()}
      form={QuestionDialog}
      actions={useLocalized(() => [results(setShown)])}
      remove={{
        endpoint: api.surveys.remove,
        title: m.survey_delete_title(),
        text: ({ question }) => m.survey_delete_text({ question }),
      }}
    >
      {shown && <ResultsDialog question={shown} onClose={() => setShown(null)} />}
    </ResourcePage>
  );
}

function QuestionDialog({ row, onSaved, onClose }: RowFormProps<SurveyQuestion>) {
  return (
    <FormDialog
      title={row ? m.survey_edit_title() : m.survey_add_title()}
      submitLabel={row ? m.form_save() : m.form_add()}
      fields={[
        {
          kind: "text",
          name: "question",
          label: m.survey_col_question(),
          isRequired: true,
          ...(row && { hint: m.survey_edit_hint() }),
        },
      ]}
      values={{ question: row?.question ?? "" }}
      isEdit={row !== null}
      onClose={onClose}
      onSubmit={async (body) =>
        onSaved(
          row
            ? await call(api.surveys.update, { params: { id: String(row.id) }, body })
            : await callOnce(api.surveys.create, { body }),
        )
      }
    />
  );
}

function questionColumns(): Column<SurveyQuestion>[] {
  return [
    idColumn(),
    {
      id: "question",
      title: m.survey_col_question(),
      value: ({ question }) => question,
      width: 320,
      grow: 3,
      isMain: true,
    },
    ...createdAndUpdated<SurveyQuestion>(),
  ];
}

function results(press: (question: SurveyQuestion) => void): RowAction<SurveyQuestion> {
  return {
    id: "results",
    name: ({ question }) => m.survey_results({ question }),
    label: m.survey_results_title(),
    icon: <IconChartBar size={20} aria-hidden />,
    press,
  };
}
