import { grouped } from '@itinera/base';
import { INTENTIONS } from '@itinera/run/browser';
import { impossibleValues } from '../findings/impossible-values.js';
import { property, toSample } from '../scoring/sample.js';
import { type DailyMobilityTruth, RESULT_LISTS } from './score.js';

/** The real radii are so many times larger if the others are kilometres, give or take what models err. */
const [LEAST_FACTOR, MOST_FACTOR] = [150, 6000];

/** Says which lists of the results contain impossible values, radii that look like kilometres, or other numbers of people. */
export const dailyMobilityRemarks = (results: unknown, truth: DailyMobilityTruth): readonly string[] => [
  ...impossibleValues(results, [
    ['gyration_radius', 0, Number.POSITIVE_INFINITY, 'a radius in metres of at least 0'],
    ['daily_location_numbers', 0, Number.POSITIVE_INFINITY, 'a number of places of at least 0'],
    ['intention_sequences', 0, INTENTIONS.length, `codes up to ${INTENTIONS.length}`],
    ['intention_proportions', 0, 1, 'shares from 0 to 1'],
  ]),
  ...aboutUnit(medianRadius(results), medianRadius(truth)),
  ...aboutPeople(results),
];

function aboutUnit(generated: number, real: number): string[] {
  const factor = real / generated;
  return factor > LEAST_FACTOR && factor < MOST_FACTOR
    ? [
        `gyration_radius: the median radius is ${Number(generated.toPrecision(3))}, that of the truth ${grouped(Math.round(real))} m; are the results in kilometres instead of metres?`,
      ]
    : [];
}

/** The median of the radii above 0; NaN without any. */
function medianRadius(source: unknown): number {
  const sample = toSample(property(source, 'gyration_radius'));
  const moved = typeof sample === 'string' ? [] : Array.from(sample.values).filter((radius) => radius > 0);
  return moved.sort((a, b) => a - b)[moved.length >> 1] ?? Number.NaN;
}

function aboutPeople(results: unknown): string[] {
  const counts = RESULT_LISTS.flatMap((list) => {
    const sample = toSample(property(results, list));
    return typeof sample === 'string' ? [] : [{ list, rows: sample.rows }];
  });
  if (new Set(counts.map(({ rows }) => rows)).size <= 1) return [];
  const lengths = counts.map(({ list, rows }) => `${list} ${rows}`).join(', ');
  return [`The lists have different lengths: ${lengths}; expected one entry per person in each.`];
}
