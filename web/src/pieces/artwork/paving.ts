export type Point = readonly [x: number, y: number];
/** x, y, width and height in the picture's own pixels. */
export type Box = readonly [x: number, y: number, width: number, height: number];

/** `star` has eight points and fills an octagon, `square` four, `petal` lies between two stars and two squares. */
export type Shape = "star" | "square" | "petal";

/**
 * One stone of the paving; `place` names it in the lattice, `orbit` is shared with its mirror images around the focus.
 */
export type Cell = { shape: Shape; middle: Point; corners: Point[]; place: Point; orbit: Point; far: number };

/**
 * How a paving lies: `angle` and `turn` in degrees, `pitch` from star to star, `focus` where its heart stands, pixels.
 */
export type Lie = { width: number; height: number; focus: Point; pitch: number; angle: number; turn: number };

/** How far from the focus stones are laid, pixels. */
type Limit = { limit?: number };

const radians = Math.PI / 180;
const eighth = Math.tan(22.5 * radians);

/**
 * Paves a picture with the Saha star: octagons and squares (4.8.8), and from the middle of every edge two rays that
 * meet their neighbours'. At 45° the stars are exactly the mark's; up to 63° its sharper kin.
 */
export function pave({
  width,
  height,
  focus,
  pitch,
  angle,
  turn,
  limit = Number.POSITIVE_INFINITY,
}: Lie & Limit): Cell[] {
  const { star, square, petal } = stonesOf(pitch, angle * radians);
  const [cos, sin] = [Math.cos(turn * radians), Math.sin(turn * radians)];
  const onto = (x: number, y: number): Point => [focus[0] + x * cos - y * sin, focus[1] + x * sin + y * cos];
  const cells: Cell[] = [];
  const lay = (shape: Shape, corners: readonly Point[], x: number, y: number) => {
    const middle = onto(x, y);
    const [left, top] = middle;
    const far = Math.hypot(left - focus[0], top - focus[1]);
    if (far > limit || left < -pitch || top < -pitch || left > width + pitch || top > height + pitch) return;
    const place: Point = [Math.round((x * 8) / pitch), Math.round((y * 8) / pitch)];
    const [a, b] = [Math.abs(place[0]), Math.abs(place[1])];
    cells.push({
      shape,
      middle,
      corners: corners.map(([cx, cy]) => onto(x + cx, y + cy)),
      place,
      orbit: [Math.max(a, b), Math.min(a, b)],
      far,
    });
  };
  const corner = Math.hypot(Math.max(focus[0], width - focus[0]), Math.max(focus[1], height - focus[1]));
  const count = Math.ceil(Math.min(corner, limit) / pitch) + 1;
  for (let i = -count; i <= count; i++) {
    for (let j = -count; j <= count; j++) {
      lay("star", star, i * pitch, j * pitch);
      const [x, y] = [(i + 0.5) * pitch, (j + 0.5) * pitch];
      lay("square", square, x, y);
      for (const { corners, middle } of petal) lay("petal", corners, x + middle[0], y + middle[1]);
    }
  }
  return cells;
}

/** The stones around their own middles; the petals, four to a square, around the middle of the square. */
function stonesOf(pitch: number, angle: number) {
  const half = pitch / 2;
  const side = pitch / (1 + Math.SQRT2);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  // Where the rays of two neighbouring edges meet, seen from the middle of their polygon.
  const inStar = (half * eighth) / (cos + sin * eighth);
  const starDent = Math.hypot(half - inStar * sin, inStar * cos);
  const inSquare = side / 2 / (cos + sin);
  const squareDent = Math.hypot(side / 2 - inSquare * sin, inSquare * cos);
  const star = around(8, (at) => [polar(at, half), polar(at + 22.5, starDent)]);
  const square = around(4, (at) => [polar(at, squareDent), polar(at + 45, side / 2)]);
  const petal = [0, 90, 180, 270].map((at) => {
    const middle = polar(at, side / Math.SQRT2);
    const meeting = polar(at, half);
    const corners = [
      polar(at, squareDent),
      polar(at + 45, side / 2),
      plus(plus(meeting, polar(at + 90, half)), polar(at - 112.5, starDent)),
      meeting,
      plus(plus(meeting, polar(at - 90, half)), polar(at + 112.5, starDent)),
      polar(at - 45, side / 2),
    ];
    return { middle, corners: corners.map(([x, y]): Point => [x - middle[0], y - middle[1]]) };
  });
  return { star, square, petal };
}

function around(count: number, corners: (at: number) => Point[]): Point[] {
  return Array.from({ length: count }, (_, index) => corners((index * 360) / count)).flat();
}

function polar(degrees: number, length: number): Point {
  return [length * Math.cos(degrees * radians), length * Math.sin(degrees * radians)];
}

function plus([a, b]: Point, [c, d]: Point): Point {
  return [a + c, b + d];
}
