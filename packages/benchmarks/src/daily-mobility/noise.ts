import type { Random } from '@itinera/metrics';
import type { Draws, PairDraws } from '../port/draws.js';
import { anyOf, coins, shuffled } from '../scoring/resampling.js';
import { property, type Sample } from '../scoring/sample.js';
import { type DailyMobilitySamples, type DailyMobilityTruth, dailyMobilitySamples, scoreSamples } from './score.js';

/** The rows that take the places of `count` people. */
type Draw = (count: number) => Uint32Array;

/**
 * How far the score would move with other people of the same kind: a bootstrap over the people of the results, the
 * truth as it is. Each person keeps its radius, places and intentions together where all four lists are equally long.
 */
export function dailyMobilityNoise(results: unknown, truth: DailyMobilityTruth): Draws {
  const samples = dailyMobilitySamples(results, truth);
  return {
    method: `bootstrap over ${describePeople(samples)}`,
    work: valuesIn(samples),
    draw: (random) => scoreSamples(takePeople(samples, (n) => anyOf(random, n))),
  };
}

/**
 * The score of one random half of the truth's people against the other half: what no model can be expected to pass. Of
 * fewer people than that a divergence is farther from 0 even for the same law: then as many of the truth's people as the
 * results have stand against the others.
 */
export function dailyMobilityCeiling(truth: DailyMobilityTruth, results?: unknown): Draws {
  const samples = dailyMobilitySamples(asResults(truth), truth);
  const people = peopleIn(samples);
  const own = results === undefined || results === null ? 0 : peopleIn(dailyMobilitySamples(results, truth));
  const part = own > 0 ? Math.min(own, people >> 1) : people >> 1;
  return {
    method:
      part === people >> 1
        ? `halves of the truth against each other (${describePeople(samples)})`
        : `${part} people of the truth, as many as the results have, against its other ${people - part}`,
    work: valuesIn(samples),
    draw: (random) => {
      const order = sameForSameCount((n) => shuffled(random, n));
      return scoreSamples(
        mapPairs(samples, ({ truth: all }) => {
          const rows = order(all.rows);
          // Of lists of another length the same share.
          const count = Math.max(1, Math.round((part * all.rows) / people));
          const [few, others] = part === people >> 1 ? [all.rows >> 1, all.rows >> 1] : [count, all.rows - count];
          return {
            truth: takeRows(all, rows.subarray(0, others)),
            generated: takeRows(all, rows.subarray(others, others + few)),
          };
        }),
      );
    },
  };
}

/**
 * Whether two results differ by more than chance. On the same people (equally many, in the same order) each pair is
 * exchanged by tossing a coin; else people are shuffled between the two.
 */
export function compareDailyMobility(first: unknown, second: unknown, truth: DailyMobilityTruth): PairDraws {
  const a = dailyMobilitySamples(first, truth);
  const b = dailyMobilitySamples(second, truth);
  const paired = isPaired(a, b) && leftOut(first) === leftOut(second);
  return {
    method: paired
      ? `${describePeople(a)} in pairs, exchanged by coins: interval and p value`
      : 'people of the two results apart, shuffled between them: interval and p value',
    work: valuesIn(a, b),
    byChance: (random) => {
      const [one, other] = exchange(a, b, paired, random);
      return [scoreSamples(one), scoreSamples(other)];
    },
  };
}

/** The truth as if it were results. */
function asResults(truth: DailyMobilityTruth): object {
  return {
    gyration_radius: truth.gyration_radius,
    daily_location_numbers: truth.daily_location_numbers,
    intention_sequences: truth.daily_intentions_2d,
    intention_proportions: truth.intention_proportions_2d,
  };
}

type Pair = { truth: Sample; generated: Sample };

