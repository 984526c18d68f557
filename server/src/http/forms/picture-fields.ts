import { rm } from "node:fs/promises";
import { type Endpoint, isStaff, Role } from "@saha/contract";
import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from "fastify";
import { Problem } from "../../errors/problem.ts";
import type { Turn } from "../../limits/fair-queue.ts";
import { networkOf, siteOf } from "../../limits/network.ts";
import type { Quota, QuotaOptions } from "../../limits/quota.ts";
import { newPicturePath, type Pictures } from "../../pictures/pictures.ts";
import type { Actor } from "../client.ts";
import { fieldsOf, formBody } from "./form-body.ts";
import { readForm, type Upload } from "./multipart.ts";

/** What one request has taken of ours: a place among those who upload, and files. */
type Taken = { uploads: (Upload & { path?: string })[]; place: Place };

/** A form that comes slowly costs a file, a timer and the texts that came; so many may come at once. */
const usual = { all: 512, perAccount: 2 };

/** As often as a profile is changed; a picture is drawn before the call is carried out, also one that is refused. */
export const drawnPictures: QuotaOptions = { name: "pictures", points: 60, duration: 3600, code: "request.too_many" };

/**
 * Lets calls of the contract that name `files` take forms; every other call answers 415 to one. Access is checked
 * before a byte is read (rules §1); a form's texts are bounded as a JSON body of the call is. A picture is decoded and
 * kept only when the body fits its schema, and whatever is refused or fails afterwards leaves nothing behind.
 */
export function takeForms(app: FastifyInstance, pictures: Pictures): void {
  const enter = concurrencyLimit();
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
      giveUp: place.giveUp,
    });
    place.received();
    return formBody(endpoint.body, texts);
  });
}

/**
 * What the route of a call with pictures has beside the others. Throws `request.too_many` beyond what is drawn for an
 * account that is no administrator's.
 */
export function pictureFields(
  { pictures, drawnPictures }: { pictures: Pictures; drawnPictures: Quota },
  endpoint: Endpoint,
): RouteShorthandOptions {
  const { files } = endpoint;
  if (!files) return {};
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
        const keep = () => pictures.keep(file, path, turnOf(request)).catch((error) => throwAt(field, error));
        if (!actor || actor.roleId === Role.Admin) await keep();
        else await drawnPictures.spend(actor.id, keep, () => true);
      }
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
  return { ip: client.ip, account: actor?.id, known, isOfNetwork: known === null, hasLeft: client.hasLeft };
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

type Place = {
  /** Tells that the form has to make room. */
  giveUp: AbortSignal;
  /** The form is here: it makes no room any more. */
  received(): void;
  leave(): void;
};

/**
 * Few upload at once, and nobody takes more than a hand's share. Where attendees have taken all places, one makes room:
 * of the network, or IPv6 site, that has most forms on their way, the one that has been coming for longest. So a crowd
 * that sends slowly keeps nobody out, and does not push out whoever sends slowly elsewhere; staff have places of their
 * own. Throws `request.too_many` and, where every form is here and being drawn, `server.busy`.
 */
export function concurrencyLimit({ all, perAccount } = usual) {
  const inside = new Map<number, number>();
  const coming = new Map<string, Set<{ makeRoom(): void }>>();
  let attendees = 0;
  return (actor: Pick<Actor, "id" | "roleId"> | undefined, ip: string): Place => {
    const { id: account, isAttendee } = { id: actor?.id ?? 0, isAttendee: !actor || !isStaff(actor.roleId) };
    const own = inside.get(account) ?? 0;
    if (own >= perAccount) throw new Problem("request.too_many", { retryAfter: 2 });
    if (isAttendee && attendees >= all) {
      const longest = longestOfLargest(coming);
      if (!longest) throw new Problem("server.busy", { retryAfter: 5 });
      longest.makeRoom();
    }
    const giving = new AbortController();
    const network = siteOf(ip) ?? networkOf(ip);
    let isInside = true;
    inside.set(account, own + 1);
    if (isAttendee) attendees++;
    const received = () => {
      const ofNetwork = coming.get(network);
      if (ofNetwork?.delete(form) && ofNetwork.size === 0) coming.delete(network);
    };
    const leave = () => {
      received();
      if (!isInside) return;
      isInside = false;
      if (isAttendee) attendees--;
      const left = (inside.get(account) ?? 1) - 1;
      if (left === 0) inside.delete(account);
      else inside.set(account, left);
    };
    const form = {
      makeRoom() {
        leave();
        giving.abort();
      },
    };
    if (isAttendee) coming.set(network, (coming.get(network) ?? new Set()).add(form));
    return { giveUp: giving.signal, received, leave };
  };
}

function longestOfLargest<Form>(coming: Map<string, Set<Form>>): Form | undefined {
  let largest = new Set<Form>();
  for (const forms of coming.values()) if (forms.size > largest.size) largest = forms;
  const [longest] = largest;
  return longest;
}

declare module "fastify" {
  interface FastifyRequest {
    taken: Taken | undefined;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}
