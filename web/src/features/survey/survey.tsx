import { api, type SurveyQuestion } from "@saha/contract";
import { IconClipboardList } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { queryOf } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { Page } from "../../ui/page/page.tsx";
import { CardsSkeleton, EmptyState, ErrorState } from "../../ui/state/state.tsx";
import { QuestionCard } from "./question-card.tsx";
import style from "./survey.module.css";

/** The survey's questions, each with the own answer, which is kept and can be changed (rules §6). */
export function Survey() {
  const questions = useQuery(queryOf(api.surveys.list));
  return (
    <Page title={m.survey_title()} lead={m.survey_lead()}>
      {body(questions.data)}
    </Page>
  );

  function body(all: SurveyQuestion[] | undefined) {
    if (!all) {
      if (!questions.error) return <CardsSkeleton cards={3} height={220} />;
      return <ErrorState error={questions.error} onRetry={() => void questions.refetch()} />;
    }
    if (all.length === 0) {
      return <EmptyState icon={<IconClipboardList />} title={m.survey_none_title()} text={m.survey_none_text()} />;
    }
    return (
      <ul className={`stack gap-16 ${style.questions}`}>
        {all.map((question) => (
          <QuestionCard key={question.id} question={question} />
        ))}
      </ul>
    );
  }
}
