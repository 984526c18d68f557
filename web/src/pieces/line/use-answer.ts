import { api, type CallAnswer, type QueueEntry } from "@saha/contract";
import { useQueryClient } from "@tanstack/react-query";
import { queryOf, sentenceOf } from "../../api.ts";
import { usePress } from "../../press.ts";
import { m } from "../../text/compiled/messages.js";

/** Milliseconds until an answer is given up; the same press may then be sent again. */
const timeout = 15_000;

/** Answers the call of one entry by a press; `error` is what the person is told of one that failed. */
export function useAnswer({ id }: Pick<QueueEntry, "id">) {
  const queries = useQueryClient();
  const { press, of } = usePress(api.queue.answer, {
    timeout,
    refetch: [api.queue.mine, api.queue.slots],
    onDone: (entry) =>
      queries.setQueryData(queryOf(api.queue.mine).queryKey, (now) =>
        now?.map((one) => (one.id === entry.id ? entry : one)),
      ),
  });
  const requestOf = (answer: CallAnswer) => ({ params: { id: String(id) }, body: { answer } });
  const presses = (["coming", "later", "here"] as const).map((answer) => of(requestOf(answer)));
  const failed = presses.find((one) => one?.error !== undefined)?.error;
  return {
    press: (answer: CallAnswer) => void press(requestOf(answer)),
    isPending: (answer: CallAnswer) => of(requestOf(answer))?.isPending ?? false,
    error: failed === undefined ? undefined : sentenceOf(failed, m.line_answer_failed()),
  };
}
