import { type ChildProcess, fork } from "node:child_process";

/** A process of its own that does one piece of work at a time. */
export type Child<Plan, Result> = { pid: number; ask(plan: Plan): Promise<Result>; close(): void };

/** Starts one of `children/`; ended with us. */
export function openChild<Plan extends object, Result>(name: string): Child<Plan, Result> {
  const process_ = fork(new URL(`../children/${name}.ts`, import.meta.url), { serialization: "advanced" });
  const close = () => process_.kill("SIGKILL");
  process.once("exit", close);
  return {
    pid: process_.pid ?? 0,
    ask: (plan) => answerOf<Result>(process_, plan),
    close() {
      process.removeListener("exit", close);
      close();
    },
  };
}

function answerOf<Result>(child: ChildProcess, plan: object): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onEnd = (code: number | null) => reject(new Error(`a process of the bench ended with ${code}`));
    child.once("exit", onEnd);
    child.once("message", (message: { result: Result } | { error: string }) => {
      child.removeListener("exit", onEnd);
      if ("error" in message) reject(new Error(message.error));
      else resolve(message.result);
    });
    child.send(plan);
  });
}

/** The other side: what a file of `children/` does with each plan. */
export function serveParent<Plan, Result>(work: (plan: Plan) => Promise<Result>): void {
  process.on("message", async (plan: Plan) => {
    try {
      process.send?.({ result: await work(plan) });
    } catch (error) {
      process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
  process.on("disconnect", () => process.exit());
}
