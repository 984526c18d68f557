import * as contract from "@saha/contract";
import { api, type Endpoint, type ProblemCode, problems, Role } from "@saha/contract";
import * as z from "zod/mini";
import { en } from "../../text/en.ts";
import { isBounded } from "../audited-call.ts";
import { endpoints } from "../serve.ts";
import { type Json, openSchemas } from "./describe-schema.ts";

/** What each area of the contract is about; an area without a sentence does not compile. */
const areas: Record<keyof typeof api, string> = {
  auth: "Registering, signing in and out, one-time codes, the own sessions",
  users: "Accounts, for administrators and the password-reset admin",
  profiles: "A person's page and its scores",
  tickets: "Tickets that can be taken",
  categories: "Categories of tickets",
  purchases: "Tickets that were taken",
  scans: "The gates: entry, food, and the log of scans",
  themes: "Colours and logo of the event",
  boothThemes: "Colours and logos of booths",
  booths: "Booths, and who runs them",
  boards: "The public board of a booth",
  games: "What is played at the booths",
  platforms: "What games are played on",
  queue: "The lines of games: applying, calling, playing",
  scores: "Points, standings, and the log of every change",
  invitations: "Invitation codes: redeeming them, and following them from sent to entered",
  maxRedeem: "The limit of redemptions",
  polls: "Giveaways: joining, drawing, and the proof of each draw",
  surveys: "The survey: its questions and answers",
  warnings: "What the server noticed of its own setup",
  figures: "What an organiser asks at a glance",
  audit: "Every change by staff, in a log that is only added to",
};

