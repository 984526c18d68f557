import { api, type SurveyQuestion, type SurveyResult } from "@saha/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { queryOf } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { numberText } from "../../text/format.ts";
import { useLocalized } from "../../text/use-localized.ts";
import { createdAndUpdated } from "../../ui/data-table/column-kinds.tsx";
import type { Column } from "../../ui/data-table/columns.ts";
import { DataTable } from "../../ui/data-table/data-table.tsx";
import { DialogFrame } from "../../ui/form-dialog/dialog-frame.tsx";
import { ShareBar } from "../../ui/share-bar/share-bar.tsx";
import style from "./survey.module.css";
import { tally } from "./tally.ts";

/**
 * What was answered to a question: how often each answer was given, plotted, and who wrote what, to search and to
 * export.
 */
export function ResultsDialog({ question, onClose }: { question: SurveyQuestion; onClose: () => void }) {
  const query = useQuery(queryOf(api.surveys.answers, { params: { id: String(question.id) } }));
  const answers = query.data ?? [];
  return (
    <DialogFrame title={m.survey_results_title()} size={800} onClose={onClose}>
      <p className="bold leading-17 break-words mb-12">{question.question}</p>
      {answers.length > 0 && <Plot answers={answers} />}
      <DataTable
        title={m.survey_answers()}
        titleAs="h3"
        query={query}
        columns={useLocalized(answerColumns)}
        nameOf={({ user }) => user.username}
        whenEmpty={{ title: m.survey_results_none_title(), text: m.survey_results_none_text() }}
      />
    </DialogFrame>
  );
}

function Plot({ answers }: { answers: readonly SurveyResult[] }) {
  const { bars, rest } = useMemo(() => tally(answers), [answers]);
  const most = Math.max(rest, ...bars.map(({ count }) => count));
  const all = [...bars, ...(rest > 0 ? [{ answer: m.survey_results_rest(), count: rest }] : [])];
  return (
    <section>
      <h3 className="mb-8 text-16 muted">
        {m.survey_results_count({ count: answers.length })} · {m.survey_results_plot()}
      </h3>
      <ul className={style.plot}>
        {all.map(({ answer, count }) => (
          <li key={answer} className={style.bar}>
            <bdi>{answer}</bdi>
            <b>{numberText(count)}</b>
            <ShareBar value={count} of={most} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function answerColumns(): Column<SurveyResult>[] {
  return [
    { id: "user", title: m.survey_col_user(), value: ({ user }) => user.username, width: 150, isMain: true },
    { id: "answer", title: m.survey_col_answer(), value: ({ answer }) => answer, width: 280, grow: 3 },
    ...createdAndUpdated<SurveyResult>({ isStacked: true }),
  ];
}
