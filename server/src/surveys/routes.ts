import { api } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Core } from "../core.ts";
import type { Database, Tx } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";
import { serve } from "../http/serve.ts";
import { answerQuestion } from "./answer-question.ts";

export function surveyRoutes(app: FastifyInstance, core: Core): void {
  const { database } = core;
  const { query } = database;

  serve(app, core, api.surveys, {
    list: ({ actor }) => selectQuestions(query, actor.id).execute(),
    create: ({ actor, body }) =>
      database.transact(async (tx) => {
        const { id } = await tx.insertInto("surveyQuestions").values(body).returning("id").executeTakeFirstOrThrow();
        return readQuestion(tx, actor.id, id);
      }),
    update: ({ actor, params, body }) =>
      database.transact(async (tx) => {
        await tx
          .updateTable("surveyQuestions")
          .set({ ...body, updatedAt: sql`now()` })
          .where("id", "=", params.id)
          .execute();
        return readQuestion(tx, actor.id, params.id);
      }),
    remove: ({ params }) =>
      database.transact(async (tx) => {
        const gone = await tx
          .deleteFrom("surveyQuestions")
          .where("id", "=", params.id)
          .returning("id")
          .executeTakeFirst();
        if (!gone) throw new Problem("survey.not_found");
        return gone;
      }),
    answer: ({ actor, body }) => database.transact((tx) => answerQuestion(tx, actor.id, body)),
    answers: async ({ actor, params }) => {
      await readQuestion(query, actor.id, params.id);
      const rows = await query
        .selectFrom("surveyAnswers")
        .innerJoin("users", "users.id", "surveyAnswers.userId")
        .selectAll("surveyAnswers")
        .select("username")
        .where("questionId", "=", params.id)
        .orderBy("surveyAnswers.updatedAt", "desc")
        .orderBy("surveyAnswers.id", "desc")
        .execute();
      return rows.map(({ userId, username, ...row }) => ({ ...row, user: { id: userId, username } }));
    },
  });
}

/** Selects the questions with what one reader has answered. */
function selectQuestions(query: Database["query"] | Tx, readerId: number) {
  return query
    .selectFrom("surveyQuestions")
    .leftJoin("surveyAnswers", (join) =>
      join.onRef("questionId", "=", "surveyQuestions.id").on("surveyAnswers.userId", "=", readerId),
    )
    .select(["surveyQuestions.id", "question", "answer", "surveyQuestions.createdAt", "surveyQuestions.updatedAt"])
    .orderBy("surveyQuestions.id");
}

async function readQuestion(query: Database["query"] | Tx, readerId: number, id: number) {
  const question = await selectQuestions(query, readerId).where("surveyQuestions.id", "=", id).executeTakeFirst();
  if (!question) throw new Problem("survey.not_found");
  return question;
}
