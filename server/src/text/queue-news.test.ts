import { expect, test } from "vitest";
import { calledNews, enteredNews, placeNews } from "./queue-news.ts";

test("a number in line is written as on the call's card: three digits", () => {
  const told = { gameName: "FIFA", number: 11 };
  for (const news of [calledNews(told, false), enteredNews(told), placeNews(told, "waiting")]) {
    expect(news.ar).toMatch(/رقمك 011(?!\d)/);
    expect(news.en).toMatch(/number 011(?!\d)/);
  }
});
