import type { Endpoint } from "@saha/contract";
import fc from "fast-check";
import { openSchemas } from "../src/http/documents/describe-schema.ts";

const { of: describe } = openSchemas({});

type Json = { [key: string]: unknown };
type Shape = {
  type?: string | string[];
  properties?: Record<string, Shape>;
  anyOf?: Shape[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
};

const nasty = fc.constantFrom<unknown>(
  null,
  true,
  false,
  0,
  -0,
  -1,
  1,
  1.5,
  1e21,
  1e308,
  2 ** 31,
  2 ** 53,
  -(2 ** 31),
  "",
  " ",
  "0",
  "1",
  "-1",
  "1e400",
  "NaN",
  "null",
  "true",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udfff\ud800",
  "\u202Eabc",
  "\uFEFF",
  "ﷺ".repeat(40),
  "🎮".repeat(30),
  "e\u0301".repeat(50),
  "مرحبا",
  "x".repeat(255),
  "x".repeat(5000),
  "' or 1=1 --",
  "'; drop table users; --",
  "%00",
  "%s%n",
  "{{7*7}}",
  "../../etc/passwd",
  "<script>alert(1)</script>",
  "2026-02-30",
  "9999-99-99",
  "-000001-01-01",
  "0000-00-00",
  "2026-10-20T00:00:00Z",
  "a@b",
  "a@b.c",
  `${"a".repeat(250)}@b.co`,
  [],
  {},
  [null],
  [[]],
  { toString: 1 },
  { length: 5 },
  { constructor: 1 },

  ["a", 1],
  { $ne: null },
);
const anything = fc.oneof(
  { weight: 4, arbitrary: nasty },
  { weight: 1, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
);

/** Values that mostly fit a schema, so that they get past it, and at its edges. */
function fitting(shape: Shape): fc.Arbitrary<unknown> {
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map(fitting));
  if (shape.enum) return fc.constantFrom(...shape.enum);
  if ("const" in shape) return fc.constant(shape.const);
  if (Array.isArray(shape.type)) return fc.oneof(...shape.type.map((type) => fitting({ ...shape, type })));
  switch (shape.type) {
    case "object":
      return bodies(shape.properties ?? {});
    case "string":
      if (shape.pattern?.match(/^\^[\w#[\]{}\\-]+\$$/)) return fc.stringMatching(new RegExp(shape.pattern));
      return shape.format === "date"
        ? fc
            .date({ min: new Date("1995-01-01"), max: new Date("3005-01-01"), noInvalidDate: true })
            .map((date) => date.toISOString().slice(0, 10))
        : fc.oneof(
            fc.string({ maxLength: Math.min(shape.maxLength ?? 40, 400), unit: "grapheme" }),
            fc.string({ maxLength: 20 }),
            fc.stringMatching(/^[a-z0-9]{3,12}(@[a-z]{2,8}\.com)?$/),
          );
    case "integer":
      return fc.oneof(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: shape.minimum ?? -100, max: Math.min(shape.maximum ?? 100, 2 ** 31 - 1) }),
      );
    case "number":
      return fc.oneof(
        fc.integer({ min: 0, max: 50_000 }).map((cents) => cents / 100),
        fc.double({ min: shape.minimum ?? -1e9, max: shape.maximum ?? 1e9, noNaN: true }),
      );
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return anything;
  }
}

function bodies(properties: Record<string, Shape>): fc.Arbitrary<Json> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, shape]) => [
      name,
      fc.oneof(
        // The same wherever a password stands, or no two would ever be equal.
        { weight: 9, arbitrary: /password/i.test(name) ? fc.constant("kalima-sirriya-77") : fitting(shape) },
        { weight: 1, arbitrary: anything },
      ),
    ]),
  );
  const extra = fc.dictionary(
    fc.constantFrom(
      "id",
      "roleId",
      "userId",
      "passwordHash",
      "isBlocked",
      "purchased",
      "status",
      "toString",
      "hasOwnProperty",
      "x",
    ),
    anything,
    { maxKeys: 2 },
  );
  const some = fc.oneof(
    { weight: 3, arbitrary: fc.record(fields) },
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
  );
  return fc.tuple(some, extra).map(([body, more]) => ({ ...more, ...body }));
}

/** What is sent to a call, some of it right and some of it wrong. `own` stands for the caller's own id. */
export type Sent = { ids: string[]; body: string | undefined; headers: Record<string, string>; query: string };

/** Requests to a call, from those that fit it to those that fit nothing. */
export function requestsTo(endpoint: Endpoint): fc.Arbitrary<Sent> {
  const params = Object.keys(endpoint.params?.shape ?? {});
  const id = fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 12 }).map(String) },
    { weight: 2, arbitrary: fc.constant("own") },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        "0",
        "-1",
        "1.5",
        "2147483647",
        "2147483648",
        "1e400",
        "abc",
        "%00",
        "%E2%80%AE",
        "..",
        "%2e%2e",
        "x".repeat(201),
      ),
    },
    { weight: 1, arbitrary: fc.string({ maxLength: 20 }).map(encodeURIComponent) },
  );
  const shape = endpoint.body ? (describe(endpoint.body, "input") as Shape) : undefined;
  const body = shape
    ? fc
        .oneof({ weight: 8, arbitrary: fitting(shape) }, { weight: 1, arbitrary: anything })
        .map((value) => JSON.stringify(value) ?? "")
    : fc.constantFrom(undefined, "", "{}", "[1");
  const broken = fc.oneof(
    { weight: 12, arbitrary: body },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 200 }) },
  );
  const headers = fc.record(
    {
      "accept-language": fc.constantFrom("ar", "en", "*", "xx;q=2", ",,,"),
      "idempotency-key": fc.oneof(
        fc.constantFrom("one", "other"),
        fc.string({ minLength: 1, maxLength: 300 }).map((text) => text.replace(/[^\x21-\x7e]/g, "~")),
      ),
      "x-device": fc.constantFrom("short", "a".repeat(32), "!".repeat(40)),
      "content-type": fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom("application/json", "application/json; charset=utf-16") },
        { weight: 1, arbitrary: fc.constantFrom("text/html", "multipart/form-data", "application/jsonp") },
      ),
    },
    { requiredKeys: [] },
  );
  const query = fc.constantFrom("", "", "?", "?a=1&a=2", "?__proto__[x]=1", "?%", `?${"q".repeat(3000)}`);
  return fc.record({ ids: fc.tuple(...params.map(() => id)), body: broken, headers, query }) as fc.Arbitrary<Sent>;
}
