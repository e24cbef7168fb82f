import { haversine } from './distance.js';
import { selectRows } from './select-rows.js';
import type { Trajectories } from './trajectories.js';

/**
 * Noise filter: drops each point whose speed from the last kept point exceeds the limit, and each point at the same time
 * as that one. The first point of a person is always kept.
 *
 * @param options `maxSpeed` in metres per second, by default 500 km/h
 * @returns the kept rows, with all people; `rows` lists them
 * @see L. Pappalardo et al. (2022), scikit-mobility, doi:10.18637/jss.v103.i04
 */
export function noiseFilter(
  trajectories: Trajectories,
  { maxSpeed = 500 / 3.6 }: { maxSpeed?: number } = {},
): { trajectories: Trajectories; rows: Uint32Array } {
  const { starts, times, lons, lats } = trajectories;
  const keep = new Uint8Array(times.length);
  for (let person = 0; person + 1 < starts.length; person++) {
    let last = -1;
    for (let row = starts[person]; row < starts[person + 1]; row++) {
      if (last >= 0) {
        const seconds = times[row] - times[last];
        if (seconds === 0 || haversine(lons[last], lats[last], lons[row], lats[row]) / seconds > maxSpeed) continue;
      }
      keep[row] = 1;
      last = row;
    }
  }
  const rows = Uint32Array.from(keep.keys()).filter((row) => keep[row] === 1);
  return { trajectories: selectRows(trajectories, keep), rows };
}
