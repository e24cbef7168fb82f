import { expect, test } from 'vitest';
import { measures } from '../measures.js';
import { generators } from '../models/generators.js';
import { noisy, town } from '../town.fixture.js';
import { fromRows, type Trajectories } from '../trajectories.js';
import { notesOn } from './notes.js';
import { type RealismOptions, realism } from './realism.js';

const real = fromRows(town({ people: 66, seed: 1 }));
const again = fromRows(town({ people: 66, seed: 7 }));
const baselines = generators.filter(({ name }) => name === 'markov' || name === 'nobody-moves');
/** Without floors, whose models would take most of the time. */
const report = (generated = again, options: RealismOptions = {}) =>
  realism(real, generated, { baselines: [], ...options });
/** Of fewer people, where numbers do not matter. */
const few = [1, 7].map((seed) => fromRows(town({ people: 30, seed }))) as [Trajectories, Trajectories];
const small = (generated = few[1], options: RealismOptions = {}) =>
  realism(few[0], generated, { baselines: [], ...options });
/** The report on a second draw of the same people. */
const plain = report(again, { baselines });
const rowsOf = (made: ReturnType<typeof report>) => new Map(made.measures.map((row) => [row.name, row]));

test('every measure has a row with its scores, interval, ceiling, floor, unit and n', () => {
  const rows = rowsOf(plain);
  expect([...rows.keys()]).toEqual(measures.map(({ meta }) => meta.name));
  for (const row of rows.values()) {
    expect(row).toMatchObject({
      real: expect.any(Number),
      generated: expect.any(Number),
      jsd: expect.any(Number),
      ceiling: expect.any(Number),
    });
    // Models produce no activities, and people who do not move make no trips.
    if (row.name.startsWith('activit')) expect([row.floor, row.floorModel]).toEqual([null, null]);
    else expect([row.floor, row.floorModel]).toEqual([expect.any(Number), 'markov']);
    expect(row.low).toBeLessThanOrEqual(row.jsd ?? -1);
    expect(row.high).toBeGreaterThanOrEqual(row.jsd ?? 2);
    expect(row.n).toBeGreaterThan(0);
    if (row.name === 'radiusOfGyration') expect(row.nobodyMoves).toBeGreaterThan(0.9);
    if (row.compare === 'sample') expect(row.wasserstein).toEqual(expect.any(Number));
    else expect([row.wasserstein, row.ks]).toEqual([null, null]);
  }
});

test('a second draw of the same people scores like two halves of them, and noise far worse', () => {
  const same = rowsOf(plain);
  const noise = rowsOf(report(fromRows(noisy(town({ people: 66, seed: 7 }), 0.7))));
  for (const name of ['jumpLengths', 'stayDurations', 'dailyMotifs', 'tripsByHourOfDay', 'radiusOfGyration']) {
    const [near, far] = [same.get(name), noise.get(name)];
    expect(near?.jsd).toBeLessThan(1.5 * (near?.ceiling ?? 0) + 0.01);
    expect(far?.jsd).toBeGreaterThan(near?.jsd ?? 1);
    expect(far?.jsd).toBeGreaterThan(far?.ceiling ?? 1);
  }
});

test('a report is the same for the same seed, and another seed changes ceilings within their ranges and no verdict', () => {
  expect(small()).toEqual(small());
  const [one, other] = [plain, report(again, { seed: 2 })];
  expect(other.verdict).toEqual(one.verdict);
  for (const { name, ceiling, ceilingLow, ceilingHigh, p } of other.measures) {
    const first = rowsOf(one).get(name);
    expect(p).toBe(first?.p);
    expect(first?.ceiling).toBeGreaterThanOrEqual(ceilingLow ?? 1);
    expect(first?.ceiling).toBeLessThanOrEqual(ceilingHigh ?? 0);
    expect(ceiling).toBeCloseTo(first?.ceiling ?? -1, 1);
  }
});

test('a second draw of the same people does not differ, and the verdict says so', () => {
  const { verdict, measures: rows } = plain;
  expect(verdict).toMatchObject({ differs: false, different: 0 });
  expect(verdict.says).toMatch(/^\d+ of \d+ measures show no difference beyond chance/);
  for (const { floor, ceiling } of rows) if (floor !== null) expect(floor).toBeGreaterThanOrEqual(ceiling ?? 1);
});

test('people who live three times closer to work are called wrong, with the effect in metres', () => {
  const nearer = fromRows(
    town({ people: 60, seed: 7 }).map((row, _, rows) => {
      const home = rows.find(({ uid }) => uid === row.uid) as typeof row;
      return { ...row, lon: home.lon + (row.lon - home.lon) / 3, lat: home.lat + (row.lat - home.lat) / 3 };
    }),
  );
  const { verdict, measures: rows } = report(nearer);
  expect(verdict.differs).toBe(true);
  expect(verdict.says).toMatch(/^The sets differ beyond chance in \d+ of \d+ measures, most in: .* m instead of /);
  expect(rows.find(({ name }) => name === 'radiusOfGyration')).toMatchObject({
    differs: true,
    effectUnit: 'm',
    effect: expect.closeTo((-2 / 3) * (rowsOf(plain).get('radiusOfGyration')?.real ?? 0), -3),
  });
});

