import { readFile, rm } from "node:fs/promises";
import { AwsClient } from "aws4fetch";
import type { S3 } from "../process/config.ts";
import type { Storage } from "./storage.ts";

const timeout = 20_000;

/**
 * Files in an S3 bucket, or in what speaks like one (rules §8). Signing is the library's; three calls are all that is
 * needed.
 */
export function s3Storage({ endpoint, region, bucket, accessKeyId, secretAccessKey, forcePathStyle }: S3): Storage {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 2 });
  const base = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  if (!forcePathStyle) base.hostname = `${bucket}.${base.hostname}`;
  const folder = `${base.href.replace(/\/$/, "")}${forcePathStyle ? `/${bucket}` : ""}/files/`;

  async function call(method: string, name: string, init: RequestInit = {}): Promise<Response> {
    const answer = await client.fetch(folder + name, { method, signal: AbortSignal.timeout(timeout), ...init });
    if (answer.ok || answer.status === 404) return answer;
    throw new Error(`the bucket answered ${answer.status} to ${method}`);
  }

  return {
    async put(name, from) {
      const headers = { "content-type": "image/webp", "cache-control": "public, max-age=31536000, immutable" };
      const answer = await call("PUT", name, { body: await readFile(from), headers });
      if (!answer.ok) throw new Error(`the bucket ${bucket} is not there`);
      await rm(from, { force: true });
    },
    async get(name) {
      const answer = await call("GET", name);
      return answer.ok ? Buffer.from(await answer.arrayBuffer()) : undefined;
    },
    async remove(name) {
      await call("DELETE", name);
    },
  };
}
