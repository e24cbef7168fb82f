import * as mobility from '@itinera/mobility';
import type { Adapter, Tolerance } from './adapter.js';
import { type Night, night } from './night.js';
import { trajectoriesOf } from './trajectories.js';

type Parameters = Night & { normalize?: boolean; seconds?: number; hours?: number };
type Rule = (trajectories: mobility.Trajectories, parameters: Parameters) => unknown;

/** Values of places, in order of lon, then lat. */
const rulesOfPlaces: Record<
  string,
  readonly [Tolerance, (t: mobility.Trajectories, p: Parameters) => mobility.PlaceValues]
> = {
  random_location_entropy: ['similarity', mobility.randomLocationEntropy],
  uncorrelated_location_entropy: [
    'similarity',
    (t, { normalize = false }) => mobility.uncorrelatedLocationEntropy(t, { normalize }),
  ],
  visits_per_location: ['exact', mobility.visitsPerLocation],
  homes_per_location: ['exact', (t, parameters) => mobility.homesPerLocation(t, night(parameters))],
};

const rules: Record<string, readonly [Tolerance, Rule]> = {
  visits_per_time_unit: [
    'exact',
    (t, { seconds = 3600 }) => {
      const { times, visits } = mobility.visitsPerTimeUnit(t, { seconds });
      return [...times].map((time, i) => [time, visits[i]]);
    },
  ],
  visits_by_hour_of_day: ['exact', mobility.visitsByHourOfDay],
  visits_by_day_of_week: ['exact', mobility.visitsByDayOfWeek],
  mean_square_displacement: [
    'length',
    (t, { hours = 1 }) => mobility.meanSquareDisplacement(t, { seconds: hours * mobility.HOUR }),
  ],
};

export const adapter: Adapter = ({ trajectories, measure, parameters = {}, adopted, locations }, check, folder) => {
  const data = trajectoriesOf(folder, trajectories);
  const places = rulesOfPlaces[measure];
  if (places) {
    const { lons, lats, values } = places[1](data, parameters);
    const order = [...values.keys()].sort((a, b) => lons[a] - lons[b] || lats[a] - lats[b]);
    check.same(
      `${measure} locations`,
      order.map((i) => [lons[i], lats[i]]),
      locations,
    );
    check.same(
      measure,
      order.map((i) => values[i]),
      adopted,
      places[0],
    );
    return;
  }
  if (measure === 'visits_per_time_unit' && !Array.isArray(adopted)) {
    // Long series are summed up in the file.
    const { visits } = mobility.visitsPerTimeUnit(data, parameters);
    const total = visits.reduce((a, b) => a + b, 0);
    check.same(measure, { total, units: visits.length, greatest: Math.max(...visits) }, adopted);
    return;
  }
  const rule = rules[measure];
  if (!rule) return check.skip(`no measure ${measure}`);
  check.same(measure, rule[1](data, parameters), adopted, rule[0]);
};
