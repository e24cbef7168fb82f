import type { Random } from '@itinera/base';
import type { RoadClass } from '../../layout/network.js';
import { distance, middle, orientedBox, type PlanPoint, signedArea } from './polygon.js';
import type { Corner, PlanNode, Street, StreetPlan } from './street-plan.js';

/** How a district is divided into blocks. */
export interface Grain {
  /** Target area of a block, m². */
  readonly block: number;
  /** Probability that a piece of a few hectares stays whole: a park, a campus, a plant. */
  readonly whole: number;
  /** Maximum offset of dividing streets from the middle, as a share. */
  readonly disorder: number;
}

/** A final piece of the city without streets: a block, or a large ground that stays whole. */
export interface Block {
  readonly corners: readonly Corner[];
  readonly isWhole: boolean;
}

/** Streets from opposite sides are connected if their ends are within this distance, metres. */
const MEET = 38;
/** Minimum distance of a junction from a corner of its block, metres. */
const CLEAR = 34;
/** Larger pieces are divided by a collector street, m². */
const QUARTER = 160_000;
const WHOLE = { least: 18_000, most: 75_000 };

/**
 * Divides a cell of the street plan into blocks: repeatedly across its longer axis, each time by a new street. Opposite ends
 * of streets become one crossing, the others T-junctions. Streets become smaller as the pieces do.
 */
export function subdivide(plan: StreetPlan, cell: readonly Corner[], grain: Grain, random: Random): Block[] {
  const blocks: Block[] = [];
  const pieces = [cell];
  for (let piece = pieces.pop(); piece !== undefined; piece = pieces.pop()) {
    const area = signedArea(piece);
    const isWhole = area > WHOLE.least && area < WHOLE.most && random.chance(grain.whole);
    const halves =
      isWhole || area < grain.block * random.between(1.1, 1.9) ? undefined : cut(plan, piece, area, grain, random);
    if (halves === undefined) blocks.push({ corners: piece, isWhole });
    else pieces.push(...halves);
  }
  return blocks;
}

const ATTEMPTS = 5;

function cut(
  plan: StreetPlan,
  piece: readonly Corner[],
  area: number,
  { disorder }: Grain,
  random: Random,
): [Corner[], Corner[]] | undefined {
  const { axis, start, length, width } = orientedBox(piece);
  if (length < 2.4 * CLEAR || width < 20) return undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const at = start + length * (0.5 + random.between(-disorder, disorder) * (1 + attempt / 2));
    const turn = random.between(-disorder, disorder) / 4;
    // Across the axis, turned slightly.
    const direction = { x: -axis.y - turn * axis.x, y: axis.x - turn * axis.y };
    const ends = crossings(piece, axis, at, direction);
    if (ends === undefined) continue;
    const from = settle(piece, ends[0]);
    const to = settle(piece, ends[1]);
    if (from === undefined || to === undefined) continue;
    if (from.side === to.side) continue;
    const roadClass = classFor(area, random);
    const line = [from.point, to.point];
    const street = plan.add(roadClass, line, groupAcross(from, roadClass, line) ?? groupAcross(to, roadClass, line));
    plan.join(street, from.node ?? plan.nodeAt(from.street, from.point));
    plan.join(street, to.node ?? plan.nodeAt(to.street, to.point));
    return [half(piece, from, to, street), half(piece, to, from, street)];
  }
  return undefined;
}

function classFor(area: number, random: Random): RoadClass {
  if (area > QUARTER) return 'tertiary';
  return area < 14_000 && random.chance(0.15) ? 'living_street' : 'residential';
}

/** Points where a line leaves a piece, on either side of its start. */
interface Crossing {
  readonly side: number;
  readonly point: PlanPoint;
}