test('too few people cannot tell', () => {
  const three = (seed: number) => fromRows(town({ people: 3, seed }));
  const { verdict, measures: rows } = realism(three(1), three(2), { baselines });
  expect(verdict).toMatchObject({ differs: null, different: 0, same: 0 });
  for (const row of rows) expect([row.p, row.differs]).toEqual([null, null]);
});

test('a set does not differ from itself where shares of 13 places do not add up to 1', () => {
  const walk = fromRows(
    Array.from({ length: 13 }, (_, i) => ({ uid: 1, time: 1_699_167_600 + 1200 * i, lon: -118, lat: 34 + i / 100 })),
  );
  const { verdict, measures: rows } = realism(walk, walk, { baselines: [] });
  expect(verdict.says).not.toContain('Tested alone');
  expect(rows.filter(({ effect }) => effect !== 0 && effect !== null)).toEqual([]);
});

test('privacy is not computed without a training set, partly without a holdout, and reveals copies', () => {
  expect(plain.privacy).toEqual({ notComputed: 'no training set' });
  const train = fromRows(town({ people: 30, seed: 3 }));
  expect(small(few[1], { train }).privacy).toMatchObject({
    exactCopies: 0,
    membershipAuc: { notComputed: 'no holdout set' },
  });
  const copies = small(train, { train, holdout: fromRows(town({ people: 30, seed: 4 })) }).privacy;
  expect(copies).toMatchObject({ exactCopies: 1, closestRecord: 0, membershipAuc: 1, shareCloserToTrain: 1 });
});

test('utility is reported next to that of real people', () => {
  const { utility } = plain;
  if ('notComputed' in utility) throw new Error(utility.notComputed);
  expect(utility.testedOn).toBe('half of the real people');
  expect(utility.trainedOnReal.predictions).toBe(utility.trainedOnGenerated.predictions);
  expect(utility.trainedOnReal.acc1).toBeGreaterThan(0.1);
});

test('the worst three are the furthest above their ceilings, with the bins that differ', () => {
  const { worst } = small(fromRows(noisy(town({ people: 30 }), 0.9)));
  expect(worst).toHaveLength(3);
  expect(worst[0].excess).toBeGreaterThanOrEqual(worst[1].excess);
  for (const { where, blame } of worst) {
    expect(where[0].where).not.toBe('');
    expect(blame?.people.length).toBeGreaterThan(0);
  }
});

test('the report notes few people, different rates of recording, and stays against points', () => {
  const points = fromRows(town({ people: 5 }).map(({ uid, time, lon, lat }) => ({ uid, time, lon, lat })));
  const { compared, notMeasured } = small(points);
  expect(compared.notes.join(' ')).toMatch(/Fewer than 30 people.*stays.*people differ more than twofold/);
  expect(compared.places).toMatch(/^squares of 500 m on the ground \(/);
  expect(notMeasured.map(({ name }) => name)).toContain('travelTimes');
});

test('a set without rows is rejected', () => {
  expect(() => realism(real, fromRows([]))).toThrow('realism: the generated set has no rows');
});

test('a profile is added to the measures and replaces none', () => {
  const { profile, measures: rows } = small(few[1], { profile: 'movesim' });
  expect(rows.length).toBeGreaterThan(30);
  expect(profile).toMatchObject({ profile: 'movesim', scores: { radius: expect.any(Number) } });
});

test('the people behind a bad measure are listed, with the hours and places of their records', () => {
  const moved = town({ people: 30 }).map((row) =>
    Number(row.uid) >= 23 ? { ...row, lon: row.lon + 3, place: 9999 } : row,
  );
  const { worst, measures: rows } = small(fromRows(moved));
  expect(rows.every(({ distribution }) => distribution.length <= 50)).toBe(true);
  const all = worst.flatMap(({ blame }) => [...(blame?.people ?? []), ...(blame?.places ?? [])]).join(' ');
  expect(all).toMatch(/\b2\d\b.*142\.7/);
});

test('axes that are exchanged on one side are noted where the boxes of both sides overlap', () => {
  const cells = Array.from({ length: 400 }, (_, i) => ({
    uid: i % 40,
    time: 3600 * i,
    lon: 2 + (i % 7),
    lat: 1 + ((i * 5) % 9) / 3,
  }));
  const notes = (rows: typeof cells) =>
    notesOn({ real: fromRows(cells), generated: fromRows(rows), rule: '' }).join(' ');
  const exchanged = cells.map((row) => ({ ...row, lon: row.lat, lat: row.lon }));
  expect(notes(exchanged)).toContain('would if longitude and latitude (or x and y) of one were swapped');
  expect(notes(cells.map((row) => ({ ...row, lon: row.lon + 0.2 })))).not.toContain('swapped');
});

test('swapped columns and sets in different parts of the world are noted', () => {
  const west = town({ people: 20 }).map((row) => ({ ...row, lon: row.lon - 100 }));
  const swapped = west.map((row) => ({ ...row, lon: row.lat, lat: row.lon }));
  const { compared } = realism(fromRows(west), fromRows(swapped), { baselines: [], places: { by: 'grid' } });
  expect(compared.notes.join(' ')).toContain('swapped');
  const far = fromRows(town({ people: 20 }).map((row) => ({ ...row, lon: row.lon - 60 })));
  expect(small(far, { places: { by: 'grid' } }).compared.notes.join(' ')).toContain('different parts of the world');
});
