import { grouped } from '@itinera/base';
import { HOUR, secondOfDay } from '../clock.js';
import type { Counts, Measure } from '../measure.js';
import { measures } from '../measures.js';
import { lazily } from '../memoized.js';
import { placeNumbers } from '../place/place-numbers.js';
import { localClock, type Trajectories } from '../trajectories.js';
import type { Blame, MeasureRow, Where, WorstMeasure } from './report.js';
import type { MeasureDifference } from './scores.js';
import type { Sets } from './sets.js';
import { isNear } from './verdict.js';

const WORST = 3;
const NAMED = 3;
const HOURS = 24;

/** Name of a bin; places with their coordinates. */
export function whereOf(measure: Measure, difference: MeasureDifference, { real: set, generated: other }: Sets): Where {
  const { real, generated } = difference;
  return { where: withCoordinates(wordsOf(measure, difference), [set, other]), real, generated };
}

function wordsOf(measure: Measure, { pair, from, to }: MeasureDifference): string {
  if (pair) return `place ${pair[0]} to place ${pair[1]}`;
  if (measure.compare === 'counts' || measure.compare === 'rank') return measure.label?.(from) ?? String(from);
  const round = (value: number) => grouped(Number(value.toPrecision(4)));
  return `${round(from)} to ${round(to)} ${measure.meta.unit}`.trim();
}

/** @param sets where the places are looked for, one after the other */
function withCoordinates(words: string, sets: readonly Trajectories[]): string {
  return words.replace(/\bplace (\d+)\b/g, (found, number: string) => {
    for (const set of sets) {
      const row = firstRowOf(set, Number(number));
      if (row >= 0) return `${found} (${set.lats[row].toFixed(4)}, ${set.lons[row].toFixed(4)})`;
    }
    return found;
  });
}

function firstRowOf(set: Trajectories, place: number): number {
  return placeNumbers(set).numbers.indexOf(place);
}

/** Of the measures that differ, or nearly do, those furthest above their ceilings, and the people behind them. */
export function worstOf(
  rows: readonly MeasureRow[],
  differences: ReadonlyMap<string, MeasureDifference>,
  sets: Sets,
): WorstMeasure[] {
  const everyone = lazily(() => recordsOf(sets.real, Array.from(sets.real.people.keys())));
  return rows
    .filter((row) => row.jsd !== null && (row.differs === true || isNear(row)))
    .map(({ name, title, jsd, ceiling, worst }) => {
      const best = ceiling ?? 0;
      return { name, title, excess: best < 1 ? ((jsd ?? 0) - best) / (1 - best) : 0, where: worst };
    })
    .sort((a, b) => b.excess - a.excess)
    .slice(0, WORST)
    .map((found) => {
      const measure = measures.find(({ meta }) => meta.name === found.name) as Measure;
      const difference = differences.get(found.name);
      return { ...found, blame: difference ? blameOf(measure, difference, sets, everyone) : null };
    });
}

/** The people behind the bin in which the two differ most, on the side that has more of it. */
function blameOf(
  measure: Measure,
  difference: MeasureDifference,
  sets: Sets,
  everyone: () => ReturnType<typeof recordsOf>,
): Blame | null {
  const side = difference.generated > difference.real ? 'generated' : 'real';
  const set = sets[side];
  const weights = weightsIn(measure, difference, set);
  const blamed = Array.from(weights.keys())
    .filter((person) => weights[person] > 0)
    .sort((a, b) => weights[b] - weights[a] || a - b);
  if (blamed.length === 0) return null;
  const own = recordsOf(set, blamed);
  const all = everyone();
  return {
    set: side,
    count: blamed.length,
    people: blamed.slice(0, NAMED).map((person) => set.people[person]),
    hours: above(own.hours, all.hours).map((hour) => `${String(hour).padStart(2, '0')}:00`),
    places: above(own.places, all.places).map((place) => withCoordinates(`place ${place}`, [set])),
  };
}

/** Weight of a bin, per person. */
function weightsIn(measure: Measure, { from, to, pair }: MeasureDifference, set: Trajectories): Float64Array {
  const weights = new Float64Array(set.people.length);
  const add = (starts: ArrayLike<number>, weightOf: (entry: number) => number) => {
    for (let person = 0; person < weights.length; person++) {
      for (let i = starts[person]; i < starts[person + 1]; i++) weights[person] += weightOf(i);
    }
    return weights;
  };
  if (measure.compare === 'sample') {
    const isIn = (value: number) => value >= from && value <= to;
    const found = measure.of(set);
    if (found instanceof Float64Array) return found.map((value) => (isIn(value) ? 1 : 0));
    return add(found.starts, (i) => (isIn(found.values[i]) ? 1 : 0));
  }
  if (measure.compare === 'flows') {
    const { origins, destinations, trips, starts } = measure.of(set);
    return add(starts, (i) => (origins[i] === pair?.[0] && destinations[i] === pair[1] ? trips[i] : 0));
  }
  const { keys, counts, starts }: Counts = measure.of(set);
  return add(starts, (i) => (keys[i] === from ? counts[i] : 0));
}

/** Shares of the records of some people by hour and by place. */
function recordsOf(set: Trajectories, people: readonly number[]) {
  const { starts, times } = localClock(set);
  const { numbers, count } = placeNumbers(set);
  const hours = new Float64Array(HOURS);
  const places = new Float64Array(count);
  let rows = 0;
  for (const person of people) rows += starts[person + 1] - starts[person];
  for (const person of people) {
    for (let row = starts[person]; row < starts[person + 1]; row++) {
      const hour = Math.floor(secondOfDay(times[row]) / HOUR) % HOURS;
      hours[hour] += 1 / rows;
      places[numbers[row]] += 1 / rows;
    }
  }
  return { hours, places };
}

/** Keys by how much the first weights exceed the second. */
function above(own: Float64Array, all: Float64Array): number[] {
  const more = own.map((share, key) => share - (all[key] ?? 0));
  return Array.from(more.keys())
    .filter((key) => more[key] > 0)
    .sort((a, b) => more[b] - more[a] || a - b)
    .slice(0, NAMED);
}
