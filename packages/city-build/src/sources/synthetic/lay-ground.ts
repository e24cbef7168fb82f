import type { GroundShape } from '@itinera/city/browser';
import type { Random } from '@itinera/metrics';
import type { River } from './arterials.js';
import type { PlanPoint } from './polygon.js';
import { riverName } from './street-names.js';

/** Grass between the water and the street along it, metres. */
const BANK = 9;

/** What an invented city stands on: its river between green banks. Parks are places of the city itself. */
export function layGround(river: River, bend: (point: PlanPoint) => PlanPoint, random: Random): GroundShape[] {
  const line = (left: number) => river.line(left).map(bend);
  const between = (half: number) => flat([...line(-half), ...line(half).reverse()]);
  const name = riverName(random);
  return [
    { kind: 'green', name: '', parts: [between(river.width / 2)] },
    { kind: 'water', name, parts: [between(river.width / 2 - BANK)] },
    { kind: 'river', name, parts: [flat(line(0))] },
  ];
}

function flat(points: readonly PlanPoint[]): Float64Array {
  return Float64Array.from(points.flatMap(({ x, y }) => [x, y]));
}
