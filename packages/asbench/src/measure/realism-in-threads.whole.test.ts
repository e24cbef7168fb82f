import { Random } from '@itinera/base';
import { fromRows, type Row, realism } from '@itinera/mobility';
import { expect, test } from 'vitest';
import { realismInThreads } from './realism-in-threads.js';

const PEOPLE = 12;
const HALF_HOURS = 48 * 2;

const places = Array.from({ length: 12 }, (_, i) => ({ lon: 7 + i / 100, lat: 47 + (i % 5) / 100 }));

function town(seed: number, people: number) {
  const random = new Random(seed);
  const rows: Row[] = [];
  for (let uid = 0; uid < people; uid++) {
    const own = Array.from({ length: 5 }, () => places[random.integer(places.length)]!);
    for (let step = 0; step < HALF_HOURS; step++)
      rows.push({ uid, time: 1_600_041_600 + step * 1800, ...own[random.integer(random.uniform() < 0.7 ? 1 : 5)]! });
  }
  return fromRows(rows);
}

test('a report is identical for any number of threads', async () => {
  const [real, generated, train, holdout] = [town(1, PEOPLE), town(2, PEOPLE), town(3, 6), town(4, 6)];
  const options = { train, holdout, seed: 5, profile: 'movesim' as const };
  const expected = JSON.stringify(realism(real, generated, options));
  for (const threads of [1, 3])
    expect(JSON.stringify(await realismInThreads(real, generated, { ...options, threads, leastRows: 0 }))).toBe(
      expected,
    );
});