/** The nearest sides that a line across the axis meets, one on each side of the middle of the piece. */
function crossings(
  piece: readonly Corner[],
  axis: PlanPoint,
  at: number,
  direction: PlanPoint,
): [Crossing, Crossing] | undefined {
  const centre = middle(piece);
  const shift = at - (centre.x * axis.x + centre.y * axis.y);
  const origin = { x: centre.x + axis.x * shift, y: centre.y + axis.y * shift };
  const found: (Crossing & { along: number })[] = [];
  for (let side = 0; side < piece.length; side++) {
    const a = piece[side];
    const b = piece[(side + 1) % piece.length];
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const bend = direction.x * dy - direction.y * dx;
    if (Math.abs(bend) < 1e-9) continue;
    const part = ((a.x - origin.x) * direction.y - (a.y - origin.y) * direction.x) / bend;
    if (part < 0 || part >= 1) continue;
    const point = { x: a.x + dx * part, y: a.y + dy * part };
    const along = (point.x - origin.x) * direction.x + (point.y - origin.y) * direction.y;
    found.push({ side, point, along });
  }
  const ahead = found.filter(({ along }) => along > 0).sort((a, b) => a.along - b.along)[0];
  const behind = found.filter(({ along }) => along <= 0).sort((a, b) => b.along - a.along)[0];
  return ahead === undefined || behind === undefined ? undefined : [behind, ahead];
}

/** The end of a new street: on a side of the piece, at an existing node or a new one. */
interface StreetEnd extends Crossing {
  readonly street: Street;
  readonly node: PlanNode | undefined;
}

/** Moves a crossing to a junction across the street, if one is near; undefined if it is too close to another. */
function settle(piece: readonly Corner[], { side, point }: Crossing): StreetEnd | undefined {
  const { street } = piece[side];
  let node: PlanNode | undefined;
  for (const candidate of street.nodes) {
    if (distance(candidate, point) > MEET) continue;
    if (node !== undefined && distance(candidate, point) >= distance(node, point)) continue;
    node = candidate;
  }
  if (node === undefined) return isClear(piece, point) ? { side, point, street, node } : undefined;
  if (!isClear(piece, node)) return undefined;
  const own = sideOf(piece, street, node);
  return own === undefined ? undefined : { side: own, point: node, street, node };
}

function isClear(piece: readonly Corner[], point: PlanPoint): boolean {
  return piece.every((corner, i) => {
    // A corner between two sides of one street is only a bend.
    const isBend = corner.street === piece[(i + piece.length - 1) % piece.length].street;
    return distance(corner, point) >= (isBend ? 1 : CLEAR);
  });
}

function sideOf(piece: readonly Corner[], street: Street, point: PlanPoint): number | undefined {
  for (let side = 0; side < piece.length; side++) {
    if (piece[side].street !== street) continue;
    const a = piece[side];
    const b = piece[(side + 1) % piece.length];
    if (Math.abs(distance(a, point) + distance(point, b) - distance(a, b)) < 0.01) return side;
  }
  return undefined;
}

/** The part of a piece from one end of the new street along the outline to the other. */
function half(piece: readonly Corner[], from: StreetEnd, to: StreetEnd, street: Street): Corner[] {
  const corners: Corner[] = [{ ...plain(from.point), street: from.street }];
  const count = piece.length;
  const steps = (to.side - from.side + count) % count;
  for (let step = 1; step <= steps; step++) corners.push(piece[(from.side + step) % count]);
  corners.push({ ...plain(to.point), street });
  return corners;
}

function plain({ x, y }: PlanPoint): PlanPoint {
  return { x, y };
}

/** The name group of the street that continues this one beyond the street where it ends. */
function groupAcross(end: StreetEnd, roadClass: RoadClass, [a, b]: readonly PlanPoint[]): number | undefined {
  return end.node?.streets.find((other) => {
    if (other === end.street || other.class !== roadClass || other.line.length !== 2) return false;
    const [c, d] = other.line;
    const cosine = ((b.x - a.x) * (d.x - c.x) + (b.y - a.y) * (d.y - c.y)) / (distance(a, b) * distance(c, d));
    return Math.abs(cosine) > 0.9;
  })?.group;
}
