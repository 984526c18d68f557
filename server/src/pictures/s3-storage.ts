import { readFile, rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import type { S3 } from "../process/config.ts";
import { openReads, type Storage } from "./storage.ts";

type Answer = { status: number; ok: boolean; bytes: Buffer };

/** Each holds a connection to the bucket until it is answered (0162). */
const reads = 50;
const maxTries = 3;

/**
 * Files in an S3 bucket, or in what speaks like one (rules §8). Signing is the library's; three calls are all that is
 * needed. Reads beyond a number wait, networks in turns, and are not done for those who left (security: row 22).
 */
export function s3Storage(
  { endpoint, region, bucket, accessKeyId, secretAccessKey, forcePathStyle }: S3,
  { timeout = 20_000 } = {},
): Storage {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3" });
  const inTurn = openReads(reads);
  const base = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  if (!forcePathStyle) base.hostname = `${bucket}.${base.hostname}`;
  const folder = `${base.href.replace(/\/$/, "")}${forcePathStyle ? `/${bucket}` : ""}/files/`;

  /** One try, with the whole answer read, so that its connection is free. */
  async function send(name: string, init: RequestInit, signal: AbortSignal): Promise<Answer> {
    // Given to `fetch` itself, which holds it: the library's own `fetch` forgets it when garbage is collected (0162).
    const answer = await fetch(await client.sign(folder + name, init), { signal, redirect: "error" });
    return { status: answer.status, ok: answer.ok, bytes: Buffer.from(await answer.arrayBuffer()) };
  }

  async function call(method: string, name: string, init: RequestInit = {}): Promise<Answer> {
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(new Error(`the bucket took too long for ${method}`)), timeout);
    try {
      for (let tries = 1; ; tries++) {
        const answer = await send(name, { method, ...init }, ending.signal).catch((error: unknown) => {
          // A kept connection may have been closed by the bucket meanwhile; all three calls may be repeated.
          if (ending.signal.aborted || tries === maxTries) throw error;
        });
        if (answer?.ok || answer?.status === 404) return answer;
        // What a key without the right to list is told of a file that is not there.
        if (answer?.status === 403 && method === "GET") return answer;
        const mayPass = !answer || answer.status >= 500 || answer.status === 429;
        if (!mayPass || tries === maxTries) throw new Error(`the bucket answered ${answer?.status} to ${method}`);
        await sleep(Math.random() * 50 * 2 ** tries);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async put(name, from) {
      const headers = { "content-type": "image/webp", "cache-control": "public, max-age=31536000, immutable" };
      const answer = await call("PUT", name, { body: await readFile(from), headers });
      if (!answer.ok) throw new Error(`the bucket ${bucket} is not there`);
      await rm(from, { force: true });
    },
    async get(name, turn) {
      const answer = await inTurn(turn, () => call("GET", name));
      return answer.ok ? answer.bytes : undefined;
    },
    async remove(name) {
      await call("DELETE", name);
    },
  };
}