/** The whole API as OpenAPI 3.1, made from nothing but the contract, so that it can't say anything else. */
export function describeApi(): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [area, calls] of Object.entries(api)) {
    for (const [name, endpoint] of Object.entries<Endpoint>(calls)) {
      const path = `/api${endpoint.path.replace(/:(\w+)/g, "{$1}")}`;
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describe(area, name, endpoint) };
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Saha",
      version: "1",
      description: [
        "Tickets, queues, scores and draws of a gaming event.",
        "Answers are `{ data }`. A refusal is `{ code, message, issues?, details?, requestId }`: `code` is of a closed list, `message` is in the language of `Accept-Language` (`ar`, or `en`), `issues` stands in every 400. 401 means that the session is over, 403 that this role never makes this call; nothing else uses these two.",
        "Where `Idempotency-Key` is honoured, the same key, call and body gets the first success again for 24 hours.",
        `Every answer carries ${everywhere.map((name) => `\`${name}\``).join(", ")}; where people come by https also \`${overHttps}\`. A long one is packed as \`Accept-Encoding\` allows, and then has \`content-encoding\` and \`vary\`; to an origin of the setting \`CORS_ORIGINS\` it has ${crossOrigin.map((name) => `\`${name}\``).join(" and ")}.`,
        "HEAD answers what GET would, without its body. A call that is not listed here, and a listed path by another method, is 404 `request.not_found`.",
      ].join("\n\n"),
    },
    servers: [{ url: "/" }],
    tags: Object.entries(areas).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        accessToken: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description: "The `accessToken` of auth.login, good for 15 minutes.",
        },
        refreshToken: {
          type: "apiKey",
          in: "header",
          name: "X-Refresh-Token",
          description:
            "The `refreshToken` of auth.login. With it an expired access token is served, and `x-access-token` of the answer carries the new one.",
        },
      },
      parameters: { AcceptLanguage: acceptLanguage, IdempotencyKey: idempotencyKey, Proof: proof },
      responses: Object.fromEntries(sharedRefusals.map((codes) => [nameOf(codes), refusedWith(codes)])),
      headers: { RenewedAccessToken: renewedAccessToken, RetryAfter: retryAfter, ContentLanguage: contentLanguage },
      schemas: { ...schemas.all(), Refusal: refusal },
    },
  };
}

const schemas = openSchemas(contract);

const acceptLanguage = {
  name: "Accept-Language",
  in: "header",
  description: "The language of messages.",
  schema: { type: "string", default: "ar", examples: ["ar", "en"] },
};
const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  description: "One key for each press: sent again after a lost answer, it has no second effect.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};
const proof = {
  name: "X-Proof",
  in: "header",
  description:
    "The solved challenge of a 409 `proof.needed` (ALTCHA: base64 of its JSON with the `number`), good once for this call and network.",
  schema: { type: "string", maxLength: 1000 },
};
const renewedAccessToken = {
  description: "Replaces the access token when the one that was sent had expired.",
  schema: { type: "string" },
};
const contentLanguage = {
  description: "The language of `message`.",
  schema: { type: "string", enum: ["ar", "en"] },
};
/** Headers that stand in every answer, whatever it says. */
export const everywhere = [
  "content-type",
  "content-length",
  "cache-control",
  "content-security-policy",
  "cross-origin-opener-policy",
  "cross-origin-resource-policy",
  "origin-agent-cluster",
  "permissions-policy",
  "referrer-policy",
  "x-content-type-options",
  "x-dns-prefetch-control",
  "x-download-options",
  "x-frame-options",
  "x-permitted-cross-domain-policies",
  "x-xss-protection",
];
/** A header of every answer where people come by https. */
export const overHttps = "strict-transport-security";
/** Headers for the origins that the settings let in. */
export const crossOrigin = ["access-control-allow-origin", "access-control-expose-headers"];
const retryAfter = { description: "Seconds after which trying again makes sense.", schema: { type: "integer" } };
const refusal = {
  type: "object",
  properties: {
    code: { type: "string", enum: Object.keys(problems) },
    message: { type: "string" },
    issues: {
      type: "array",
      description:
        "What is wrong with which field of the body; in every 400. Where no field is to blame, `field` is `request` or the name of a header.",
      items: {
        type: "object",
        properties: { field: { type: "string" }, message: { type: "string" } },
        required: ["field", "message"],
      },
    },
    details: { type: "object", description: "Facts for the screen, by code." },
    requestId: { type: "string", format: "uuid" },
  },
  required: ["code", "message", "requestId"],
};

function describe(area: string, name: string, endpoint: Endpoint): Json {
  const isPublic = endpoint.access === "public";
  return {
    operationId: `${area}.${name}`,
    summary: endpoint.summary,
    description: whoMayCall(endpoint),
    tags: [area],
    security: isPublic ? [] : [{ accessToken: [], refreshToken: [] }],
    parameters: [
      ...parametersOf("path", endpoint.params),
      ...parametersOf("query", endpoint.query),
      ...(endpoint.idempotent ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
      ...(endpoint.problems?.includes("proof.needed") ? [{ $ref: "#/components/parameters/Proof" }] : []),
      { $ref: "#/components/parameters/AcceptLanguage" },
    ],
    ...(endpoint.body && { requestBody: bodyOf(endpoint.body, endpoint.files) }),
    responses: { ...success(endpoint), ...refusals(endpoint) },
  };
}

function whoMayCall({ access }: Endpoint): string {
  if (access === "public") return "Open to anyone.";
  if (access === "member") return "For any signed-in role.";
  const names = Object.entries(Role).filter(([, id]) => access.includes(id));
  return `For ${names.map(([name, id]) => `${name.replace(/\B(?=[A-Z])/g, "_").toUpperCase()} (${id})`).join(", ")}.`;
}

function parametersOf(place: "path" | "query", schema: z.ZodMiniObject | undefined): Json[] {
  if (!schema) return [];
  return Object.entries(schema.shape).map(([name, field]) => ({
    name,
    in: place,
    required: place === "path" || !z.safeParse(field, undefined).success,
    schema: schemas.of(field as z.ZodMiniType, "input"),
  }));
}

function bodyOf(body: z.ZodMiniType, files: readonly string[] | undefined): Json {
  const schema = schemas.of(body, "input");
  const required = !z.safeParse(body, {}).success;
  if (!files) return { required, content: { "application/json": { schema } } };
  const pictures = files.map((name) => [name, { type: "string", contentMediaType: "application/octet-stream" }]);
  const properties = { ...(schema.properties as object), ...Object.fromEntries(pictures) };
  return {
    required,
    content: { "multipart/form-data": { schema: { ...schema, properties } }, "application/json": { schema } },
  };
}

/** A session is renewed whatever its call is, an open one too. */
const renewed = { "x-access-token": { $ref: "#/components/headers/RenewedAccessToken" } };

function success({ status = 200, data }: Endpoint): Json {
  const headers = renewed;
  if (!data) return { [status]: { description: "Done; nothing to say", headers } };
  const schema = { type: "object", properties: { data: schemas.of(data, "output") }, required: ["data"] };
  const description = status === 201 ? "Made" : "Done";
  return { [status]: { description, headers, content: { "application/json": { schema } } } };
}

/** Refusals that several calls have with the same codes, described once. */
const sharedRefusals = [
  ...Map.groupBy(
    endpoints().flatMap(({ endpoint }) => [...byStatus(endpoint).values()]),
    nameOf,
  ).values(),
].flatMap(([codes = [], ...others]) => (others.length > 1 ? [codes] : []));

function nameOf(codes: ProblemCode[]): string {
  return codes.join("-or-");
}

function byStatus(endpoint: Endpoint): Map<number, ProblemCode[]> {
  return Map.groupBy(problemsOf(endpoint), (code) => problems[code]);
}

function refusals(endpoint: Endpoint): Json {
  return Object.fromEntries([...byStatus(endpoint)].map(([status, codes]) => [status, referredTo(codes)]));
}

function referredTo(codes: ProblemCode[]): Json {
  const name = nameOf(codes);
  const isShared = sharedRefusals.some((shared) => nameOf(shared) === name);
  return isShared ? { $ref: `#/components/responses/${name}` } : refusedWith(codes);
}

