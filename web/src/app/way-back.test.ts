import { expect, test } from "vitest";
import { wayBack } from "./way-back.ts";

test.for(["/ticket/free", "/dashboard/users?x=1#y", "/"])("leads back to %s", (from) => {
  expect(wayBack({ from })).toEqual({ from });
});

test.for([
  "https://evil.example/x",
  "//evil.example",
  "/\\evil.example",
  "/.//evil.example",
  "/a/..//evil.example",
  "/\t/evil.example",
  "\\\\evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "evil.example",
  "",
  "/login",
  "/register?from=/",
  7,
  null,
  ["/x"],
])("never to %s", (from) => {
  expect(wayBack({ from })).toEqual({});
});

test("a path that the browser would read as another is given as it reads it", () => {
  expect(wayBack({ from: "/a/../login" })).toEqual({});
  expect(wayBack({ from: "/a/../ticket" })).toEqual({ from: "/ticket" });
});
