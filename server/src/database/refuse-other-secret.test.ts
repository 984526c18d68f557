import { afterAll, beforeEach, expect, inject, test } from "vitest";
import { copyTemplate } from "../../test/template.ts";
import { refuseOtherSecret } from "./refuse-other-secret.ts";

const [one, other] = ["the first secret, of more than 32 letters", "another secret, of more than 32 letters"];
const copies: Awaited<ReturnType<typeof copyTemplate>>[] = [];
let url: string;
beforeEach(async () => {
  const copy = await copyTemplate(inject("postgres"));
  copies.push(copy);
  url = copy.ownerUrl;
});
afterAll(async () => {
  for (const copy of copies) await copy.drop();
});

test("an event goes on with the secret of its first start; another one stops the start with a sentence", async () => {
  await refuseOtherSecret(url, one);
  await refuseOtherSecret(url, one);
  await expect(refuseOtherSecret(url, other)).rejects.toThrow(/signed by another secret: put its secret-key/);
  await refuseOtherSecret(url, one);
});

test("of many first starts at once with secrets of their own one goes on", async () => {
  const starting = Array.from({ length: 8 }, (_, n) => refuseOtherSecret(url, `${one} ${n}`));
  const outcomes = await Promise.allSettled(starting);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("where the secret was lost, a new one takes its place when asked for", async () => {
  await refuseOtherSecret(url, one);
  await refuseOtherSecret(url, other, { takesNew: true });
  await refuseOtherSecret(url, other);
  await expect(refuseOtherSecret(url, one)).rejects.toThrow(/signed by another secret/);
});
