import type { Tx } from "../database/database.ts";

const questions: { question: string; answers: string[] }[] = [
  {
    question: "ما اللعبة التي تريد أن تراها العام القادم؟",
    answers: ["ماريو كارت", "ماريو كارت", "فورتنايت", "روكيت ليغ", "ماريو كارت", "فورتنايت"],
  },
  {
    question: "كيف كان انتظارك في الطوابير؟",
    answers: ["قصير ومنظم", "طويل عند جناح القتال، لكن النداء على الهاتف أراحني", "قصير ومنظم", "مناسب"],
  },
  { question: "بماذا تنصحنا قبل اليوم الأخير؟", answers: [] },
];

/** Seeds the survey's questions with what some people answered (rules §6). */
export async function seedSurvey(tx: Tx, people: readonly number[]): Promise<void> {
  for (const { question, answers } of questions) {
    const { id: questionId } = await tx
      .insertInto("surveyQuestions")
      .values({ question })
      .returning("id")
      .executeTakeFirstOrThrow();
    const rows = answers.flatMap((answer, index) => {
      const userId = people[index];
      return userId === undefined ? [] : [{ questionId, userId, answer }];
    });
    if (rows.length > 0) await tx.insertInto("surveyAnswers").values(rows).execute();
  }
}
