import { hexColour, pathId, roleId } from "@saha/contract";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { formBody } from "./form-body.ts";

const schema = z
  .object({
    name: z.string(),
    isActive: z.boolean(),
    points: z._default(z.int(), 5),
    min: z.optional(z.nullable(z.int().check(z.gte(-100)))),
    role: z.optional(roleId),
    booth: z.optional(pathId),
    colour: z.optional(hexColour),
    kind: z.optional(z.enum(["a", "b"])),
  })
  .check(z.refine((body) => body.name !== "never"));

function read(fields: Record<string, string>) {
  return formBody(schema, Object.entries(fields));
}

test("the schema says what a text is to be, not the text", () => {
  expect(read({ name: "123", isActive: "false", points: "7", min: "-3", role: "5" })).toEqual({
    name: "123",
    isActive: false,
    points: 7,
    min: -3,
    role: 5,
  });
  expect(read({ name: "true", isActive: "1", points: "٤٢", colour: "#000000", booth: "12", kind: "a" })).toEqual({
    name: "true",
    isActive: true,
    points: 42,
    colour: "#000000",
    booth: "12",
    kind: "a",
  });
});

test("empty is not sent where no text is wanted, and null is null where it may be", () => {
  expect(read({ name: "", isActive: "", points: " ", min: "null" })).toEqual({ name: "", min: null });
  expect(read({ name: "null", points: "null", min: "undefined" })).toEqual({ name: "null", points: "null" });
});

test("what fits nothing is left for the schema to refuse", () => {
  const body = read({ name: "x", isActive: "yes", points: "1e3", min: "0x10" });
  expect(body).toEqual({ name: "x", isActive: "yes", points: "1e3", min: "0x10" });
  expect(schema.safeParse(body).error?.issues.map((issue) => issue.path.join())).toEqual(["isActive", "points", "min"]);
});

test("unknown names are left out, those of every object too; of two the last is meant", () => {
  const fields: [string, string][] = ["__proto__", "constructor", "toString", "isAdmin"].map((name) => [name, "true"]);
  const body = formBody(schema, [...fields, ["name", "a"], ["name", "b"]]);
  expect(Object.entries(body)).toEqual([["name", "b"]]);
  expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
  expect(formBody(undefined, fields)).toEqual({});
});
