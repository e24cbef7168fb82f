import type { Random } from '@itinera/base';
import { difference } from 'polyclip-ts';
import type { RoadClass } from '../../layout/network.js';
import { distance, type PlanPoint, signedArea } from './polygon.js';
import type { Corner, PlanNode, Street, StreetPlan } from './street-plan.js';

/** A piece of the city between arterials and river. */
export interface Cell {
  readonly corners: readonly Corner[];
  /** 0 at the city centre, 1 at its edge. */
  readonly outwardness: number;
  /** 0 is the old town, then the rings around it. */
  readonly ring: number;
}

/** Radius of the old town and metres between rings, if the city is large enough. */
const OLD_TOWN = 400;
const RING_STEP = 950;
/** Maximum width of a ring's cells, metres; beyond it the number of radial streets doubles. */
const WIDEST = 1700;
/** Metres between the points of a bent street. */
const STEP = 110;

/**
 * The main streets of a city and the cells between them, before bending: an old town, ring roads, branching radial streets
 * and, from towns upwards, a river that only main streets cross.
 *
 * @param radius of the city in metres
 */
export function layArterials(plan: StreetPlan, radius: number, random: Random): { cells: Cell[]; river?: River } {
  const oldTown = Math.min(OLD_TOWN, 0.42 * radius);
  const rings = Math.max(1, Math.round((radius - oldTown) / RING_STEP));
  const radii = Array.from({ length: rings + 1 }, (_, k) => oldTown + ((radius - oldTown) * k) / rings);
  const spokes = layOut(radii, random);

  const ringGroups = radii.map(() => plan.newGroup());
  const arcs = radii.map((r, k) => {
    // The nodes of a ring are the starts of radial streets, on the last ring their ends.
    const angles = spokes[Math.min(k + 1, rings)].map(({ angle }) => angle);
    const nodes = angles.map((angle): PlanNode => ({ ...polar(r, angle), streets: [] }));
    return angles.map((angle, i): Arc => {
      const to = (i + 1) % angles.length;
      const end = angles[to] + (to === 0 ? 2 * Math.PI : 0);
      const street = plan.add(ringClass(k, rings), arcLine(r, angle, end), ringGroups[k]);
      plan.join(street, nodes[i]);
      plan.join(street, nodes[to]);
      return { street, start: angle, node: nodes[i] };
    });
  });

  const cells: Cell[] = [{ corners: arcs[0].flatMap(({ street }) => along(street)), outwardness: 0, ring: 0 }];
  const spokeGroups = new Map<number, number>();
  for (let k = 1; k <= rings; k++) {
    const radials = spokes[k].map(({ angle, order }): Street => {
      const group = spokeGroups.get(angle) ?? plan.newGroup();
      spokeGroups.set(angle, group);
      const street = plan.add(
        spokeClass(order, rings),
        straightLine(polar(radii[k - 1], angle), polar(radii[k], angle)),
        group,
      );
      for (const ring of [k - 1, k]) plan.join(street, arcs[ring].find(({ start }) => start === angle)!.node);
      return street;
    });
    for (let j = 0; j < radials.length; j++) {
      const from = spokes[k][j].angle;
      const to = j + 1 < radials.length ? spokes[k][j + 1].angle : Infinity;
      const outer = arcs[k].filter(({ start }) => start >= from && start < to);
      cells.push({
        corners: [
          ...along(radials[j]),
          ...outer.flatMap(({ street }) => along(street)),
          ...back(radials[(j + 1) % radials.length]),
          ...back(arcs[k - 1].find(({ start }) => start === from)!.street),
        ],
        outwardness: (radii[k - 1] + radii[k]) / 2 / radius,
        ring: k,
      });
    }
  }
  return radius < 900 ? { cells } : layRiver(plan, cells, radii, random);
}

/** A river, from beyond the city on one side to beyond it on the other. */
export interface River {
  readonly width: number;
  /** The line at this distance to the left of its centre line (negative: to the right), metres. */
  readonly line: (left: number) => PlanPoint[];
}

