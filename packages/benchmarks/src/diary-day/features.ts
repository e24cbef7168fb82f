import { DIARY_KINDS, DIARY_MODES, type DiaryDay, diaryKind, diaryMode, MINUTES_PER_DAY } from '@itinera/mobility';

/** What is scored, in the order of scores. Each part is a list of means over people, see `PersonFeatures`. */
export const DIARY_PARTS = [
  'time_use',
  'durations',
  'departures',
  'trips',
  'immobile',
  'chains',
  'place_sets',
  'modes',
  'distances',
] as const;
export type DiaryPart = (typeof DIARY_PARTS)[number];

const SLOTS = 48;
const SLOT_MINUTES = MINUTES_PER_DAY / SLOTS;
/** Travel, after the kinds of places. */
const TRAVEL = DIARY_KINDS.length;
const STATES = DIARY_KINDS.length + 1;
/** Minutes per day in one kind of place or travelling. */
const DURATIONS = [1, 30, 60, 120, 180, 240, 360, 480, 600, 720] as const;
/** Full and half hours, among which departures are shared: one at 7:10 counts by 2/3 at 7:00 and by 1/3 at 7:30. */
const DEPARTURE_TIMES = SLOTS + 1;
const MOST_TRIPS = 8;
/** Metres, straight line. */
export const DISTANCES = [250, 500, 1000, 2000, 3000, 5000, 7500, 10_000, 15_000, 20_000, 30_000] as const;
/** Chains of places that have a value of their own: the most frequent ones of the truth. */
const NAMED_CHAINS = 60;

const WIDTHS: Readonly<Record<DiaryPart, number>> = {
  time_use: SLOTS * STATES,
  durations: STATES * DURATIONS.length,
  departures: DIARY_KINDS.length * DEPARTURE_TIMES,
  trips: MOST_TRIPS,
  immobile: 1,
  chains: NAMED_CHAINS + 1,
  place_sets: NAMED_CHAINS + 1,
  modes: DIARY_MODES.length * MOST_TRIPS,
  distances: DISTANCES.length,
};

/** Where each part begins and ends in a person's features. */
export const RANGES = (() => {
  let to = 0;
  const ranges = DIARY_PARTS.map((part) => {
    const from = to;
    to += WIDTHS[part];
    return [part, [from, to]] as const;
  });
  return Object.fromEntries(ranges) as Readonly<Record<DiaryPart, readonly [from: number, to: number]>>;
})();
/** Features of a person. */
export const FEATURES = RANGES.distances[1];

/** The chains of places with a value of their own; all others share the last one. */
export interface Vocabulary {
  readonly chains: ReadonlyMap<string, number>;
  readonly placeSets: ReadonlyMap<string, number>;
  /** Trips per trip of known distance: distances that are missing are taken to be like the others. */
  readonly perKnownDistance: number;
}

/** Returns the scored kinds of a day's places, one letter each, in order. Home twice in a row, with a walk between, is two. */
export function chainOf({ stays, trips }: DiaryDay): string {
  const first = stays[0] !== undefined && stays[0].from === 0 ? [stays[0].place] : ['home'];
  return [...first, ...trips.map(({ destination }) => destination)]
    .map((place) => CODE[DIARY_KINDS.indexOf(diaryKind(place))])
    .join('');
}

const CODE = 'HWSBELO';

/** Returns the places of a chain without their order. */
export const placeSetOf = (chain: string) => [...chain].sort().join('');

/** Chooses the chains that have a value of their own. @param weights of the days */
export function vocabularyOf(days: readonly DiaryDay[], weights: ArrayLike<number>): Vocabulary {
  const chains = new Map<string, number>();
  const placeSets = new Map<string, number>();
  let [trips, known] = [0, 0];
  days.forEach((day, i) => {
    const chain = chainOf(day);
    const add = (to: Map<string, number>, word: string) => to.set(word, (to.get(word) ?? 0) + weights[i]!);
    add(chains, chain);
    add(placeSets, placeSetOf(chain));
    trips += weights[i]! * day.trips.length;
    known += weights[i]! * day.trips.filter(({ metres }) => metres !== null).length;
  });
  return { chains: named(chains), placeSets: named(placeSets), perKnownDistance: known > 0 ? trips / known : 1 };
}

