import { HOUR, secondOfDay } from '../clock.js';
import type { Counts, CountsMeasure, MeasureMeta, SampleMeasure, Values } from '../measure.js';
import { memoized } from '../memoized.js';
import { placeNumbers } from '../place/place-numbers.js';
import { localClock, type Trajectories } from '../trajectories.js';

/** Moves between consecutive places of a person: those of person i start at `starts[i]`. */
export interface Trips {
  readonly starts: Uint32Array;
  /** Last row at the origin; the next row is the first at the destination. */
  readonly rows: Uint32Array;
}

const source =
  'A. Kapp et al. (2022), Towards mobility reports with user-level privacy, doi:10.1080/17489725.2022.2148008';

/**
 * Trips of all people, computed once per set of trajectories.
 *
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 1, 0], lats: [0, 0, 0], places: [7, 8, 7] });
 * trips(day); // { starts: [0, 2], rows: [0, 1] }
 * ```
 */
export const trips: (trajectories: Trajectories) => Trips = memoized((trajectories) => {
  const { starts: rows } = trajectories;
  const { numbers } = placeNumbers(trajectories);
  const found = new Uint32Array(numbers.length);
  const starts = new Uint32Array(rows.length);
  let used = 0;
  for (let person = 0; person + 1 < rows.length; person++) {
    for (let row = rows[person]; row + 1 < rows[person + 1]; row++) {
      if (numbers[row] !== numbers[row + 1]) found[used++] = row;
    }
    starts[person + 1] = used;
  }
  return { starts, rows: found.slice(0, used) };
});

/** Seconds at which each trip begins: the departure where rows are stays, else the first record at the destination. */
const tripTimes: (trajectories: Trajectories) => Float64Array = memoized((trajectories) =>
  beginsOf(trajectories, trajectories),
);

/** The hour of the local clock, 0 to 23, at which each trip begins. */
const tripHours = (trajectories: Trajectories): Float64Array =>
  beginsOf(trajectories, localClock(trajectories)).map((time) => Math.floor(secondOfDay(time) / HOUR));

function beginsOf(trajectories: Trajectories, { times, ends }: Trajectories): Float64Array {
  const { rows } = trips(trajectories);
  const begins = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) begins[i] = ends ? ends[rows[i]] : times[rows[i] + 1];
  return begins;
}

/**
 * Trips by hour of the local clock, 0 to 23.
 *
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 0.1, 0], lats: [0, 0, 0] });
 * tripsByHourOfDay(day); // [0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
 * ```
 */
export function tripsByHourOfDay(trajectories: Trajectories): Float64Array {
  const counts = new Float64Array(24);
  for (const hour of tripHours(trajectories)) counts[hour]++;
  return counts;
}

/**
 * Time between trips: seconds from the start of one trip to the start of the next.
 *
 * @returns seconds, several per person; none for people with fewer than two trips; negative where stays overlap
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 0.1, 0], lats: [0, 0, 0] });
 * timeBetweenTrips(day); // { values: [3600], starts: [0, 1] }
 * ```
 */
export function timeBetweenTrips(trajectories: Trajectories): Values {
  const { starts } = trips(trajectories);
  const times = tripTimes(trajectories);
  const valueStarts = new Uint32Array(starts.length);
  const values = new Float64Array(times.length);
  let used = 0;
  for (let person = 0; person + 1 < starts.length; person++) {
    for (let i = starts[person]; i + 1 < starts[person + 1]; i++) values[used++] = times[i + 1] - times[i];
    valueStarts[person + 1] = used;
  }
  return { values: values.slice(0, used), starts: valueStarts };
}

/**
 * Travel times: seconds from departure to the next arrival at another place; rows have to be stays.
 *
 * @throws RangeError when rows have no ends
 * @example
 * ```ts
 * const visits = fromColumns({ uids: [1, 1, 1], times: [0, 4, 7], ends: [3, 6, 9], lons: [0, 0.1, 0], lats: [0, 0, 0] });
 * travelTimes(visits); // { values: [1, 1], starts: [0, 2] }
 * ```
 */
export function travelTimes(trajectories: Trajectories): Values {
  const { times, ends } = trajectories;
  if (!ends) throw new RangeError('travelTimes: rows have no end times. Convert the points into stays first.');
  const { starts, rows } = trips(trajectories);
  return { values: Float64Array.from(rows, (row) => times[row + 1] - ends[row]), starts };
}

