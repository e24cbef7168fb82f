import type { RealismRow } from '@itinera/base';
import { expect, test } from 'vitest';
import { realismLines } from './realism-lines.js';

const observed = { low: 2.5, high: 4.03, data: 'a survey', source: 'somebody 2020' };
const trips: RealismRow = {
  measure: 'trips per day',
  digits: 2,
  value: 3.52,
  low: 3.27,
  high: 3.78,
  observed,
  verdict: 'holds',
};
const bike: RealismRow = {
  ...trips,
  measure: 'by bike, minutes of a trip',
  low: null,
  high: null,
  observed: null,
  verdict: 'no data',
};

test('measures with an observed figure are a table; the others are named in one line', () => {
  expect(realismLines([trips, bike, { ...bike, measure: 'on foot' }], 500)).toEqual([
    'Realism: 1 of 1 measures within the observed range (95 % intervals over people; sources: run.json)',
    expect.stringMatching(
      /^ +here +interval +observed *\ntrips per day +3\.52 +3\.27 to 3\.78 +2\.50 to 4\.03 +holds$/,
    ),
    'no data for: by bike, minutes of a trip; on foot',
  ]);
  expect(realismLines([bike], 500)).toEqual([
    expect.stringMatching(/^Realism: 0 of 0/),
    'no data for: by bike, minutes of a trip',
  ]);
  const few = { ...trips, low: null, high: null, verdict: 'too few people' } as const;
  expect(realismLines([trips, few], 500)).toEqual([
    expect.stringMatching(/^Realism: 1 of 1 measures/),
    expect.stringMatching(/\ntrips per day +3\.52 +– +2\.50 to 4\.03 +too few people$/),
  ]);
  expect(realismLines([], 500)).toEqual([]);
  expect(realismLines([trips], 100_000)[0]).toContain(
    '(95 % intervals over 10,000 of the 100,000 people, drawn by household; sources: run.json)',
  );
});
