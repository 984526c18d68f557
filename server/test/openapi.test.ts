import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { api, problems } from "@saha/contract";
import { afterAll, describe, expect, test } from "vitest";
import { describeApi, problemsOf } from "../src/http/documents/describe-api.ts";
import { endpoints } from "../src/http/serve.ts";
import { en } from "../src/text/en.ts";
import { openServer } from "./harness.ts";

type Operation = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: object[];
  parameters: { $ref?: string; name?: string; in?: string; required?: boolean; schema?: { type?: string } }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, Response>;
};
type Schema = { $ref?: string; type?: string; properties?: Record<string, unknown>; anyOf?: Schema[] };
type Response = {
  $ref?: string;
  description?: string;
  content?: Record<string, { schema: { allOf?: [unknown, Codes] } & Schema }>;
};
type Codes = { properties: { code: { enum: string[] } } };
type Document = {
  openapi: string;
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, Response>>;
};

const saha = await openServer();
afterAll(saha.close);
const document = JSON.parse((await saha.send("GET", "/api/openapi.json")).text) as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const calls = endpoints().map(({ name, endpoint }) => {
  const path = `/api${endpoint.path.replace(/:(\w+)/g, "{$1}")}`;
  return { name, endpoint, path, operation: document.paths[path]?.[endpoint.method.toLowerCase()] as Operation };
});

function follow(response: Response | undefined): Response | undefined {
  return response?.$ref ? document.components.responses?.[response.$ref.split("/").at(-1) ?? ""] : response;
}

test("the document holds every call of the contract and nothing else", () => {
  const documented = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`);
  expect(documented.sort()).toEqual(calls.map(({ endpoint, path }) => `${endpoint.method} ${path}`).sort());
});

test("no two calls share a method and path, or a name", () => {
  const addresses = calls.map(({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/:\w+/g, ":")}`);
  expect(new Set(addresses).size).toBe(calls.length);
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(calls.length);
});

describe.each(calls)("$name", ({ name, endpoint, operation }) => {
  test("has its name, area, summary and who may call it", () => {
    expect(operation.operationId).toBe(name);
    expect(operation.tags).toEqual([name.split(".")[0]]);
    expect(operation.summary).toBe(endpoint.summary);
    expect(operation.description).not.toBe("");
  });

  test("asks for a session only where it is needed", () => {
    expect(operation.security).toEqual(endpoint.access === "public" ? [] : [{ accessToken: [], refreshToken: [] }]);
    expect("401" in operation.responses).toBe(endpoint.access !== "public");
    expect("403" in operation.responses).toBe(Array.isArray(endpoint.access));
  });

  test("names its params and headers", () => {
    const named = operation.parameters.filter((parameter) => parameter.in === "path");
    expect(named.map((parameter) => parameter.name)).toEqual(Object.keys(endpoint.params?.shape ?? {}));
    expect(named.every(({ required, schema }) => required && schema?.type)).toBe(true);
    const keys = operation.parameters.filter(({ $ref }) => $ref === "#/components/parameters/IdempotencyKey");
    expect(keys).toHaveLength(endpoint.idempotent ? 1 : 0);
  });

  test("describes its body", () => {
    expect(Boolean(operation.requestBody)).toBe(Boolean(endpoint.body));
    if (!operation.requestBody) return;
    const { content } = operation.requestBody;
    expect("multipart/form-data" in content).toBe(Boolean(endpoint.files));
    const { schema } = content["application/json"] ?? { schema: {} };
    const fields = (schema.anyOf ?? [schema]).flatMap(({ properties }) => Object.keys(properties ?? {}));
    expect(fields.length).toBeGreaterThan(0);
    const form = content["multipart/form-data"]?.schema.properties ?? {};
    for (const file of endpoint.files ?? []) expect(form[file]).toHaveProperty("contentMediaType");
  });

  test("names what is refused before a body is understood", () => {
    if (!operation.requestBody) return;
    for (const [status, code] of [
      ["400", "request.broken"],
      ["413", "request.too_large"],
      ["415", "request.media_type"],
    ] as const) {
      const { content } = follow(operation.responses[status]) ?? {};
      expect(content?.["application/json"]?.schema.allOf?.[1].properties.code.enum ?? [], status).toContain(code);
    }
  });

  test("describes its answer", () => {
    const answer = operation.responses[endpoint.status ?? 200];
    const { schema } = answer?.content?.["application/json"] ?? {};
    expect(Boolean(schema?.properties?.data)).toBe(Boolean(endpoint.data));
  });

  test("describes each refusal under its status, with its code and sentence", () => {
    const documented = Object.entries(operation.responses)
      .filter(([status]) => Number(status) >= 400)
      .flatMap(([status, response]) => {
        const { description = "", content } = follow(response) ?? {};
        const codes = content?.["application/json"]?.schema.allOf?.[1].properties.code.enum ?? [];
        return codes.map((code) => ({ code, status: Number(status), description }));
      });
    expect(documented.map(({ code }) => code).sort()).toEqual([...problemsOf(endpoint)].sort());
    for (const { code, status, description } of documented) {
      expect(status).toBe(problems[code as keyof typeof problems]);
      expect(description).toContain(en[code as keyof typeof en]);
    }
  });
});

test("every area has a sentence", () => {
  expect(document.tags.map(({ name }) => name).sort()).toEqual(Object.keys(api).sort());
  expect(document.tags.every(({ description }) => description.length > 0)).toBe(true);
});

test("every reference leads somewhere", () => {
  for (const [, section, name] of JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
    expect(document.components[section ?? ""], `${section}/${name}`).toHaveProperty([name ?? ""]);
  }
});

test("docs/api/openapi.json is what the contract says; `npm run api` writes it afresh", () => {
  const file = fileURLToPath(new URL("../../docs/api/openapi.json", import.meta.url));
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(JSON.parse(JSON.stringify(describeApi())));
});
