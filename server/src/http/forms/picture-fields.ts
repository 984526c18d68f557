import { rm } from "node:fs/promises";
import { type Endpoint, isStaff, Role } from "@saha/contract";
import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from "fastify";
import { Problem } from "../../errors/problem.ts";
import type { Turn } from "../../limits/fair-queue.ts";
import { networkOf, siteOf } from "../../limits/network.ts";
import type { Quota, QuotaOptions } from "../../limits/quota.ts";
import { newPicturePath, type Pictures } from "../../pictures/pictures.ts";
import type { DiskSpace } from "../../process/disk-space.ts";
import { concurrencyLimit, type Place } from "./concurrency-limit.ts";
import { fieldsOf, formBody } from "./form-body.ts";
import { readForm, type Upload } from "./multipart.ts";

type Parts = { pictures: Pictures; drawnPictures: Quota; picturesOfNetwork: Quota };

/** What one request has taken of ours: a place among those who upload, and files. */
type Taken = { uploads: (Upload & { path?: string })[]; place: Place };

/** As often as a profile is changed; a picture is drawn before the call is carried out, also one that is refused. */
export const drawnPictures: QuotaOptions = { name: "pictures", points: 60, duration: 3600, code: "request.too_many" };

/**
 * Of a network's accounts, or a site's, that cost nothing: those that no gate let in and whose email nobody verified.
 * By noise of one client that registered anew for each picture 24 GB came in six hours; 5 GB at most are now (0187).
 */
export const picturesOfNetwork: QuotaOptions = {
  name: "pictures-of-network",
  points: 20_000,
  duration: 3600,
  code: "request.too_many",
};

/**
 * Lets calls of the contract that name `files` take forms; every other call answers 415 to one. Access is checked
 * before a byte is read (rules §1); a form's texts are bounded as a JSON body of the call is. A picture is decoded and
 * kept only when the body fits its schema, and whatever is refused or fails afterwards leaves nothing behind.
 */
export function takeForms(app: FastifyInstance, { pictures, disk }: { pictures: Pictures; disk: DiskSpace }): void {
  const enter = concurrencyLimit(disk.room);
  disk.onLow(enter.giveUp);
  app.decorateRequest("taken", undefined);
  app.addContentTypeParser("multipart/form-data", async (request: FastifyRequest, payload: FastifyRequest["raw"]) => {
    const { bodyLimit, config } = request.routeOptions;
    const { endpoint } = config;
    if (!endpoint?.files) throw new Problem("request.media_type");
    const place = enter(request.actor, request.client.ip);
    const taken: Taken = { uploads: [], place };
    request.taken = taken;
    const texts = await readForm(payload, {
      contentType: request.headers["content-type"] ?? "",
      files: endpoint.files,
      texts: fieldsOf(endpoint.body),
      textBytes: bodyLimit,
      newUpload: pictures.newUpload,
      uploads: taken.uploads,
      took: place.took,
      giveUp: place.giveUp,
    });
    place.received();
    return formBody(endpoint.body, texts);
  });
}

/**
 * What the route of a call with pictures has beside the others. Throws `request.too_many` beyond what is drawn for an
 * account that is no administrator's, and for those of its network that cost nothing.
 */
export function pictureFields(
  { pictures, drawnPictures, picturesOfNetwork }: Parts,
  endpoint: Endpoint,
): RouteShorthandOptions {
  const { files, access } = endpoint;
  if (!files) return {};
  const isForStaff = typeof access !== "string" && access.every(isStaff);
  const size = isForStaff ? "large" : "small";
  return {
    config: { endpoint },
    // A picture comes as a file, or as empty text that takes it away (rules §6): any other text in its place, such as
    // the path that a screen read before, changes nothing.
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
      const { actor, taken } = request;
      for (const { field, file, path } of taken?.uploads ?? []) {
        if (path === undefined) continue;
        const keep = () => pictures.keep(file, path, turnOf(request), size).catch((error) => throwAt(field, error));
        if (!actor || actor.roleId === Role.Admin) await keep();
        else {
          const { ip } = request.client;
          const isSettled = actor.peers !== undefined || isStaff(actor.roleId);
          // The own first: who has used it up, or sends no picture, must not use up the network's.
          const keepOfNetwork = () =>
            picturesOfNetwork.spend(siteOf(ip) ?? networkOf(ip), keep, (code) => code === undefined);
          await drawnPictures.spend(actor.id, isSettled ? keep : keepOfNetwork, () => true);
        }
      }
      if (!taken) return;
      // Before the change is carried out: own forms that are let wait for it would hold everybody's places and disk.
      await Promise.all(taken.uploads.map(({ file }) => rm(file, { force: true })));
      taken.place.leave();
    },
    onError: (request) => clearAway(pictures, request, { hasFailed: true }),
    // Not onResponse, which stays out when the caller has hung up.
    onSend: (request) => clearAway(pictures, request, { hasFailed: false }),
  };
}

/**
 * Staff first, then networks by turns and in each its accounts, nobody who has left: one picture each of one person's
 * accounts, two a second, had 13 of 17 others' refused (0182).
 */
function turnOf({ actor, client }: FastifyRequest): Turn {
  const known = actor && isStaff(actor.roleId) ? `account ${actor.id}` : null;
  const { ip, hasLeft } = client;
  return { ip, account: actor?.id, known, isOfNetwork: known === null, peers: actor?.peers, hasLeft };
}

async function clearAway(pictures: Pictures, request: FastifyRequest, { hasFailed }: { hasFailed: boolean }) {
  const { taken } = request;
  if (!taken) return;
  request.taken = undefined;
  taken.place.leave();
  await Promise.all(taken.uploads.map(({ file }) => rm(file, { force: true })));
  // What the effect has committed to stays, even when the answer failed after it.
  if (hasFailed) await pictures.release(taken.uploads.map(({ path }) => path));
}

function throwAt(field: string, error: unknown): never {
  throw error instanceof Problem && error.code.startsWith("file.") ? new Problem(error.code, { field }) : error;
}

declare module "fastify" {
  interface FastifyRequest {
    taken: Taken | undefined;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}
