import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { Artwork } from "./artwork.tsx";
import { draw, type Plan } from "./draw.ts";
import { pave } from "./paving.ts";

const plan: Plan = {
  seed: "ticket:1",
  kind: "plate",
  width: 620,
  height: 900,
  focus: [56, 88],
  pitch: 110,
  angle: 48,
  turn: 0,
  reach: 205,
  quiet: [[117, 0, 2000, 176]],
};

/** Every corner of every stone of a drawing's enamel. */
function cornersOf({ fills }: ReturnType<typeof draw>): [number, number][] {
  return fills.flatMap(({ d }) =>
    d
      .split("M")
      .slice(1)
      .flatMap((stone) => {
        const [start = "", steps = ""] = stone.replace("z", "").split("l");
        let [x = 0, y = 0] = start.split(" ").map(Number);
        const corners: [number, number][] = [[x, y]];
        const numbers = steps.trim().split(" ").map(Number);
        for (let i = 0; i + 1 < numbers.length; i += 2) {
          x += numbers[i] ?? 0;
          y += numbers[i + 1] ?? 0;
          corners.push([x, y]);
        }
        return corners;
      }),
  );
}

test("a seed draws the same for everybody, another seed another enamel on the same lattice", () => {
  const first = draw(plan);
  const other = draw({ ...plan, seed: "ticket:2" });
  expect(first.fills).toMatchSnapshot();
  expect(other.fills).not.toEqual(first.fills);
  expect(other.wires).toEqual(first.wires);
});

test("one path for each colour, and the same drawing is not drawn twice", () => {
  const { fills } = draw(plan);
  expect(new Set(fills.map(({ tone }) => tone)).size).toBe(fills.length);
  expect(draw({ ...plan })).toBe(draw(plan));
});

test("no enamel lies under text", () => {
  const corners = cornersOf(draw(plan)).filter(([x, y]) => Math.hypot(x - 56, y - 88) > 60);
  expect(corners.length).toBeGreaterThan(50);
  expect(corners.filter(([x, y]) => x > 118 && y > 0 && y < 175)).toEqual([]);
  const noisy = cornersOf(draw({ ...plan, quiet: [] })).filter(([x, y]) => Math.hypot(x - 56, y - 88) > 60);
  expect(noisy.filter(([x, y]) => x > 118 && y > 0 && y < 175)).not.toEqual([]);
});

test("petals of a picture keep the palette's own hue: the third colour is that of whole stars", () => {
  const stones = ["booth:1", "booth:2", "booth:3", "booth:4"]
    .flatMap((seed) => draw({ ...plan, seed, kind: "picture", quiet: [] }).fills)
    .filter(({ tone }) => tone === 3)
    .flatMap(({ d }) => d.split("M").slice(1));
  expect(stones.length).toBeGreaterThan(0);
  // A star has sixteen corners: the first and fifteen steps.
  expect(new Set(stones.map((stone) => stone.split("l")[1]?.trim().split(" ").length))).toEqual(new Set([30]));
});

test("chance belongs to the stone: a crop shows the same neighbourhood", () => {
  const small = cornersOf(draw({ ...plan, width: 200, height: 200, quiet: [] }));
  const large = new Set(cornersOf(draw({ ...plan, quiet: [] })).map(String));
  expect(small.length).toBeGreaterThan(100);
  expect(small.filter((corner) => !large.has(String(corner)))).toEqual([]);
});

test("at 45° the star is the mark's: two squares", () => {
  const stars = pave({ width: 10, height: 10, focus: [0, 0], pitch: 2, angle: 45, turn: 0 });
  const heart = stars.find(({ shape, far }) => shape === "star" && far === 0);
  const lengths = heart?.corners.map(([x, y]) => Math.hypot(x, y).toFixed(4));
  expect(new Set(lengths)).toEqual(new Set(["1.0000", "0.7654"]));
});

test("stones leave no gap: their areas are that of the ground", () => {
  const cells = pave({ width: 100, height: 100, focus: [50, 50], pitch: 10, angle: 57, turn: 22.5 });
  // One star, one square and four petals to a square of the lattice.
  const of = (shape: string) => area(cells.find((cell) => cell.shape === shape)?.corners ?? []);
  expect(of("star") + of("square") + 4 * of("petal")).toBeCloseTo(100, 6);
});

test("the celebration comes in rings, each once", () => {
  const rings = new Set(draw({ ...plan, rings: 8 }).fills.map(({ ring }) => ring));
  expect(rings.size).toBeGreaterThan(4);
  expect(Math.max(...rings)).toBeLessThan(8);
});

test("ten milliseconds are enough for the largest", () => {
  const times = Array.from({ length: 9 }, (_, seed) => {
    const start = performance.now();
    draw({ ...plan, seed: `time:${seed}` });
    return performance.now() - start;
  });
  expect(Math.min(...times)).toBeLessThan(10);
});

test("screen readers are told nothing, and an uploaded picture wins", () => {
  const { container } = render(<Artwork {...plan} picture="/files/booth.webp" />);
  expect(container.querySelector("svg")?.getAttribute("aria-hidden")).toBe("true");
  const picture = container.querySelector("img");
  expect(picture?.getAttribute("src")).toContain("/files/booth.webp");
  expect(picture?.getAttribute("alt")).toBe("");
});

function area(corners: readonly (readonly [number, number])[]): number {
  return Math.abs(
    corners.reduce((sum, [x, y], index) => {
      const [nextX, nextY] = corners[(index + 1) % corners.length] ?? [0, 0];
      return sum + (x * nextY - nextX * y) / 2;
    }, 0),
  );
}
