import { dailyLocations, frequencyRank, haversine, type SampleMeasure, type Trajectories } from '@itinera/mobility';

const source = 'DailyMobility benchmark, as for its truth';

/** The benchmark's radius: mean distance of a person's distinct places from their centre, metres. */
export const meanRadiusOfPlaces: SampleMeasure = {
  meta: {
    name: 'meanRadiusOfPlaces',
    title: 'mean distance of the distinct places from their centre',
    unit: 'm',
    range: [0, Infinity],
    better: null,
    digits: 0,
    misses:
      'how often places are visited; differs from the radius of gyration of the papers, which is a root mean square',
    source,
  },
  compare: 'sample',
  of(set: Trajectories) {
    const { starts, lons, lats } = frequencyRank(set);
    return Float64Array.from(set.people, (_, person) => {
      const [from, to] = [starts[person]!, starts[person + 1]!];
      const mean = (degrees: Float64Array) => degrees.subarray(from, to).reduce((sum, at) => sum + at, 0) / (to - from);
      const [lon, lat] = [mean(lons), mean(lats)];
      let sum = 0;
      for (let i = from; i < to; i++) sum += haversine(lon, lat, lons[i]!, lats[i]!);
      return sum / (to - from);
    });
  },
};

/** The benchmark's number of places: distinct places per day, averaged over a person's days. */
export const meanDailyLocations: SampleMeasure = {
  meta: {
    name: 'meanDailyLocations',
    title: 'locations per day, mean of each person',
    unit: '',
    range: [1, Infinity],
    better: null,
    digits: 2,
    misses: 'which places and in which order; grows with the rate of recording',
    source,
  },
  compare: 'sample',
  of(set: Trajectories) {
    const { values, starts } = dailyLocations(set);
    return Float64Array.from(set.people, (_, person) => {
      const own = values.subarray(starts[person], starts[person + 1]);
      return own.reduce((sum, count) => sum + count, 0) / own.length;
    });
  },
};
