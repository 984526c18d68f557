import { api, type SurveyQuestion } from "@saha/contract";
import { IconCircleCheck } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { call, keyOf, queryOf } from "../../api.ts";
import { useMember } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { Card } from "../../ui/card/card.tsx";
import { Chip } from "../../ui/chip/chip.tsx";
import fields from "../../ui/field/field.module.css";
import { tabDraft } from "../../ui/form/drafts.ts";
import { FormMessage } from "../../ui/form/form-message.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { Press } from "../../ui/press/press.tsx";
import { toast } from "../../ui/toast/toast.ts";
import style from "./survey.module.css";

/** Characters of an answer (rules §6). */
const mostLetters = 2000;

/** One question and the own answer; what is typed outlives a reload until it is saved. */
export function QuestionCard({ question }: { question: SurveyQuestion }) {
  const { id, answer } = question;
  const [questionId, errorId] = [useId(), useId()];
  const queries = useQueryClient();
  const user = useMember();
  const [draft] = useState(() => tabDraft<{ answer: string }>(`survey ${user.id} ${id}`, ["answer"]));
  const form = useForm({
    values: { answer: answer ?? "" },
    draft,
    isEdit: answer !== null,
    send: async (body) => {
      const saving = call(api.surveys.answer, { body: { questionId: id, question: question.question, ...body } });
      // Refused, the question may be another one by now; what was typed stays.
      saving.catch(() => void queries.invalidateQueries({ queryKey: keyOf(api.surveys.list) }));
      const saved = await saving;
      queries.setQueryData(queryOf(api.surveys.list).queryKey, (now) =>
        now?.map((one) => (one.id === id ? { ...one, answer: saved.answer } : one)),
      );
      void toast({ kind: "success", message: m.survey_saved() });
    },
  });
  const wrong = form.errors.answer;
  return (
    <Card as="li" className="stack gap-12" mine={answer !== null}>
      <div className={`flex top gap-12 rows-4 wrap between ${style.head}`}>
        <h2 id={questionId}>{question.question}</h2>
        {answer !== null && (
          <Chip tone="success" icon={<IconCircleCheck />}>
            {m.survey_answered()}
          </Chip>
        )}
      </div>
      <form {...form.props} className={`stack gap-10 ${style.form}`}>
        <FormMessage message={form.message} />
        <textarea
          name="answer"
          // An empty one would stand from left to right, whatever the page.
          {...(form.typed.answer ? { dir: "auto" } : {})}
          rows={3}
          className={`${fields.field} ${style.answer}`}
          aria-labelledby={questionId}
          aria-describedby={errorId}
          aria-invalid={wrong ? true : undefined}
          maxLength={mostLetters}
          placeholder={m.survey_answer()}
          value={form.typed.answer}
          onChange={({ currentTarget }) => form.change({ answer: currentTarget.value })}
        />
        <p id={errorId} className="semibold text-error hide-empty">
          {wrong}
        </p>
        <Press type="submit" aria-busy={form.isBusy} disabled={form.typed.answer.trim() === ""}>
          {m.survey_save()}
        </Press>
      </form>
    </Card>
  );
}
