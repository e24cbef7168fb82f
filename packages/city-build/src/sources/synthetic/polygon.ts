/** A point of a plan, metres. */
export interface PlanPoint {
  readonly x: number;
  readonly y: number;
}

export function distance(a: PlanPoint, b: PlanPoint): number {
  return Math.hypot(b.x - a.x, b.y - a.y);
}

/** Area in square metres, positive for anticlockwise points. */
export function signedArea(points: readonly PlanPoint[]): number {
  let twice = 0;
  for (let i = 0; i < points.length; i++) {
    const a = points[i];
    const b = points[(i + 1) % points.length];
    twice += a.x * b.y - b.x * a.y;
  }
  return twice / 2;
}

/** The mean of the points, which is inside a convex polygon. */
export function middle(points: readonly PlanPoint[]): PlanPoint {
  let [x, y] = [0, 0];
  for (const point of points) {
    x += point.x;
    y += point.y;
  }
  return { x: x / points.length, y: y / points.length };
}

/** The smallest box around a polygon among those aligned with one of its sides. */
export interface OrientedBox {
  /** Direction of the longer side, a unit vector. */
  readonly axis: PlanPoint;
  /** Start and length of the box along the axis. */
  readonly start: number;
  readonly length: number;
  /** Width across the axis. */
  readonly width: number;
}

export function orientedBox(points: readonly PlanPoint[]): OrientedBox {
  let best: OrientedBox | undefined;
  for (let i = 0; i < points.length; i++) {
    const a = points[i];
    const b = points[(i + 1) % points.length];
    const side = distance(a, b);
    if (side < 1) continue;
    const [ux, uy] = [(b.x - a.x) / side, (b.y - a.y) / side];
    let [lowU, highU, lowV, highV] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const { x, y } of points) {
      const u = x * ux + y * uy;
      const v = -x * uy + y * ux;
      lowU = Math.min(lowU, u);
      highU = Math.max(highU, u);
      lowV = Math.min(lowV, v);
      highV = Math.max(highV, v);
    }
    const [length, width] = [highU - lowU, highV - lowV];
    if (best !== undefined && length * width >= best.length * best.width) continue;
    best =
      length >= width
        ? { axis: { x: ux, y: uy }, start: lowU, length, width }
        : { axis: { x: -uy, y: ux }, start: lowV, length: width, width: length };
  }
  return best ?? { axis: { x: 1, y: 0 }, start: 0, length: 0, width: 0 };
}

/** The part of a polygon where `nx · x + ny · y` is at least `least`; empty if there is none. */
export function clipHalfPlane(points: readonly PlanPoint[], nx: number, ny: number, least: number): PlanPoint[] {
  const kept: PlanPoint[] = [];
  for (let i = 0; i < points.length; i++) {
    const a = points[i];
    const b = points[(i + 1) % points.length];
    const sideA = nx * a.x + ny * a.y - least;
    const sideB = nx * b.x + ny * b.y - least;
    if (sideA >= 0) kept.push(a);
    if (sideA >= 0 !== sideB >= 0) {
      const part = sideA / (sideA - sideB);
      kept.push({ x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part });
    }
  }
  return kept;
}

/** A side of a polygon that has moved inwards: the half plane to its left, and its original starting corner. */
interface MovedSide {
  readonly nx: number;
  readonly ny: number;
  readonly least: number;
  readonly corner: PlanPoint;
}

/** Maximum displacement of a corner, metres: sharp corners would end up anywhere. */
const FARTHEST = 60;

/**
 * Insets an anticlockwise polygon, each side by its own distance: corners move to where the moved sides meet, and a side that
 * would reverse is omitted. Where a corner is too sharp for that, everything behind a side is cut off, which is equivalent
 * for convex polygons.
 */
export function insetPolygon(points: readonly PlanPoint[], insets: (side: number) => number): PlanPoint[] {
  const sides = points.flatMap((a, i): MovedSide[] => {
    const b = points[(i + 1) % points.length];
    const length = distance(a, b);
    if (length < 0.5) return [];
    const [nx, ny] = [-(b.y - a.y) / length, (b.x - a.x) / length];
    return [{ nx, ny, least: nx * a.x + ny * a.y + insets(i), corner: a }];
  });
  return withoutTinySides(moveCorners(sides) ?? clipSides(points, sides));
}

function clipSides(points: readonly PlanPoint[], sides: readonly MovedSide[]): PlanPoint[] {
  let rest = [...points];
  for (const { nx, ny, least } of sides) if (rest.length >= 3) rest = clipHalfPlane(rest, nx, ny, least);
  return rest;
}

function moveCorners(all: readonly MovedSide[]): PlanPoint[] | undefined {
  const sides = [...all];
  while (sides.length >= 3) {
    const moved = sides.map((side, i) => meet(sides[(i + sides.length - 1) % sides.length], side));
    const turned = sides.findIndex(({ nx, ny }, i) => {
      const [a, b] = [moved[i], moved[(i + 1) % moved.length]];
      return (b.x - a.x) * ny - (b.y - a.y) * nx <= 0;
    });
    if (turned < 0) return sides.every(({ corner }, i) => distance(moved[i], corner) < FARTHEST) ? moved : undefined;
    sides.splice(turned, 1);
  }
  return undefined;
}

/** Intersection of two sides; for nearly parallel ones, the moved corner between them. */
function meet(before: MovedSide, side: MovedSide): PlanPoint {
  const bend = before.nx * side.ny - before.ny * side.nx;
  if (Math.abs(bend) < 0.02) {
    const shift = side.least - (side.nx * side.corner.x + side.ny * side.corner.y);
    return { x: side.corner.x + side.nx * shift, y: side.corner.y + side.ny * shift };
  }
  return {
    x: (before.least * side.ny - side.least * before.ny) / bend,
    y: (side.least * before.nx - before.least * side.nx) / bend,
  };
}

function withoutTinySides(points: readonly PlanPoint[]): PlanPoint[] {
  return points.filter((point, i) => distance(point, points[(i + 1) % points.length]) > 0.3);
}