function mapPairs(samples: DailyMobilitySamples, turn: (pair: Pair) => Pair): DailyMobilitySamples {
  return Object.fromEntries(
    Object.entries(samples).map(([metric, pair]) => [metric, typeof pair === 'string' ? pair : turn(pair)]),
  ) as unknown as DailyMobilitySamples;
}

/** Resampled people; the same ones in all lists that are equally long. */
function takePeople(samples: DailyMobilitySamples, draw: Draw): DailyMobilitySamples {
  const people = sameForSameCount(draw);
  return mapPairs(samples, ({ truth, generated }) => ({
    truth,
    generated: takeRows(generated, people(generated.rows)),
  }));
}

function sameForSameCount(draw: Draw): Draw {
  const drawn = new Map<number, Uint32Array>();
  return (count) => {
    const people = drawn.get(count) ?? draw(count);
    drawn.set(count, people);
    return people;
  };
}

/** Both results with people exchanged between them. */
function exchange(a: DailyMobilitySamples, b: DailyMobilitySamples, paired: boolean, random: Random) {
  const order = sameForSameCount(paired ? (n) => coins(random, n) : (n) => shuffled(random, n));
  const side = (which: 0 | 1) =>
    Object.fromEntries(
      Object.entries(a).map(([metric, pair]) => {
        const other = b[metric as keyof DailyMobilitySamples];
        if (typeof pair === 'string') return [metric, pair];
        if (typeof other === 'string') return [metric, other];
        const both = joined(pair.generated, other.generated);
        if (both === null) return [metric, 'not numeric'];
        const count = pair.generated.rows;
        let rows: Uint32Array;
        if (paired) rows = order(count).map((coin, i) => (coin === which ? i : count + i));
        else {
          const all = order(count + other.generated.rows);
          rows = which === 0 ? all.subarray(0, count) : all.subarray(count);
        }
        return [metric, { truth: pair.truth, generated: takeRows(both, rows) }];
      }),
    ) as unknown as DailyMobilitySamples;
  return [side(0), side(1)] as const;
}

/** @returns null when their people have different numbers of values, such as other time slots */
function joined(a: Sample, b: Sample): Sample | null {
  if (a.values.length * b.rows !== b.values.length * a.rows) return null;
  const values = new Float64Array(a.values.length + b.values.length);
  values.set(a.values);
  values.set(b.values, a.values.length);
  return { values, rows: a.rows + b.rows };
}

function takeRows({ values, rows }: Sample, people: Uint32Array): Sample {
  const width = values.length / rows;
  const taken =
    values instanceof Float32Array ? new Float32Array(people.length * width) : new Float64Array(people.length * width);
  for (let i = 0; i < people.length; i++) {
    const from = people[i]! * width;
    for (let k = 0; k < width; k++) taken[i * width + k] = values[from + k]!;
  }
  return { values: taken, rows: people.length };
}

function isPaired(a: DailyMobilitySamples, b: DailyMobilitySamples): boolean {
  const counts = [a, b].flatMap(peopleCounts);
  return new Set(counts).size === 1;
}

/** Who was left out of results as gathered. */
function leftOut(results: unknown): string {
  const people = property(results, 'left_out');
  return Array.isArray(people) ? people.map((person) => property(person, 'id')).join() : '';
}

function peopleCounts(samples: DailyMobilitySamples): number[] {
  return Object.values(samples).flatMap((pair) => (typeof pair === 'string' ? [] : [pair.generated.rows]));
}

function describePeople(samples: DailyMobilitySamples): string {
  const people = peopleIn(samples);
  return people === 0 ? 'no people' : `${people} people`;
}

function peopleIn(samples: DailyMobilitySamples): number {
  return Math.max(0, ...peopleCounts(samples));
}

function valuesIn(...all: DailyMobilitySamples[]): number {
  let values = 1;
  for (const samples of all) {
    for (const pair of Object.values(samples)) {
      if (typeof pair !== 'string') values += pair.truth.values.length + pair.generated.values.length;
    }
  }
  return values;
}
