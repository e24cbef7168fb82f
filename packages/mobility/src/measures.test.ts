import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '@itinera/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { someOf } from '../../base/src/damage.fixture.js';
import * as mobility from './index.js';
import type { Measure } from './measure.js';
import { measures } from './measures.js';
import { canCompare, compareMeasure } from './realism/compare-measure.js';
import { shuffle } from './realism/groups.js';
import { noisy, town } from './town.fixture.js';
import { fromRows, type Row, type Trajectories } from './trajectories.js';

const docs = readFileSync(join(import.meta.dirname, '../../../docs/measures.md'), 'utf8');

/** Rows of a few people, without two rows of one person at the same time. */
const rowsOf = fc
  .array(
    fc.record({
      uid: fc.integer({ min: 1, max: 4 }),
      slot: fc.integer({ min: 0, max: 200 }),
      place: fc.integer({ min: 0, max: 5 }),
      length: fc.integer({ min: 0, max: 3 }),
      activity: fc.integer({ min: 0, max: 3 }),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((drawn): Row[] => {
    const seen = new Set<string>();
    return drawn
      .filter(({ uid, slot }) => !seen.has(`${uid} ${slot}`) && seen.add(`${uid} ${slot}`))
      .map(({ uid, slot, place, length, activity }) => ({
        uid,
        time: 1_600_041_600 + slot * 1800,
        end: 1_600_041_600 + (slot + length) * 1800,
        lon: 10 + place * 0.013,
        lat: 43 + ((place * 7) % 4) * 0.009,
        place,
        activity,
      }));
  });

/** A town, and the same with more and more noise, in several draws each. */
const rowsOfTown = town({ people: 150 });
const quiet = fromRows(rowsOfTown);
const withNoise = [0, 0.05, 0.25, 0.8].map((share) =>
  [2, 3, 4, 5].map((seed) => fromRows(noisy(rowsOfTown, share, seed))),
);

/** All numbers of a measure, sorted, regardless of the person. */
function numbersOf(measure: Measure, trajectories: Trajectories): number[] {
  const result = measure.of(trajectories);
  const rows =
    result instanceof Float64Array
      ? [...result].map((value) => [value])
      : 'values' in result
        ? [...result.values].map((value) => [value])
        : 'keys' in result
          ? [...result.keys].map((key, i) => [key, result.counts[i]])
          : [...result.origins].map((origin, i) => [origin, result.destinations[i], result.trips[i]]);
  const rank = (value: number) => (Number.isNaN(value) ? Number.MAX_VALUE : value);
  return rows.sort((a, b) => a.reduce((sign, value, i) => sign || rank(value) - rank(b[i]), 0)).flat();
}

const near = (actual: readonly number[], expected: readonly number[]) => {
  expect(actual.length).toBe(expected.length);
  actual.forEach((value, i) => {
    const wanted = expected[i];
    const isNear = Number.isNaN(wanted)
      ? Number.isNaN(value)
      : Math.abs(value - wanted) <= 1e-6 + 1e-7 * Math.abs(wanted);
    if (!isNear) expect(value).toBe(wanted);
  });
};

const moved = (rows: readonly Row[], change: (row: Row) => Partial<Row>) =>
  fromRows(rows.map((row) => ({ ...row, ...change(row) })));

describe.each(measures.map((measure) => [measure.meta.name, measure] as const))('%s', (name, measure) => {
  test('is named after its function, and declares the meaning of its numbers', () => {
    expect(mobility).toHaveProperty(name);
    const { title, source, misses, range } = measure.meta;
    expect(Math.min(title.length, source.length, misses.length)).toBeGreaterThan(8);
    expect(range[0]).toBeLessThan(range[1]);
  });

  test('has a paragraph in the docs that states what it misses', () => {
    const [, paragraph = ''] = docs.split(`**\`${name}\`** `);
    expect(paragraph.split('\n\n')[0].replaceAll('\n', ' ')).toContain('Misses: ');
  });

  test('rates two equal sets as equal', () => {
    fc.assert(
      fc.property(rowsOf, (rows) => {
        const set = fromRows(rows);
        const { n, scores } = compareMeasure(measure, set, set);
        if (n[0] === 0) return;
        expect(scores.jsd).toBeLessThanOrEqual(1e-12);
        if (measure.compare === 'sample') {
          expect(scores.wasserstein).toBe(0);
          expect(scores.ks).toBe(0);
        } else expect(scores.commonPart).toBeCloseTo(1, 12);
      }),
      { numRuns: someOf(25, 2) },
    );
  });

  test('does not depend on the order of rows or on the ids of people', () => {
    fc.assert(
      fc.property(rowsOf, fc.integer(), (rows, seed) => {
        const mixed = [...rows];
        const order = Uint32Array.from(rows.keys());
        shuffle(order, new Random(seed));
        order.forEach((at, i) => {
          mixed[i] = rows[at];
        });
        const expected = numbersOf(measure, fromRows(rows));
        expect(numbersOf(measure, fromRows(mixed))).toEqual(expected);
        near(
          numbersOf(
            measure,
            moved(rows, ({ uid }) => ({ uid: 100 - Number(uid) })),
          ),
          expected,
        );
      }),
      { numRuns: someOf(25, 2) },
    );
  });

  test('does not change when everyone moves to another longitude or by whole weeks', () => {
    fc.assert(
      fc.property(rowsOf, fc.integer({ min: -100, max: 100 }), (rows, shift) => {
        const there = moved(rows, ({ time, end = 0, lon }) => ({
          time: time + shift * 604_800,
          end: end + shift * 604_800,
          lon: lon + shift,
        }));
        near(numbersOf(measure, there), numbersOf(measure, fromRows(rows)));
      }),
      { numRuns: someOf(25, 2) },
    );
  });

  test('stays in its range, and has no negative weights', () => {
    const [low, high] = measure.meta.range;
    fc.assert(
      fc.property(rowsOf, (rows) => {
        const result = measure.of(fromRows(rows));
        const weights = 'counts' in result ? result.counts : 'trips' in result ? result.trips : [];
        for (const weight of weights) expect(weight).toBeGreaterThanOrEqual(0);
        if (measure.compare !== 'sample') return;
        for (const value of numbersOf(measure, fromRows(rows))) {
          if (Number.isNaN(value)) continue;
          expect(value).toBeGreaterThanOrEqual(low);
          expect(value).toBeLessThanOrEqual(high);
        }
      }),
      { numRuns: someOf(25, 2) },
    );
  });

  test('scores are within bounds and symmetric', () => {
    fc.assert(
      fc.property(rowsOf, rowsOf, (rows, others) => {
        const [a, b] = [fromRows(rows), fromRows(others)];
        const { n, scores } = compareMeasure(measure, a, b);
        if (n[0] === 0 || n[1] === 0) {
          expect(scores.jsd).toBeNaN();
          return;
        }
        const back = compareMeasure(measure, b, a).scores;
        const bounds = {
          jsd: [0, 1],
          ks: [0, 1],
          commonPart: [0, 1],
          tau: [-1, 1],
          wasserstein: [0, Infinity],
        } as const;
        for (const [score, [low, high]] of Object.entries(bounds)) {
          const value = scores[score as keyof typeof scores];
          if (Number.isNaN(value)) continue;
          expect(value).toBeGreaterThanOrEqual(low - 1e-12);
          expect(value).toBeLessThanOrEqual(high + 1e-12);
          near([back[score as keyof typeof back]], [value]);
        }
      }),
      { numRuns: someOf(25, 2) },
    );
  });

  test('has the same scores in any unit, except for the Wasserstein distance, which scales with the unit', () => {
    fc.assert(
      fc.property(rowsOf, rowsOf, fc.constantFrom(1 / 1024, 0.5, 64), (rows, others, unit) => {
        const [a, b] = [fromRows(rows), fromRows(others)];
        const inUnit = (value: number) => value * unit;
        const other: Measure =
          measure.compare === 'sample'
            ? {
                ...measure,
                of: (set) => {
                  const found = measure.of(set);
                  return found instanceof Float64Array
                    ? found.map(inUnit)
                    : { ...found, values: found.values.map(inUnit) };
                },
              }
            : measure.compare === 'flows'
              ? { ...measure, of: (set) => ({ ...measure.of(set), trips: measure.of(set).trips.map(inUnit) }) }
              : { ...measure, of: (set) => ({ ...measure.of(set), counts: measure.of(set).counts.map(inUnit) }) };
        const [own, scaled] = [compareMeasure(measure, a, b).scores, compareMeasure(other, a, b).scores];
        near([scaled.jsd, scaled.ks, scaled.commonPart, scaled.tau], [own.jsd, own.ks, own.commonPart, own.tau]);
        near([scaled.wasserstein / unit], [own.wasserstein]);
      }),
      { numRuns: someOf(15, 2) },
    );
  });

  test('has no value without rows', () => {
    const none: Trajectories = {
      ...fromRows([]),
      ends: new Float64Array(0),
      places: new Uint32Array(0),
      activities: new Uint8Array(0),
    };
    expect(numbersOf(measure, none)).toEqual([]);
    const { n, scores } = compareMeasure(measure, none, none);
    expect(n).toEqual([0, 0]);
    expect(scores.jsd).toBeNaN();
  });

  test('scores worse the more noise is added, on average over several draws', () => {
    const [none, little, some, much] = withNoise.map((draws) => {
      const scored = draws.map((draw) => {
        const { scores } = compareMeasure(measure, quiet, draw);
        return measure.compare === 'sample' ? scores.wasserstein : scores.jsd;
      });
      return scored.reduce((sum, score) => sum + score, 0) / draws.length;
    });
    expect(none).toBeLessThanOrEqual(1e-9);
    expect(little).toBeGreaterThanOrEqual(none);
    expect(some).toBeGreaterThan(little);
    expect(much).toBeGreaterThan(some);
  });
});

test('measures that need stays or activities are omitted if there are none', () => {
  const points = fromRows(town({ people: 3 }).map(({ uid, time, lon, lat }) => ({ uid, time, lon, lat })));
  const left = measures.filter((measure) => !canCompare(measure, points)).map(({ meta }) => meta.name);
  expect(left).toEqual([
    'travelTimes',
    'activityShares',
    'activitySequences',
    'activityStartHours',
    'activityLengths',
    'activitiesByTime',
  ]);
});
