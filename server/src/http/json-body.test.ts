import { api } from "@saha/contract";
import { afterAll, expect, test } from "vitest";
import { openServer } from "../../test/harness.ts";
import { hasManyParts } from "./json-body.ts";

const saha = await openServer();
afterAll(saha.close);

const nested = "[".repeat(501) + "]".repeat(501);
const names = `{${Array.from({ length: 501 }, (_, n) => `"n${n}":1`).join(",")}}`;
const written = JSON.stringify({ answer: `[{,"\\`.repeat(600) });

test.each([
  ["brackets", nested],
  ["names", names],
  ["a string that ends in a backslash", `["\\\\",${"[".repeat(500)}`],
])("a body of too many %s is refused before it is parsed", async (_, body) => {
  expect(hasManyParts(body)).toBe(true);
  const answer = await saha.send("POST", "/api/auth/login", { body, headers: { "content-type": "application/json" } });
  expect(answer.status).toBe(413);
});

test("what is written in a string is no part of the body", async () => {
  expect(hasManyParts(written)).toBe(false);
  const [admin, member] = [await saha.given.user({ roleId: 1 }), await saha.given.user()];
  const { id } = (await admin.call(api.surveys.create, { body: { question: "?" } })).data;
  const answer = `[{,"\\`.repeat(400);
  expect((await member.call(api.surveys.answer, { body: { questionId: id, answer } })).data.answer).toBe(answer);
});

test("it is one pass, whatever stands in it", () => {
  for (const text of ['"'.repeat(250_000), '\\"'.repeat(125_000), `"${"\\".repeat(250_000)}`]) {
    const began = performance.now();
    hasManyParts(text);
    expect(performance.now() - began).toBeLessThan(100);
  }
});
