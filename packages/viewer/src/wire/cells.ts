import { tenTo } from '@itinera/base';
import type { Plane } from './replay.js';

export {
  beyondChance,
  type CellCount,
  type CellCounts,
  type CellGrid,
  CellTally,
  CHANCE,
  canDiffer,
  hexagons,
  keyOf,
  squares,
} from '@itinera/metrics';

/** Parts of a day for which people are counted: each hour, and the whole day. */
export const WHOLE_DAY = 24;

/** The least and the largest number of usual cells across a plane. */
const ACROSS = [6, 30] as const;

/**
 * Round sizes of cells in metres for a plane, the usual one first: the fewer people, the larger, so that cells have enough
 * of them for differences to show.
 */
export function sizesFor({ unit, width, height }: Plane, people: number): readonly number[] {
  const across = Math.min(ACROSS[1], Math.max(ACROSS[0], Math.sqrt(people) / 2));
  const least = (unit * Math.max(width, height)) / across;
  const unitOfSizes = tenTo(Math.floor(Math.log10(least)));
  const round = [0.5, 1, 2, 5, 10, 20].map((step) => step * unitOfSizes);
  const usual = round.findIndex((size) => size >= least);
  return [usual, usual - 1, usual + 1].map((i) => round[i]!);
}
