import { rm } from "node:fs/promises";
import { type Endpoint, isStaff } from "@saha/contract";
import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from "fastify";
import { Problem } from "../../errors/problem.ts";
import type { Turn } from "../../limits/fair-queue.ts";
import { newPicturePath, type Pictures } from "../../pictures/pictures.ts";
import { formBody } from "./form-body.ts";
import { readForm, type Upload } from "./multipart.ts";

/** What one request has taken of ours: a place among those who upload, and files. */
type Taken = { uploads: (Upload & { path?: string })[]; leave(): void };

/** A form that comes slowly costs a file and a timer, so that many slow ones must not stop the others. */
const usual = { all: 512, perAccount: 2 };

/**
 * Lets calls of the contract that name `files` take forms; every other call answers 415 to one. Access is checked before a
 * byte is read (rules §1); a picture is decoded and kept only when the body fits its schema, and whatever is refused or
 * fails afterwards leaves nothing behind.
 */
export function takeForms(app: FastifyInstance, pictures: Pictures): void {
  const enter = concurrencyLimit();
  app.decorateRequest("taken", undefined);
  app.addContentTypeParser("multipart/form-data", async (request: FastifyRequest, payload: FastifyRequest["raw"]) => {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint?.files) throw new Problem("request.media_type");
    const taken: Taken = { uploads: [], leave: enter(request.actor?.id) };
    request.taken = taken;
    const texts = await readForm(payload, {
      contentType: request.headers["content-type"] ?? "",
      files: endpoint.files,
      newUpload: pictures.newUpload,
      uploads: taken.uploads,
    });
    return formBody(endpoint.body, texts);
  });
}

/** What the route of a call with pictures has beside the others. */
export function pictureFields(pictures: Pictures, endpoint: Endpoint): RouteShorthandOptions {
  const { files } = endpoint;
  if (!files) return {};
  return {
    config: { endpoint },
    // A picture comes as a file, or as empty text that takes it away (rules §6): any other text in its place, such as the path
    // that a screen read before, changes nothing.
    preValidation: async (request) => {
      if (typeof request.body !== "object" || request.body === null) return;
      const body = request.body as Record<string, unknown>;
      for (const field of files) if (body[field] !== "") delete body[field];
      for (const upload of request.taken?.uploads ?? []) {
        upload.path = newPicturePath();
        body[upload.field] = upload.path;
      }
    },
    preHandler: async (request) => {
      for (const { field, file, path } of request.taken?.uploads ?? []) {
        if (path !== undefined)
          await pictures.keep(file, path, turnOf(request)).catch((error) => throwAt(field, error));
      }
    },
    onError: async (request, reply) => {
      // Fastify would hang up on a refused form, and a browser that is still sending would never read why.
      reply.removeHeader("connection");
      await clearAway(pictures, request, { hasFailed: true });
    },
    // Not onResponse, which stays out when the caller has hung up.
    onSend: (request) => clearAway(pictures, request, { hasFailed: false }),
  };
}

/** Staff first, each account by turns, nobody who has left. */
function turnOf({ actor, client }: FastifyRequest): Turn {
  const known = actor && isStaff(actor.roleId) ? `account ${actor.id}` : null;
  return { ip: client.ip, account: actor?.id, known, hasLeft: client.hasLeft };
}

async function clearAway(pictures: Pictures, request: FastifyRequest, { hasFailed }: { hasFailed: boolean }) {
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
export function concurrencyLimit({ all, perAccount } = usual) {
  const inside = new Map<number | undefined, number>();
  let count = 0;
  return (account: number | undefined): (() => void) => {
    const own = inside.get(account) ?? 0;
    if (own >= perAccount) throw new Problem("request.too_many", { retryAfter: 2 });
    if (count >= all) throw new Problem("server.busy", { retryAfter: 5 });
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
