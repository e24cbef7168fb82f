import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '@itinera/base';
import { fromRows, type Row, realismOfKnown } from '@itinera/mobility';
import { writeNpy } from '@itinera/run';
import { afterAll, expect, test } from 'vitest';
import { slowTest } from '../../../base/src/slow.fixture.js';
import { dailyPeople } from './daily-people.js';
import { peopleOfTruth, truthFolder } from './people-of-truth.js';

const folder = mkdtempSync(join(tmpdir(), 'truth '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PEOPLE = 40;
const doubles = (values: readonly number[], ...shape: number[]) => writeNpy(values, shape);

/** Sleep, then work from slot 16 and home from slot 36. */
const codes = Array.from({ length: 48 }, (_, slot) => (slot < 16 ? 1 : slot < 36 ? 4 : 2));
const names: Readonly<Record<number, string>> = { 1: 'sleep', 2: 'home activity', 4: 'work' };

/** A dataset whose people live at one place and work at another, `apart(person)` degrees further north. */
function dataset(name: string, apart: (person: number) => number): string {
  const path = join(folder, name);
  mkdirSync(join(path, 'groundtruth'), { recursive: true });
  const all = Array.from({ length: PEOPLE }, (_, person) => person);
  const write = (array: string, bytes: Uint8Array) => writeFileSync(join(path, 'groundtruth', `${array}.npy`), bytes);
  const metres = (degrees: number) => (degrees * Math.PI * 6_371_000) / 180;
  write(
    'gyration_radius',
    doubles(
      all.map((person) => metres(apart(person)) / 2),
      PEOPLE,
    ),
  );
  write(
    'daily_location_numbers',
    doubles(
      all.map(() => 2),
      PEOPLE,
    ),
  );
  write(
    'daily_intentions_2d',
    doubles(
      all.flatMap(() => codes),
      PEOPLE,
      48,
    ),
  );
  write(
    'intention_proportions_2d',
    doubles(
      all.flatMap(() => [16, 12, 0, 20, 0, 0, 0].map((n) => n / 48)),
      PEOPLE,
      7,
    ),
  );
  return path;
}

/** The same people as rows, a quarter of an hour apart. */
function rowsOf(apart: (person: number) => number, activities: ReadonlyMap<string, number>): Row[] {
  return Array.from({ length: PEOPLE * 96 }, (_, i) => {
    const [person, slot] = [Math.floor(i / 96), Math.floor((i % 96) / 2)];
    const code = codes[slot]!;
    return {
      uid: person,
      time: (i % 96) * 900,
      lon: 10,
      lat: 43 + (code === 4 ? apart(person) : 0),
      place: code === 4 ? 100 + person : person,
      activity: activities.get(names[code]!)!,
    };
  });
}

const apart = (person: number) => 0.001 * (person + 1);

slowTest('people who behave as in the truth match it in every measure, others do not', () => {
  const activities = new Map([['home activity', 0]]);
  const truth = truthFolder(dataset('same', apart))!;
  const known = peopleOfTruth(truth, activities);
  const { measures, notMeasured, utility, unicity, compared } = realismOfKnown(
    known,
    fromRows(rowsOf(apart, activities)),
  );
  expect(measures.map(({ name }) => name)).toEqual([
    'meanRadiusOfPlaces',
    'meanDailyLocations',
    'activityShares',
    'activitySequences',
    'activityStartHours',
    'activitiesByTime',
  ]);
  for (const row of measures) expect([row.name, row.jsd]).toEqual([row.name, expect.closeTo(0, 9)]);
  expect(measures[0]!.wasserstein).toBeLessThan(1e-3);
  expect(measures[0]!.real).toBeCloseTo(measures[0]!.generated!, 3);
  expect(measures[0]!.ceiling).toBeGreaterThan(0);
  expect(notMeasured.map(({ name }) => name)).toContain('jumpLengths');
  expect([utility, unicity.real]).toEqual([{ notComputed: 'the truth has no positions' }, null]);
  expect(compared.notes.join(' ')).toMatch(/40 people has gyration_radius.*no positions/);
  const farther = realismOfKnown(known, fromRows(rowsOf((person) => 4 * apart(person), activities)));
  expect(farther.measures[0]!.jsd).toBeGreaterThan(0.3);
  expect(farther.measures[3]!.worst).toEqual([]);
});

test('without activities, radius and places per day are compared, and floors are computed with a training set', () => {
  const truth = dailyPeople(truthFolder(dataset('plain', apart))!, new Map());
  const points = fromRows(rowsOf(apart, new Map()).map(({ activity, ...row }) => row));
  const { measures, notMeasured } = realismOfKnown(truth, points, { train: points });
  expect(measures.map(({ name, floor }) => [name, floor !== null])).toEqual([
    ['meanRadiusOfPlaces', true],
    ['meanDailyLocations', true],
  ]);
  expect(notMeasured).toContainEqual({
    name: 'activityShares',
    title: 'shares of activities',
    why: 'needs activities in the generated set',
  });
});

test('a truth that has only counts, another shape or unknown codes is rejected with the reason', () => {
  const hurricane = join(folder, 'hurricane');
  mkdirSync(hurricane);
  writeFileSync(join(hurricane, 'hurricane_groundtruth.json'), '{}');
  expect(() => peopleOfTruth(truthFolder(hurricane)!, new Map())).toThrow('Without data per person');
  const shape = dataset('shape', apart);
  writeFileSync(join(shape, 'groundtruth/daily_intentions_2d.npy'), doubles([1, 2, 3], 3));
  expect(() => dailyPeople(truthFolder(shape)!, new Map())).toThrow(
    'has the shape 3; expected finite numbers, 48 per person',
  );
  const code = dataset('code', apart);
  writeFileSync(
    join(code, 'groundtruth/daily_intentions_2d.npy'),
    doubles(
      codes.map(() => 9),
      1,
      48,
    ),
  );
  expect(() => dailyPeople(truthFolder(code)!, new Map())).toThrow(UserError);
  expect(truthFolder(join(folder, 'none'))).toBeNull();
  expect(truthFolder(folder)).toBeNull();
});
