import { counted } from '@itinera/base';
import type { Draws, PairDraws, ScorePair } from '../port/draws.js';
import { anyOf, coins, onceEach, shuffled, timesDrawn } from '../scoring/resampling.js';
import { property, type Sample } from '../scoring/sample.js';
import { RowTallies, tallyOf } from '../scoring/tally.js';
import {
  type DailyMobilitySamples,
  type DailyMobilityTruth,
  dailyMobilitySamples,
  mapPairs,
  scoreTallies,
} from './score.js';

/**
 * Returns the noise of the score with other people of the same kind: a bootstrap over the people of the results, with a
 * fixed truth. If all four lists are equally long, radius, places and intentions of a person stay together.
 */
export function dailyMobilityNoise(results: unknown, truth: DailyMobilityTruth): Draws {
  const samples = dailyMobilitySamples(results, truth);
  const pairs = mapPairs(samples, ({ truth, generated }) => ({
    truth: tallyOf(truth),
    generated: new RowTallies(generated),
  }));
  const work = valuesIn(samples);
  const counts = [...new Set(peopleCounts(samples))];
  const score = onceEach(peopleIn(samples), (times: readonly Uint32Array[]) =>
    scoreTallies(
      mapPairs(pairs, ({ truth, generated }) => ({
        truth,
        generated: generated.take(times[counts.indexOf(generated.rows)]!),
      })),
    ),
  );
  return {
    method: `bootstrap over ${describePeople(samples)}`,
    work,
    isOfOne: peopleIn(samples) === 1,
    get same() {
      return textOf(work, samples);
    },
    // Lists of equal length keep their people together.
    draw: (random) => score(counts.map((count) => timesDrawn(anyOf(random, count), count))),
  };
}

/**
 * Tests whether two results differ by more than chance. With the same people (equally many, in the same order) each
 * pair is exchanged at random; otherwise people are shuffled between the two.
 */
export function compareDailyMobility(first: unknown, second: unknown, truth: DailyMobilityTruth): PairDraws {
  const a = dailyMobilitySamples(first, truth);
  const b = dailyMobilitySamples(second, truth);
  const paired = isPaired(a, b) && leftOut(first) === leftOut(second);
  const both = mapPairs(a, ({ truth, generated }, metric) => {
    const other = b[metric];
    if (typeof other === 'string') return other;
    const all = joined(generated, other.generated);
    return all === null ? 'not numeric' : { truth: tallyOf(truth), all: new RowTallies(all), count: generated.rows };
  });
  const sides = (drawn: (count: number) => Uint32Array): ScorePair => {
    const side = (which: 0 | 1) =>
      scoreTallies(
        mapPairs(both, ({ truth, all, count }) => {
          const rows = paired
            ? drawn(count).map((coin, i) => (coin === which ? i : count + i))
            : drawn(all.rows).subarray(which === 0 ? 0 : count, which === 0 ? count : all.rows);
          return { truth, generated: all.take(timesDrawn(rows, all.rows)) };
        }),
      );
    return [side(0), side(1)];
  };
  const people = peopleIn(a);
  const exchanged = onceEach(people, ([tossed]) => sides(() => tossed!));
  return {
    method: paired
      ? `${describePeople(a)} in pairs, exchanged at random: interval and p value`
      : 'unpaired people, shuffled between the two results: interval and p value',
    work: valuesIn(a, b),
    byChance: (random) =>
      paired ? exchanged([coins(random, people)]) : sides(sameForSameCount((count) => shuffled(random, count))),
  };
}

/** Limit of values that are compared as text. */
const MAX_TEXT = 50_000;

/** The text of what draws depend on; undefined for large data. @param values their number */
export function textOf(values: number, what: object): string | undefined {
  const asText = (_: string, part: unknown) =>
    part instanceof Float64Array || part instanceof Float32Array ? `${part.constructor.name} ${part.join(' ')}` : part;
  return values <= MAX_TEXT ? JSON.stringify(what, asText) : undefined;
}

/** Draws once per number of rows, so that lists of equal length keep their people together. */
export function sameForSameCount<T>(draw: (count: number) => T): (count: number) => T {
  const drawn = new Map<number, T>();
  return (count) => {
    const people = drawn.get(count) ?? draw(count);
    drawn.set(count, people);
    return people;
  };
}

/** @returns null if their people have different numbers of values, such as other time slots */
function joined(a: Sample, b: Sample): Sample | null {
  if (a.values.length * b.rows !== b.values.length * a.rows) return null;
  const values = new Float64Array(a.values.length + b.values.length);
  values.set(a.values);
  values.set(b.values, a.values.length);
  return { values, rows: a.rows + b.rows };
}

function isPaired(a: DailyMobilitySamples, b: DailyMobilitySamples): boolean {
  const counts = [a, b].flatMap(peopleCounts);
  return new Set(counts).size === 1;
}

/** Returns the ids of people omitted from results. */
function leftOut(results: unknown): string {
  const people = property(results, 'left_out');
  return Array.isArray(people) ? people.map((person) => property(person, 'id')).join() : '';
}

function peopleCounts(samples: DailyMobilitySamples): number[] {
  return Object.values(samples).flatMap((pair) => (typeof pair === 'string' ? [] : [pair.generated.rows]));
}

function describePeople(samples: DailyMobilitySamples): string {
  const people = peopleIn(samples);
  return people === 0 ? 'no people' : counted(people, 'person', 'people');
}

export function peopleIn(samples: DailyMobilitySamples): number {
  return Math.max(0, ...peopleCounts(samples));
}

export function valuesIn(...all: DailyMobilitySamples[]): number {
  let values = 1;
  for (const samples of all) {
    for (const pair of Object.values(samples)) {
      if (typeof pair !== 'string') values += pair.truth.values.length + pair.generated.values.length;
    }
  }
  return values;
}
