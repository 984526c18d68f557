import { type Constraints, unreachable } from "../database/constraints.ts";

/** Maps the constraints of the survey's questions and answers. */
export const surveyConstraints: Constraints = {
  survey_answers_question: { problem: "survey.not_found" },
  // An account that goes while its own call still runs.
  survey_answers_user_id_fkey: { problem: "auth.required" },
  ...unreachable("the contract lets in no such value", ["survey_answers_answer_check"]),
  ...unreachable("written on conflict do update", ["survey_answers_once"]),
};