/**
 * Trips per person.
 *
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 0.1, 0], lats: [0, 0, 0] });
 * tripsPerPerson(day); // [2]
 * ```
 */
export function tripsPerPerson(trajectories: Trajectories): Float64Array {
  const { starts } = trips(trajectories);
  return Float64Array.from({ length: starts.length - 1 }, (_, person) => starts[person + 1] - starts[person]);
}

function counted(trajectories: Trajectories, keys: Float64Array): Counts {
  return { keys, counts: new Float64Array(keys.length).fill(1), starts: trips(trajectories).starts };
}

const tripMeta: MeasureMeta = {
  name: 'tripsByHourOfDay',
  title: 'trips by hour of day',
  unit: 'share',
  range: [0, 1],
  better: null,
  digits: 3,
  misses: 'how many trips are made and where to; for points the hour is that of arrival',
  source,
};

tripsByHourOfDay.measure = {
  meta: tripMeta,
  compare: 'counts',
  of: (trajectories) => counted(trajectories, tripHours(trajectories)),
  label: (hour) => `${String(hour).padStart(2, '0')}:00`,
} satisfies CountsMeasure;

/**
 * The origins of trips: the place of each, weight 1 per trip.
 *
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 1, 0], lats: [0, 0, 0], places: [7, 8, 7] });
 * tripOrigins(day); // { keys: [7, 8], counts: [1, 1], starts: [0, 2] }
 * ```
 */
export function tripOrigins(trajectories: Trajectories): Counts {
  return placesOfRows(trajectories, trips(trajectories).rows);
}

/**
 * The destinations of trips: the place of each, weight 1 per trip.
 *
 * @example
 * ```ts
 * const day = fromColumns({ uids: [1, 1, 1], times: [0, 3600, 7200], lons: [0, 1, 0], lats: [0, 0, 0], places: [7, 8, 7] });
 * tripDestinations(day); // { keys: [8, 7], counts: [1, 1], starts: [0, 2] }
 * ```
 */
export function tripDestinations(trajectories: Trajectories): Counts {
  const arrivals = trips(trajectories).rows.map((row) => row + 1);
  return placesOfRows(trajectories, arrivals);
}

function placesOfRows(trajectories: Trajectories, rows: Uint32Array): Counts {
  const { numbers, names } = placeNumbers(trajectories);
  return counted(
    trajectories,
    Float64Array.from(rows, (row) => names[numbers[row]]),
  );
}

tripOrigins.measure = {
  meta: { ...tripMeta, name: 'tripOrigins', title: 'origins of trips', misses: 'where trips lead and when' },
  compare: 'counts',
  needs: ['places'],
  of: tripOrigins,
  label: (place) => `place ${place}`,
} satisfies CountsMeasure;

tripDestinations.measure = {
  ...tripOrigins.measure,
  meta: { ...tripMeta, name: 'tripDestinations', title: 'destinations of trips', misses: 'where trips begin and when' },
  of: tripDestinations,
} satisfies CountsMeasure;

tripsPerPerson.measure = {
  meta: {
    ...tripMeta,
    name: 'tripsPerPerson',
    title: 'trips per person',
    unit: '',
    range: [0, Infinity],
    digits: 1,
    misses: 'how long each person was recorded',
  },
  compare: 'sample',
  of: tripsPerPerson,
} satisfies SampleMeasure;

timeBetweenTrips.measure = {
  meta: {
    ...tripMeta,
    name: 'timeBetweenTrips',
    title: 'time between trips',
    unit: 's',
    range: [-Infinity, Infinity],
    digits: 0,
    misses: 'people with fewer than two trips; less than 0 where stays overlap',
  },
  compare: 'sample',
  of: timeBetweenTrips,
} satisfies SampleMeasure;

travelTimes.measure = {
  meta: {
    ...tripMeta,
    name: 'travelTimes',
    title: 'travel times',
    unit: 's',
    range: [-Infinity, Infinity],
    digits: 0,
    misses: 'the route taken; less than 0 where stays overlap',
  },
  compare: 'sample',
  needs: ['ends'],
  of: travelTimes,
} satisfies SampleMeasure;
