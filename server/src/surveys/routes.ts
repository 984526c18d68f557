import { api, type ProblemCode, type SurveyResult } from "@saha/contract";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Core } from "../core.ts";
import type { Database, Tx } from "../database/database.ts";
import { Problem } from "../errors/problem.ts";
import type { EncodedAnswer } from "../http/encoded-answer.ts";
import { jsonObject, jsonTime, readAsJson } from "../http/json-rows.ts";
import { serve } from "../http/serve.ts";
import { shareAnswers } from "../http/shared-answer.ts";
import { networkOf, siteOf } from "../limits/network.ts";
import type { QuotaOptions } from "../limits/quota.ts";
import { answerQuestion } from "./answer-question.ts";

const shortLetters = 200;

/**
 * Of a network's accounts, or a site's, that cost nothing: those that no gate let in and whose email nobody verified.
 * One client that registered anew for each round of eight questions kept 37 GB of answers in six hours; it is 5 GB with
 * short ones, 0.7 GB of these (0204).
 */
const longAnswers: QuotaOptions = { name: "long-answers", points: 20_000, duration: 3600, code: "survey.too_long" };

export function surveyRoutes(app: FastifyInstance, core: Core): void {
  const { database } = core;
  const { query } = database;
  // More than anybody answers; what is written anew leaves the old row behind.
  const answering = core.accountQuotas.open({ name: "survey", points: 300, duration: 3600, code: "request.too_many" });
  const longOfNetwork = core.openQuota(longAnswers);
  // 10,000 of 2,000 letters are 40 MB: twelve who asked at once took 1.4 GB, and everybody waited for 14 s.
  const answersTo = shareAnswers((questionId: number) => readAnswers(query, questionId));

  serve(app, core, api.surveys, {
    list: ({ actor }) => selectQuestions(query, actor.id).execute(),
    create: async (tx, { actor, body }) => {
      const { id } = await tx.insertInto("surveyQuestions").values(body).returning("id").executeTakeFirstOrThrow();
      return readQuestion(tx, actor.id, id);
    },
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
    answer: ({ actor, body, client: { ip } }) => {
      const isKept = (code?: ProblemCode) => code === undefined;
      const keep = () => database.transact((tx) => answerQuestion(tx, actor.id, body));
      const isShort = body.answer.length <= shortLetters || actor.peers !== undefined;
      // The own first: who has used it up must not use up the network's.
      const keepOfNetwork = () => longOfNetwork.spend(siteOf(ip) ?? networkOf(ip), keep, isKept);
      return answering.spend(actor.id, isShort ? keep : keepOfNetwork, isKept);
    },
    answers: async ({ actor, params }) => {
      await readQuestion(query, actor.id, params.id);
      return answersTo(params.id);
    },
  });
}

const maxAnswers = 20_000;
const lettersOfEach = 300;

const answerShown = jsonObject({
  id: sql`a.id`,
  questionId: sql`a.question_id`,
  answer: sql`case when a.letters > ${sql.lit(maxAnswers * lettersOfEach)} then left(a.answer, ${sql.lit(lettersOfEach)}) else a.answer end`,
  createdAt: jsonTime("a.createdAt"),
  updatedAt: jsonTime("a.updatedAt"),
  user: jsonObject({ id: sql`u.id`, username: sql`u.username` }),
});

/**
 * Reads what people have answered to a question, the latest first. Where all of them have more letters than 300 in each
 * of 20,000, 18 MB at most, the beginnings are read: own accounts with 2,000 letters each made a list of 120 MB, and
 * without what is beyond a bound honest answers would be gone from it (0199).
 */
function readAnswers(query: Database["query"], questionId: number): Promise<EncodedAnswer<SurveyResult[]>> {
  const latest = sql`
    select * from survey_answers where question_id = ${questionId} order by updated_at desc, id desc limit ${maxAnswers}`;
  const answers = sql`
    (select *, sum(length(answer)) over () as letters from (${latest}) as latest) as a
    join users u on u.id = a.user_id`;
  return readAsJson(query, answerShown, answers, sql`a.updated_at desc, a.id desc`, maxAnswers);
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