function named(weights: ReadonlyMap<string, number>): Map<string, number> {
  const sorted = [...weights].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, NAMED_CHAINS);
  return new Map(sorted.map(([word], i) => [word, i]));
}

/**
 * Writes the features of a day into `into`, a zeroed list of `FEATURES` values. The square of the distance between the means
 * of two groups of people, summed over a part, is the part's divergence:
 *
 * - `time_use`: 1 for where the person is in the middle of each half hour; the mean over the day of the Brier distance
 * - `durations`: by kind, 1 for every threshold that the minutes of the day reach; a Cramér distance
 * - `departures`: trips to each kind of place by time, shared between the full and half hours before and after
 * - `trips`: 1 for each k from 1 to 8 if there are at least k trips; `immobile`: 1 if there are none
 * - `chains`, `place_sets`: 1 at the day's chain of places, in order and without order
 * - `modes`: by mode, 1 for each k from 1 to 8 if there are at least k trips
 * - `distances`: trips longer than each threshold
 *
 * @param tripFactor trips per reported trip: the survey's correction of trips that were not reported
 */
export function featuresOf(day: DiaryDay, vocabulary: Vocabulary, tripFactor: number, into: Float64Array): void {
  timeUse(day, into);
  const legs = day.trips.length;
  const { trips, immobile, departures, modes, distances } = RANGES;
  // A corrected number of trips lies between two whole ones, each with its share.
  const count = (at: number, number: number) => {
    for (let k = 0; k < MOST_TRIPS && number * tripFactor > k; k++) into[at + k] = Math.min(1, number * tripFactor - k);
  };
  count(trips[0], legs);
  const byMode = new Map<number, number>();
  if (legs === 0) into[immobile[0]] = 1;
  const perKnown = tripFactor * vocabulary.perKnownDistance;
  for (const { mode, from, metres, destination } of day.trips) {
    const kind = DIARY_KINDS.indexOf(diaryKind(destination));
    const time = Math.min(SLOTS - 1, Math.floor(from / SLOT_MINUTES));
    const after = from / SLOT_MINUTES - time;
    const at = departures[0] + kind * DEPARTURE_TIMES + time;
    into[at]! += (1 - after) * tripFactor;
    into[at + 1]! += after * tripFactor;
    const number = DIARY_MODES.indexOf(diaryMode(mode));
    if (mode !== '') byMode.set(number, (byMode.get(number) ?? 0) + 1);
    if (metres !== null) {
      for (let d = 0; d < DISTANCES.length && metres >= DISTANCES[d]!; d++)
        into[distances[0] + d]! += perKnown / Math.sqrt(DISTANCES.length);
    }
  }
  for (const [number, trips] of byMode) count(modes[0] + number * MOST_TRIPS, trips);
  const chain = chainOf(day);
  into[RANGES.chains[0] + (vocabulary.chains.get(chain) ?? NAMED_CHAINS)] = 1;
  into[RANGES.place_sets[0] + (vocabulary.placeSets.get(placeSetOf(chain)) ?? NAMED_CHAINS)] = 1;
}

function timeUse({ stays, trips }: DiaryDay, into: Float64Array): void {
  const minutes = new Float64Array(STATES);
  const spend = (state: number, from: number, to: number) => {
    minutes[state]! += to - from;
    // The middle of a half hour belongs to the state that contains it.
    for (let slot = Math.ceil((from - SLOT_MINUTES / 2) / SLOT_MINUTES); slot < SLOTS; slot++) {
      if ((slot + 0.5) * SLOT_MINUTES >= to) break;
      into[RANGES.time_use[0] + slot * STATES + state] = 1 / Math.sqrt(SLOTS);
    }
  };
  for (const { place, from, to } of stays) spend(DIARY_KINDS.indexOf(diaryKind(place)), from, to);
  for (const { from, to } of trips) spend(TRAVEL, from, to);
  for (let state = 0; state < STATES; state++) {
    for (let d = 0; d < DURATIONS.length && minutes[state]! >= DURATIONS[d]!; d++)
      into[RANGES.durations[0] + state * DURATIONS.length + d] = 1 / Math.sqrt(DURATIONS.length);
  }
}
