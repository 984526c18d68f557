/*
 * Estimates by zxcvbn after how many guesses a password is found, in a thread of its own (decision 0084). It imports
 * nothing of ours, for what it loads is held a second time.
 */
import { parentPort, workerData } from "node:worker_threads";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";

export type Asked = { password: string; known: string[] };
/** `tookMs` is of the processor: by the clock it is long where others keep the cores busy, and so would the rest be. */
export type Estimated = { guesses: number; tookMs: number };

/**
 * What is looked at of a password: an estimate of 24 characters takes 2 ms, one of 32 took 5, or 15 at worst, one of
 * 128 took 300, and all who set a password wait for it. A password is at least as hard to guess as its beginning.
 */
const maxLength = 24;
const maxSubstitutions = 16;

const estimate = new ZxcvbnFactory({
  dictionary: { ...dictionary, arabic: workerData as string[] },
  graphs: adjacencyGraphs,
  maxLength,
  l33tMaxSubstitutions: maxSubstitutions,
});

parentPort?.on("message", ({ password, known }: Asked) => {
  const began = process.threadCpuUsage();
  const { guesses } = estimate.check(password, known);
  const { user, system } = process.threadCpuUsage(began);
  parentPort?.postMessage({ guesses, tookMs: (user + system) / 1000 } satisfies Estimated);
});
