import { UserError } from '@itinera/base';
import { readDailyMobilityTruth } from '@itinera/benchmarks';
import {
  activitiesByTime,
  activitySequences,
  activityShares,
  activityStartHours,
  type Counts,
  type CountsMeasure,
  everySlot,
  fromColumns,
  type KnownMeasure,
  type KnownPeople,
  type Measure,
  measures,
  type Trajectories,
} from '@itinera/mobility';
import { INTENTIONS, NdArray } from '@itinera/run';
import { meanDailyLocations, meanRadiusOfPlaces } from './benchmark-measures.js';

const HALF_HOUR = 1800;
const SLOTS = 48;
/** Activities that are not named in the truth count as this one, as in the benchmark's score. */
const OTHER = 'other';

const ARRAYS = {
  gyration_radius: 1,
  daily_location_numbers: 1,
  daily_intentions_2d: SLOTS,
  intention_proportions_2d: INTENTIONS.length,
} as const;

type ArrayName = keyof typeof ARRAYS;

/**
 * Reads the data per person in the truth of DailyMobility as measures: radius, places per day, activities by half hour.
 *
 * @param activities numbers of activities by name; those of the truth are added
 * @throws UserError when an array is damaged or has another shape
 */
export function dailyPeople(folder: string, activities: Map<string, number>): KnownPeople {
  const truth = readDailyMobilityTruth(folder) as Readonly<Record<string, unknown>>;
  const arrays = new Map<ArrayName, readonly number[]>();
  for (const name of Object.keys(ARRAYS) as ArrayName[])
    if (truth[name] !== undefined) arrays.set(name, numbersOf(folder, name, truth[name]));
  const people = Math.max(...[...arrays].map(([name, values]) => values.length / ARRAYS[name]));
  const ids = Array.from({ length: people }, (_, i) => String(i + 1));
  const codes = INTENTIONS.map((name) => {
    if (!activities.has(name)) activities.set(name, activities.size);
    return activities.get(name)!;
  });
  const sample = (name: ArrayName) =>
    Float64Array.from({ length: people }, (_, person) => arrays.get(name)?.[person] ?? Number.NaN);
  const known: KnownMeasure[] = [
    { measure: meanRadiusOfPlaces, known: sample('gyration_radius') },
    { measure: meanDailyLocations, known: sample('daily_location_numbers') },
  ];
  const shares = arrays.get('intention_proportions_2d');
  if (shares)
    known.push({
      measure: byHalfHour('activityShares', activityShares, activities),
      known: sharesOf(shares, codes, people),
    });
  const diaries = arrays.get('daily_intentions_2d');
  if (diaries) {
    const days = diaryRows(folder, diaries, codes, ids);
    const of = (name: string, count: (set: Trajectories) => Counts) =>
      known.push({ measure: byHalfHour(name, count, activities), known: count(days) });
    of('activitySequences', (set) => activitySequences(set));
    of('activityStartHours', activityStartHours);
    of('activitiesByTime', (set) => activitiesByTime(set, { slot: HALF_HOUR }));
  }
  return {
    people: ids,
    measures: known.filter(({ measure }) => arrays.has('gyration_radius') || measure !== meanRadiusOfPlaces),
    notes: [
      `${folder}: the truth of ${people} people has ${[...arrays.keys()].join(', ')} but no positions, so measures of trips, places and positions are not computed.`,
      `Activities are compared at full half hours, the resolution of the truth. Activities that it does not name count as ${OTHER}.`,
    ],
  };
}

/** @throws UserError when it is not an array of finite numbers, as many per person as expected */
function numbersOf(folder: string, name: ArrayName, array: unknown): readonly number[] {
  const width = ARRAYS[name];
  const values = array instanceof NdArray ? Array.from(array.data as ArrayLike<unknown>, Number) : [];
  const shape = array instanceof NdArray ? array.shape.join(' × ') : 'none';
  if (values.length > 0 && values.length % width === 0 && values.every(Number.isFinite)) return values;
  throw new UserError(`${folder}: ${name}.npy has the shape ${shape}; expected finite numbers, ${width} per person.`);
}

function sharesOf(shares: readonly number[], codes: readonly number[], people: number): Counts {
  const width = codes.length;
  return {
    keys: Float64Array.from(shares, (_, i) => codes[i % width]!),
    counts: Float64Array.from(shares),
    starts: Uint32Array.from({ length: people + 1 }, (_, person) => Math.min(person * width, shares.length)),
  };
}

/** One day of each person in rows of half an hour. Positions are unknown and not used. */
function diaryRows(folder: string, diaries: readonly number[], codes: readonly number[], ids: readonly string[]) {
  const wrong = diaries.find((code) => codes[code - 1] === undefined);
  if (wrong !== undefined)
    throw new UserError(`${folder}: daily_intentions_2d.npy has the code ${wrong}; expected 1 to ${codes.length}.`);
  const zeros = new Float64Array(diaries.length);
  return fromColumns({
    uids: diaries.map((_, i) => ids[Math.floor(i / SLOTS)]!),
    times: diaries.map((_, i) => (i % SLOTS) * HALF_HOUR),
    lons: zeros,
    lats: zeros,
    activities: diaries.map((code) => codes[code - 1]!),
  });
}

/** A declared measure, computed at full half hours, with the names of activities. */
function byHalfHour(
  name: string,
  count: (set: Trajectories) => Counts,
  activities: ReadonlyMap<string, number>,
): CountsMeasure {
  const declared = measures.find(({ meta }) => meta.name === name) as Extract<Measure, { compare: 'counts' }>;
  const other = activities.get(OTHER)!;
  const named = new Set(INTENTIONS.map((intention) => activities.get(intention)));
  return {
    ...declared,
    needs: ['activities'],
    of: (set) => {
      const slots = everySlot(set, HALF_HOUR);
      return count({ ...slots, activities: slots.activities!.map((code) => (named.has(code) ? code : other)) });
    },
    label: (key) => {
      const words = name === 'activitiesByTime' ? clockLabel(key) : (declared.label?.(key) ?? String(key));
      const nameOf = (code: string) => [...activities].find(([, number]) => number === Number(code))?.[0] ?? code;
      return words.replace(/^activity (\d+)(?: to (\d+))?/, (_, from: string, to?: string) =>
        to === undefined ? nameOf(from) : `${nameOf(from)} to ${nameOf(to)}`,
      );
    },
  };
}

/** Labels a key of `activitiesByTime`: slot × 2^32 + activity. */
function clockLabel(key: number): string {
  const slot = Math.floor(key / 2 ** 32);
  const clock = `${String(slot >> 1).padStart(2, '0')}:${slot % 2 === 0 ? '00' : '30'}`;
  return `activity ${key - slot * 2 ** 32} at ${clock}`;
}
