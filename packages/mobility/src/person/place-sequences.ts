import type { Trajectories } from '../trajectories.js';

/**
 * The places of each person in order of time, as views of the column.
 *
 * @param caller names the measure in the error
 * @throws RangeError when the trajectories have no places
 */
export function placeSequences(caller: string, { starts, places }: Trajectories): Uint32Array[] {
  if (!places) throw new RangeError(`${caller}: the trajectories have no places; number them first with places().`);
  return Array.from({ length: starts.length - 1 }, (_, i) => places.subarray(starts[i], starts[i + 1]));
}
