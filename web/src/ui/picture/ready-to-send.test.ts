import { expect, test } from "vitest";
import { namedAsSvg, readyToSend, shrunkSize } from "./ready-to-send.ts";

const svg = (name: string, type = "image/svg+xml") => new File(["<svg/>"], name, { type });

test("an SVG whose name does not end in .svg is renamed avatar.svg, and nothing else is", async () => {
  expect(namedAsSvg(svg("face"), "avatar").name).toBe("avatar.svg");
  expect(namedAsSvg(svg("face.png"), "avatar").name).toBe("avatar.svg");
  expect(namedAsSvg(svg("face.svg"), "avatar").name).toBe("face.svg");
  expect(namedAsSvg(svg("face.jpg", "image/jpeg"), "avatar").name).toBe("face.jpg");
  const sent = await readyToSend(svg("رسمة"), "avatar");
  expect([sent.name, sent.type, await sent.text()]).toEqual(["avatar.svg", "image/svg+xml", "<svg/>"]);
});

test("a picture that can't be read is sent as it is: the server says what is wrong with it", async () => {
  const broken = new File(["MZ not a picture"], "face.png", { type: "image/png" });
  expect(await readyToSend(broken, "avatar")).toBe(broken);
});

test("a large picture is shrunk to 1024 pixels at most and keeps its shape", () => {
  expect(shrunkSize({ width: 4000, height: 3000 })).toEqual({ width: 1024, height: 768 });
  expect(shrunkSize({ width: 300, height: 12_000 })).toEqual({ width: 26, height: 1024 });
  expect(shrunkSize({ width: 1024, height: 10 })).toEqual({ width: 1024, height: 10 });
  expect(shrunkSize({ width: 12_000, height: 1 })).toEqual({ width: 1024, height: 1 });
});
