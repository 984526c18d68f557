import { rm } from "node:fs/promises";
import type { Endpoint } from "@saha/contract";
import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from "fastify";
import type { Core } from "./core.ts";
import { formBody } from "./form-body.ts";
import { readForm, type Upload } from "./multipart.ts";
import { newPicturePath } from "./pictures/pictures.ts";
import { Problem } from "./problem.ts";

/** What one request has taken of ours: a place among those who upload, and files. */
type Taken = { uploads: (Upload & { path?: string })[]; leave(): void };

const mostAtOnce = 64;
const mostOfOneAccount = 2;

/**
 * Lets calls of the contract that name `files` take forms; every other call answers 415 to one. Access is checked before a
 * byte is read (rules §1); a picture is decoded and kept only when the body fits its schema, and whatever is refused or
 * fails afterwards leaves nothing behind.
 */
export function takeForms(app: FastifyInstance, core: Core): void {
  const enter = doorkeeper();
  app.decorateRequest("taken", undefined);
  app.addContentTypeParser("multipart/form-data", async (request: FastifyRequest, payload: FastifyRequest["raw"]) => {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint?.files) throw new Problem("request.media_type");
    const taken: Taken = { uploads: [], leave: enter(request.actor?.id) };
    request.taken = taken;
    const texts = await readForm(payload, {
      contentType: request.headers["content-type"] ?? "",
      files: endpoint.files,
      newUpload: core.pictures.newUpload,
      uploads: taken.uploads,
    });
    return formBody(endpoint.body, texts);
  });
}

/** What the route of a call with pictures has beside the others. */
export function pictureFields(core: Core, endpoint: Endpoint): RouteShorthandOptions {
  const { files } = endpoint;
  if (!files) return {};
  return {
    config: { endpoint },
    // A picture comes as a file: text in its place, such as the path that a screen read before, changes nothing.
    preValidation: async (request) => {
      if (typeof request.body !== "object" || request.body === null) return;
      const body = request.body as Record<string, unknown>;
      for (const field of files) delete body[field];
      for (const upload of request.taken?.uploads ?? []) {
        upload.path = newPicturePath();
        body[upload.field] = upload.path;
      }
    },
    preHandler: async (request) => {
      for (const { field, file, path } of request.taken?.uploads ?? []) {
        if (path !== undefined) await core.pictures.keep(file, path).catch((error) => throwAt(field, error));
      }
    },
    onError: async (request, reply) => {
      // Fastify would hang up on a refused form, and a browser that is still sending would never read why.
      reply.removeHeader("connection");
      await clearAway(core, request, { hasFailed: true });
    },
    // Not onResponse, which stays out when the caller has hung up.
    onSend: (request) => clearAway(core, request, { hasFailed: false }),
  };
}

async function clearAway({ pictures }: Core, request: FastifyRequest, { hasFailed }: { hasFailed: boolean }) {
  const { taken } = request;
  if (!taken) return;
  request.taken = undefined;
  taken.leave();
  await Promise.all(taken.uploads.map(({ file }) => rm(file, { force: true })));
  // What the effect has committed to stays, even when the answer failed after it.
  if (hasFailed) await pictures.release(taken.uploads.map(({ path }) => path));
}

function throwAt(field: string, error: unknown): never {
  throw error instanceof Problem && error.code.startsWith("file.") ? new Problem(error.code, { field }) : error;
}

/** Few upload at once, and nobody takes more than a hand's share; throws `request.too_many` and `server.busy`. */
function doorkeeper() {
  const inside = new Map<number | undefined, number>();
  let count = 0;
  return (account: number | undefined): (() => void) => {
    const own = inside.get(account) ?? 0;
    if (own >= mostOfOneAccount) throw new Problem("request.too_many", { retryAfter: 2 });
    if (count >= mostAtOnce) throw new Problem("server.busy", { retryAfter: 5 });
    inside.set(account, own + 1);
    count++;
    return () => {
      count--;
      const left = (inside.get(account) ?? 1) - 1;
      if (left === 0) inside.delete(account);
      else inside.set(account, left);
    };
  };
}

declare module "fastify" {
  interface FastifyRequest {
    taken: Taken | undefined;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}
