import type { Random } from '@itinera/base';
import { STREET_FURNITURE } from '@itinera/city/browser';
import type { NetworkArea, NetworkPoi } from '../../layout/network.js';
import { LANE_WIDTH } from '../../layout/roads.js';
import { POI_MIX, poiName } from './points-of-interest.js';
import { clipHalfPlane, insetPolygon, middle, orientedBox, type PlanPoint, signedArea } from './polygon.js';
import type { Block } from './subdivide.js';
import { weightedKey } from './weighted-key.js';
import { DISTRICTS, type District, type LandUseCode, ON_GREAT_STREETS } from './zoning.js';

/** Metres between the kerb and the lots: sidewalk and front garden. */
const SETBACK = 5;
/** Half the gap between neighbouring lots, metres. */
const GAP = 1;
const MIN_LOT = 250;
/** Probability that a lot has the use of its block. */
const LIKE_ITS_BLOCK = 0.86;

/** Uses that occupy a whole block. */
const UNDIVIDED: ReadonlySet<LandUseCode> = new Set(['G1', 'G3', 'A3', 'A4', 'A5']);

/** Fills a block with lots and their POIs. */
export function layLots(
  block: Block,
  district: District,
  { bend, sprawl }: { bend: (point: PlanPoint) => PlanPoint; sprawl: number },
  random: Random,
  into: { areas: NetworkArea[]; pois: NetworkPoi[] },
): void {
  const rules = DISTRICTS[district];
  const { corners } = block;
  const ground = insetPolygon(corners.map(bend), (side) => corners[side].street.lanes * LANE_WIDTH + SETBACK);
  if (signedArea(ground) < MIN_LOT) return;
  const isOnGreatStreet = corners.some(({ street }) => street.lanes > 1);
  const weights = isOnGreatStreet && district !== 'industrial' && random.chance(0.4) ? ON_GREAT_STREETS : rules.blocks;
  const use = weightedKey(random, block.isWhole ? rules.wholes : weights);
  if (block.isWhole || UNDIVIDED.has(use)) {
    addPlace(ground, use, sprawl, random, into);
    return;
  }
  for (const lot of divide(ground, rules.lot * sprawl ** 2 * random.between(0.7, 1.5), random)) {
    const own = random.chance(LIKE_ITS_BLOCK) ? use : weightedKey(random, weights);
    addPlace(lot, UNDIVIDED.has(own) ? use : own, sprawl, random, into);
  }
}

/** Splits a ground across its longer axis until the pieces are small enough. */
function divide(ground: readonly PlanPoint[], area: number, random: Random): PlanPoint[][] {
  const lots: PlanPoint[][] = [];
  const pieces = [[...ground]];
  for (let piece = pieces.pop(); piece !== undefined; piece = pieces.pop()) {
    if (signedArea(piece) < 1.5 * area) {
      lots.push(piece);
      continue;
    }
    const { axis, start, length } = orientedBox(piece);
    const at = start + length * random.between(0.42, 0.58);
    pieces.push(clipHalfPlane(piece, -axis.x, -axis.y, -at + GAP), clipHalfPlane(piece, axis.x, axis.y, at + GAP));
  }
  return lots;
}

function addPlace(
  ring: readonly PlanPoint[],
  landUse: LandUseCode,
  sprawl: number,
  random: Random,
  { areas, pois }: { areas: NetworkArea[]; pois: NetworkPoi[] },
): void {
  const area = signedArea(ring);
  if (ring.length < 3 || area < MIN_LOT) return;
  const { always, perHectare, more } = POI_MIX[landUse];
  const further = (perHectare * area) / sprawl ** 2 / 10_000;
  const count = Math.min(60, Math.floor(further) + (random.chance(further % 1) ? 1 : 0));
  const categories = [...always, ...Array.from({ length: count }, () => weightedKey(random, more))];
  for (const category of categories) {
    const { x, y } = pointInside(ring, random);
    const destination = !STREET_FURNITURE.has(category.slice(category.indexOf('|') + 1));
    const name = destination ? poiName(category, pois.length + 1) : '';
    pois.push({ x, y, category, name, landUse, destination });
  }
  const name = always.length > 0 ? pois[pois.length - categories.length].name : '';
  areas.push({ ring: Float64Array.from(ring.flatMap(({ x, y }) => [x, y])), holes: [], landUse, name, kind: 'place' });
}

/** A point between the centre of a convex polygon and its outline. */
function pointInside(ring: readonly PlanPoint[], random: Random): PlanPoint {
  const centre = middle(ring);
  const i = random.integer(ring.length);
  const [a, b] = [ring[i], ring[(i + 1) % ring.length]];
  const part = random.next();
  const out = 0.9 * Math.sqrt(random.next());
  return {
    x: centre.x + (a.x + (b.x - a.x) * part - centre.x) * out,
    y: centre.y + (a.y + (b.y - a.y) * part - centre.y) * out,
  };
}