interface Arc {
  readonly street: Street;
  readonly start: number;
  readonly node: PlanNode;
}

/** A radial street; order 0 are the oldest. */
interface Spoke {
  readonly angle: number;
  readonly order: number;
}

/** The radial streets of each ring of cells, ordered by angle; each continues to the edge of the city. */
function layOut(radii: readonly number[], random: Random): Spoke[][] {
  const gaps = Array.from({ length: radii[0] < 300 ? 4 : 5 + random.integer(3) }, () => random.between(0.8, 1.2));
  const whole = gaps.reduce((sum, gap) => sum + gap, 0);
  let angle = 0;
  let spokes = gaps.map((gap): Spoke => {
    const spoke = { angle, order: 0 };
    angle += (2 * Math.PI * gap) / whole;
    return spoke;
  });
  const all: Spoke[][] = [spokes];
  for (let k = 1; k < radii.length; k++) {
    if (k > 1 && (2 * Math.PI * radii[k]) / spokes.length > WIDEST) {
      spokes = spokes.flatMap((spoke, i) => {
        const next = i + 1 < spokes.length ? spokes[i + 1].angle : spokes[0].angle + 2 * Math.PI;
        const between = spoke.angle + (next - spoke.angle) * random.between(0.42, 0.58);
        return [spoke, { angle: between, order: k }];
      });
    }
    all.push(spokes);
  }
  return all;
}

function ringClass(ring: number, rings: number): RoadClass {
  if (rings === 1) return ring === 0 ? 'tertiary' : 'secondary';
  if (rings >= 6 && ring === Math.ceil(rings / 2)) return 'trunk';
  return ring === rings || ring % 3 === 1 ? 'primary' : 'secondary';
}

function spokeClass(order: number, rings: number): RoadClass {
  if (order === 0) return rings === 1 ? 'secondary' : 'primary';
  return 'secondary';
}

function polar(radius: number, angle: number): PlanPoint {
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
}

function arcLine(radius: number, start: number, end: number): PlanPoint[] {
  const pieces = Math.max(2, Math.ceil(((end - start) * radius) / STEP));
  return Array.from({ length: pieces + 1 }, (_, i) => polar(radius, start + ((end - start) * i) / pieces));
}

function straightLine(a: PlanPoint, b: PlanPoint): PlanPoint[] {
  const pieces = Math.max(1, Math.ceil(distance(a, b) / STEP));
  return Array.from({ length: pieces + 1 }, (_, i) => ({
    x: a.x + ((b.x - a.x) * i) / pieces,
    y: a.y + ((b.y - a.y) * i) / pieces,
  }));
}

/** The sides that a street contributes to a cell, without its last point. */
function along(street: Street): Corner[] {
  return street.line.slice(0, -1).map(({ x, y }) => ({ x, y, street }));
}

function back(street: Street): Corner[] {
  return street.line
    .slice(1)
    .reverse()
    .map(({ x, y }) => ({ x, y, street }));
}

/** Ends of embankments within this distance of a junction on the main street join it, metres. */
const BANK_REACH = 30;

/** Points of a river on either side of its centre line, and those inside the city. */
const RIVER_POINTS = 45;
const CITY_POINTS = 30;

