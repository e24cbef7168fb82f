import { placeNumbers } from '../place/place-numbers.js';
import { visits } from '../place/visits.js';
import type { Trajectories } from '../trajectories.js';

/** Places of people with one value each: those of person i are entries `starts[i]` to `starts[i + 1]`. */
export interface PersonPlaces {
  readonly starts: Uint32Array;
  /** As in `places`; without them, numbers of distinct pairs of coordinates in order of first row. */
  readonly places: Uint32Array;
  /** Degrees of the person's first row there. */
  readonly lons: Float64Array;
  readonly lats: Float64Array;
  readonly values: Float64Array;
}

/** The places of every person in the given order, with values. @param order the person's entries of `visits`, in order */
export function personPlaces(
  trajectories: Trajectories,
  order: (person: number) => Uint32Array,
  value: (entry: number, rank: number, person: number) => number,
): PersonPlaces {
  const { names } = placeNumbers(trajectories);
  const { starts, places, firstRows } = visits(trajectories);
  const n = places.length;
  const out = {
    starts,
    places: new Uint32Array(n),
    lons: new Float64Array(n),
    lats: new Float64Array(n),
    values: new Float64Array(n),
  };
  for (let person = 0, i = 0; person + 1 < starts.length; person++) {
    order(person).forEach((entry, rank) => {
      out.places[i] = names[places[entry]];
      out.lons[i] = trajectories.lons[firstRows[entry]];
      out.lats[i] = trajectories.lats[firstRows[entry]];
      out.values[i++] = value(entry, rank, person);
    });
  }
  return out;
}
