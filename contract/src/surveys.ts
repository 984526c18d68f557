import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { deleted, id, idParams, line, paragraphs, time } from "./fields.ts";
import { Role } from "./role.ts";

/** A question of the survey, with the caller's own answer (rules §6). */
export const SurveyQuestion = z.object({
  id,
  question: z.string(),
  answer: z.nullable(z.string()),
  createdAt: time,
  updatedAt: time,
});
export type SurveyQuestion = z.infer<typeof SurveyQuestion>;

export const SurveyAnswer = z.object({ id, questionId: id, answer: z.string(), createdAt: time, updatedAt: time });
export type SurveyAnswer = z.infer<typeof SurveyAnswer>;

/** An answer as administrators read it. */
export const SurveyResult = z.extend(SurveyAnswer, { user: z.object({ id, username: z.string() }) });
export type SurveyResult = z.infer<typeof SurveyResult>;

const questionBody = z.object({ question: line(500) });

export const surveys = {
  list: endpoint({
    method: "GET",
    path: "/survey",
    summary: "The questions of the survey, each with the own answer",
    access: "member",
    data: z.array(SurveyQuestion),
  }),
  create: endpoint({
    method: "POST",
    path: "/survey",
    summary: "Add a question",
    access: [Role.Admin],
    status: 201,
    idempotent: true,
    body: questionBody,
    data: SurveyQuestion,
  }),
  update: endpoint({
    method: "PUT",
    path: "/survey/:id",
    summary: "Change a question; its answers stay",
    access: [Role.Admin],
    params: idParams,
    body: questionBody,
    data: SurveyQuestion,
    problems: ["survey.not_found"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/survey/:id",
    summary: "Delete a question with its answers",
    access: [Role.Admin],
    params: idParams,
    data: deleted,
    problems: ["survey.not_found"],
  }),
  answer: endpoint({
    method: "POST",
    path: "/survey-answer",
    summary: "Answer a question, or change the own answer; to `question` as it was shown alone, when given",
    access: [Role.User],
    status: 201,
    body: z.object({ questionId: id, answer: paragraphs(2000), question: z.optional(z.string()) }),
    data: SurveyAnswer,
    problems: ["survey.not_found", "survey.changed", "survey.too_long", "request.too_many"],
  }),
  answers: endpoint({
    method: "GET",
    path: "/survey/:id/answers",
    summary: "The latest 20,000 answers to a question, newest first; their beginnings where they are 6,000,000 letters",
    access: [Role.Admin],
    params: idParams,
    data: z.array(SurveyResult),
    problems: ["survey.not_found"],
  }),
};
