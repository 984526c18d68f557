import type { SurveyAnswer } from "@saha/contract";
import { sql } from "kysely";
import type { Tx } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";

/**
 * Keeps a person's one answer to a question; a later one takes its place. What answers other words than stand there now
 * is kept nowhere, when the caller says which were shown (0203). Throws `survey.not_found` and `survey.changed`
 * (rules §6).
 */
export async function answerQuestion(
  tx: Tx,
  userId: number,
  { questionId, answer, question: shown }: { questionId: number; answer: string; question?: string | undefined },
): Promise<SurveyAnswer> {
  const question = await tx
    .selectFrom("surveyQuestions")
    .select("question")
    .where("id", "=", questionId)
    .forKeyShare()
    .executeTakeFirst();
  if (!question) throw new Problem("survey.not_found");
  if (shown !== undefined && shown !== question.question) throw new Problem("survey.changed");
  return tx
    .insertInto("surveyAnswers")
    .values({ questionId, userId, answer })
    .onConflict((conflict) => conflict.constraint("survey_answers_once").doUpdateSet({ answer, updatedAt: sql`now()` }))
    .returning(["id", "questionId", "answer", "createdAt", "updatedAt"])
    .executeTakeFirstOrThrow();
}
