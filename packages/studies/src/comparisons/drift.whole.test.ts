import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIRST_AOI, simulationOf } from '@itinera/benchmarks';
import { writeMap } from '@itinera/city';
import { synthesizeCity } from '@itinera/city-build';
import { type LoggedRow, RunFolder, readManifest, type TripRow } from '@itinera/run';
import { afterAll, expect, test } from 'vitest';
import { bundled } from '../../../itinera/src/bundled.fixture.js';
import { driftOf, driftOfRun, type Life } from './drift.js';

const [HOME, WORK, DAY] = [FIRST_AOI, FIRST_AOI + 1, 86_400];

/** A person whose day has four rows, at the given places or on a lane, with a trip of 2 km to each new AOI. */
function life(placesOf: (day: number) => readonly number[]): Life {
  const rows: LoggedRow[] = [];
  const trips: TripRow[] = [];
  for (let day = 0; day < 15; day++)
    for (const [i, place] of placesOf(day).entries()) {
      const lng = place < FIRST_AOI ? 0 : (place - FIRST_AOI) / 100;
      if (place >= FIRST_AOI && rows.length > 0 && rows.at(-1)!.parent_id !== place)
        trips.push({ departure: day * DAY + i, metres: 2000 } as TripRow);
      rows.push({ day, parent_id: place, lng, lat: 0 } as LoggedRow);
    }
  return { home: HOME, duties: [WORK, null], rows, trips };
}
const usual = [HOME, 17, WORK, HOME];
const people = (placesOf: (day: number, person: number) => readonly number[]) =>
  Array.from({ length: 12 }, (_, person) => life((day) => placesOf(day, person)));
const changesOf = (lives: readonly Life[]) => driftOf(lives, 15).changes.filter(({ pValue }) => pValue < 0.05);

test('a steady person has no drift, and each measure can be checked by hand', () => {
  const {
    people: n,
    weeks,
    days,
    changes,
  } = driftOf(
    people(() => usual),
    15,
  );
  expect([n, weeks.length, days.length]).toEqual([12, 2, 15]);
  expect(changes.every(({ difference, low, changed }) => difference === 0 && low === null && changed === 0)).toBe(true);
  expect(weeks[0]).toMatchObject({
    'trips per day': 2,
    'km per trip': 2,
    'days without a trip, %': 0,
    'different places': 2,
    'time at home, %': 50,
    'time at work or school, %': 25,
    'time elsewhere, %': 0,
    'time travelling, %': 25,
  });
  // Two thirds of the time at 0° and a third at 0.01° (1.112 km) of longitude: 1.112 · √2 / 3.
  expect(weeks[0]!['radius of gyration, km']).toBeCloseTo(0.524, 3);
});

test('people who stop moving, whose places explode, and whose places collapse are seen', () => {
  const stops = changesOf(people((day) => (day < 7 ? usual : [HOME, HOME, HOME, HOME])));
  expect(stops.map(({ measure }) => measure)).toEqual([
    'trips per day',
    'days without a trip, %',
    'different places',
    'radius of gyration, km',
    'time at home, %',
    'time at work or school, %',
    'time travelling, %',
  ]);
  const walks = (day: number, person: number) => [HOME, FIRST_AOI + 2 + 20 * person + day, WORK, HOME];
  const explodes = changesOf(people((day, person) => (day < 7 ? usual : walks(day, person))));
  expect(explodes.find(({ measure }) => measure === 'different places')).toMatchObject({ a: 2, b: 9, difference: 7 });
  const collapses = changesOf(people((day, person) => (day < 7 ? walks(day, person) : usual)));
  expect(collapses.find(({ measure }) => measure === 'different places')).toMatchObject({ difference: -7 });
});

test('weekends are no drift, nor is one person of twelve, nor the days after the last complete week', () => {
  const still = [HOME, HOME, HOME, HOME];
  expect(changesOf(people((day) => (day % 7 < 5 ? usual : still)))).toEqual([]);
  expect(changesOf(people((day, person) => (person === 0 && day >= 7 ? still : usual)))).toEqual([]);
  expect(changesOf(people((day) => (day < 14 ? usual : still)))).toEqual([]);
});

test('a run of two weeks is compared; shorter and unfinished runs are rejected', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'drift '));
  afterAll(() => rmSync(folder, { recursive: true }));
  const [home, datasets] = [join(folder, 'home'), join(folder, 'people')];
  mkdirSync(datasets);
  const town = synthesizeCity({ seed: 1, size: 500 });
  writeFileSync(join(datasets, 'map.pb'), writeMap(town));
  const ids = Array.from(town.aois.id);
  const profiles = Array.from({ length: 4 }, (_, i) => ({ id: i + 1, home: ids[i], work: ids[i + 4] }));
  writeFileSync(join(datasets, 'profiles.json'), JSON.stringify(profiles));
  const task = simulationOf(14, 3600, '2024-03-04');
  const options = { task, agent: 'commuter', home, datasets, mode: 'inference', threads: 1, seed: 1 } as const;
  const run = new RunFolder((await bundled.runAndScore(options)).folder);
  const { people: n, weeks, dates, changes, laws } = await driftOfRun(run, { home });
  expect([n, weeks.length, dates[13]]).toEqual([4, 2, '2024-03-17']);
  const shares = Object.entries(weeks[1]!).filter(([measure]) => measure.startsWith('time '));
  expect(shares.reduce((sum, [, share]) => sum + share, 0)).toBeCloseTo(100, 9);
  expect(weeks[0]!['time at work or school, %']).toBeGreaterThan(10);
  expect(weeks[0]!['trips per day']).toBeGreaterThan(1);
  expect(changes.filter(({ pValue }) => pValue < 0.05)).toEqual([]);
  // The days begin on a Monday, and commuters are at work on each weekday.
  const law = (words: string) => laws.find(({ name }) => name.includes(words))!.value;
  expect([law('on none of 10'), law('on all of 10')]).toEqual([0, 1]);
  expect(law('moves of the last week')).toBeLessThan(0.3);
  expect(law('familiar')).toBeGreaterThanOrEqual(2);
  const manifest = readManifest(run);
  run.writeManifest({ ...manifest, clock: { ...manifest.clock, steps: 24 } });
  await expect(driftOfRun(run, { home })).rejects.toThrow(
    '1 day, expected at least 14 to compare its weeks. Run it again: asbench simulate --days 14',
  );
  run.writeManifest({ ...manifest, state: 'stopped' });
  await expect(driftOfRun(run, { home })).rejects.toThrow('is not finished. Finish it: asbench runs resume');
});
