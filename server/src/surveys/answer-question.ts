import type { SurveyAnswer } from "@saha/contract";
import { sql } from "kysely";
import type { Tx } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";

/** Keeps a person's one answer to a question; a later one takes its place. Throws `survey.not_found` (rules §6). */
export async function answerQuestion(
  tx: Tx,
  userId: number,
  { questionId, answer }: { questionId: number; answer: string },
): Promise<SurveyAnswer> {
  const question = await tx
    .selectFrom("surveyQuestions")
    .select("id")
    .where("id", "=", questionId)
    .forKeyShare()
    .executeTakeFirst();
  if (!question) throw new Problem("survey.not_found");
  return tx
    .insertInto("surveyAnswers")
    .values({ questionId, userId, answer })
    .onConflict((conflict) => conflict.constraint("survey_answers_once").doUpdateSet({ answer, updatedAt: sql`now()` }))
    .returning(["id", "questionId", "answer", "createdAt", "updatedAt"])
    .executeTakeFirstOrThrow();
}
