import type { Trajectories } from '../trajectories.js';
import { placeNumbers } from './place-numbers.js';

/** One value per place. */
export interface PlaceValues {
  /** As in `places`; without them, numbers of distinct pairs of coordinates in order of first row. */
  readonly places: Uint32Array;
  /** Degrees of the first row there. */
  readonly lons: Float64Array;
  readonly lats: Float64Array;
  readonly values: Float64Array;
}

/** Visited places with one value each. @param values by dense place number */
export function placeValues(trajectories: Trajectories, values: Float64Array): PlaceValues {
  const { numbers, names, lons, lats } = placeNumbers(trajectories);
  const visited = new Uint8Array(names.length);
  for (let row = 0; row < numbers.length; row++) visited[numbers[row]] = 1;
  const kept = (_: number, place: number) => visited[place] === 1;
  return { places: names.filter(kept), lons: lons.filter(kept), lats: lats.filter(kept), values: values.filter(kept) };
}