function refusedWith(codes: ProblemCode[]): Json {
  const waits = codes.some((code) => [429, 503].includes(problems[code]) || code === "idempotency.running");
  return {
    description: codes.map((code) => `\`${code}\`: ${en[code]}`).join("  \n"),
    headers: {
      ...renewed,
      "content-language": { $ref: "#/components/headers/ContentLanguage" },
      ...(waits && { "retry-after": { $ref: "#/components/headers/RetryAfter" } }),
    },
    content: {
      "application/json": {
        schema: {
          allOf: [
            { $ref: "#/components/schemas/Refusal" },
            {
              properties: { code: { enum: codes } },
              ...(codes.every((code) => problems[code] === 400) && { required: ["issues"] }),
            },
          ],
        },
      },
    },
  };
}

/** Every refusal that a call may answer: its own, and those that its method, access, input, files and key bring. */
export function problemsOf(endpoint: Endpoint): ProblemCode[] {
  const { method, access, params, query, body, files, idempotent, problems: own = [] } = endpoint;
  return [
    ...new Set<ProblemCode>([
      // Bytes that are no request, headers that are too big or never end: whatever is called.
      "request.broken",
      "request.timeout",
      "request.too_large",
      ...(params || query || body ? (["request.invalid"] as const) : []),
      // An id so long that it names nothing.
      ...(params ? (["request.not_found"] as const) : []),
      // A body is read wherever one may be sent, also where none is asked for.
      ...(method === "GET" ? [] : (["request.media_type"] as const)),
      ...(files ? (["file.unexpected", "file.unsafe_drawing", "request.too_many"] as const) : []),
      // Of the audited calls that an account of staff makes in an hour.
      ...(isBoundedForSome(endpoint) ? (["request.too_many"] as const) : []),
      ...(access === "public" ? [] : (["auth.required"] as const)),
      ...(Array.isArray(access) ? (["auth.forbidden"] as const) : []),
      ...(idempotent ? (["idempotency.invalid", "idempotency.mismatch", "idempotency.running"] as const) : []),
      ...own,
      "server.failed",
      "server.busy",
      "server.database_down",
      "server.disk_full",
    ]),
  ].sort((a, b) => problems[a] - problems[b]);
}

function isBoundedForSome(endpoint: Endpoint): boolean {
  const roles = Array.isArray(endpoint.access) ? endpoint.access : Object.values(Role);
  return roles.some((roleId) => isBounded(endpoint, roleId));
}