/** Cuts a winding river out of the cells and lays a street along either bank. */
function layRiver(
  plan: StreetPlan,
  cells: readonly Cell[],
  radii: readonly number[],
  random: Random,
): { cells: Cell[]; river: River } {
  const radius = radii[radii.length - 1];
  const width = Math.min(150, 45 + radius / 90);
  // Past the old town, never along a ring.
  const off = radii[0] + (radii[1] - radii[0]) * random.between(0.4, 0.6);
  const angle = random.between(0, 2 * Math.PI);
  const wave = { height: 0.07 * radius, length: radius * random.between(0.9, 1.2), start: random.between(-0.4, 0.4) };
  const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
  const line = (left: number, points = RIVER_POINTS) =>
    Array.from({ length: 2 * points + 1 }, (_, i): [number, number] => {
      const t = ((i - points + CITY_POINTS) / CITY_POINTS - 1) * 1.4 * radius;
      const v = off + wave.height * Math.sin((2 * Math.PI * t) / wave.length + wave.start) + left;
      return [ux * t - uy * v, uy * t + ux * v];
    });
  const bank = (side: number) => line((side * width) / 2, CITY_POINTS);
  const water = [...bank(1), ...bank(-1).reverse()];
  const ring = [...water, water[0]];
  const dryCells = cells.flatMap((cell) => {
    const outline = cell.corners.map(({ x, y }): [number, number] => [x, y]);
    if (!mayMeet(outline, water)) return [cell];
    const dry = difference([[...outline, outline[0]]], [ring]);
    return dry.map(([shore]) => ({ ...cell, corners: alongShore(plan, cell.corners, shore) }));
  });
  return {
    cells: dryCells,
    river: { width, line: (left) => line(left).map(([x, y]) => ({ x, y })) },
  };
}

/** False only if no point of the river is near the cell. */
function mayMeet(outline: readonly [number, number][], water: readonly [number, number][]): boolean {
  const xs = outline.map(([x]) => x);
  const ys = outline.map(([, y]) => y);
  const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return water.some(([x, y], i) => {
    const [px, py] = water[(i + water.length - 1) % water.length];
    return Math.max(x, px) > west && Math.min(x, px) < east && Math.max(y, py) > south && Math.min(y, py) < north;
  });
}

/** The corners of the rest of a cell: its streets where they still bound it, embankments elsewhere. */
function alongShore(plan: StreetPlan, cell: readonly Corner[], shore: readonly [number, number][]): Corner[] {
  let points = shore.slice(0, -1).map(([x, y]): PlanPoint => ({ x, y }));
  if (signedArea(points) < 0) points.reverse();
  const streetOf = (a: PlanPoint, b: PlanPoint) => streetBetween(cell, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  const streets = points.map((point, i) => streetOf(point, points[(i + 1) % points.length]));
  if (streets.every((street) => street !== undefined))
    return points.map((point, i) => ({ ...point, street: streets[i]! }));

  // Start where a street ends and a bank begins, so that no bank is split across the ends of the list.
  const first = streets.findIndex(
    (street, i) => street === undefined && streets[(i + streets.length - 1) % streets.length],
  );
  if (first < 0) throw new RangeError('a river cannot be inside a cell');
  points = [...points.slice(first), ...points.slice(0, first)];
  const sides = [...streets.slice(first), ...streets.slice(0, first)];
  const corners: Corner[] = [];
  for (let i = 0; i < points.length; ) {
    const street = sides[i];
    if (street !== undefined) {
      corners.push({ ...points[i], street });
      i++;
      continue;
    }
    const end = sides.findIndex((side, k) => k > i && side !== undefined);
    const from = plan.nodeAt(corners.at(-1)?.street ?? sides[sides.length - 1]!, points[i], BANK_REACH);
    const to = plan.nodeAt(sides[end]!, points[end], BANK_REACH);
    const bank = plan.add(
      'residential',
      [from, ...points.slice(i + 1, end), to].map(({ x, y }) => ({ x, y })),
    );
    plan.join(bank, from);
    plan.join(bank, to);
    corners.push(...along(bank));
    points[end] = to;
    i = end;
  }
  return corners;
}

function streetBetween(cell: readonly Corner[], { x, y }: PlanPoint): Street | undefined {
  return cell.find((a, i) => {
    const b = cell[(i + 1) % cell.length];
    return Math.abs(Math.hypot(a.x - x, a.y - y) + Math.hypot(b.x - x, b.y - y) - distance(a, b)) < 1e-6;
  })?.street;
}
