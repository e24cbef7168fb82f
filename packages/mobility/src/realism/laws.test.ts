import { Random } from '@itinera/base';
import { expect, test } from 'vitest';
import { slowTest } from '../../../base/src/slow.fixture.js';
import { places } from '../place/places.js';
import { town } from '../town.fixture.js';
import { fromRows } from '../trajectories.js';
import { burstiness, mobilityLaws, returners } from './laws.js';
import { degreeOfReturn, noveltyProfiles } from './novelty-seeking.js';
import { fitTruncatedPowerLaw } from './truncated-power-law.js';

/** Values of a truncated power law on [1, 1000], by rejection from the pure one. */
function drawn(exponent: number, cutoff: number, count: number, random = new Random(3)): number[] {
  const values: number[] = [];
  const [low, power] = [1 - 1000 ** (1 - exponent), 1 / (1 - exponent)];
  while (values.length < count) {
    const x = (1 - random.uniform() * low) ** power;
    if (random.uniform() < Math.exp(-(x - 1) / cutoff)) values.push(x);
  }
  return values;
}

test.each([
  [1.5, 100],
  [1.75, 20],
  [2.5, Infinity],
])('a fit recovers exponent %d and cut-off %d', (exponent, cutoff) => {
  const fit = fitTruncatedPowerLaw(drawn(exponent, cutoff, 20_000), { least: 1, most: 1000 });
  expect(Math.abs(fit.exponent - exponent)).toBeLessThan(0.05);
  if (Number.isFinite(cutoff)) expect(Math.abs(fit.cutoff / cutoff - 1)).toBeLessThan(0.15);
  else expect(fit.cutoff).toBeGreaterThan(500);
});

test('equal, few or no values have no law', () => {
  const range = { least: 1, most: 1000 };
  for (const values of [[], [1, 2, 3], Array(50).fill(7)])
    expect(fitTruncatedPowerLaw(values, range).exponent).toBeNaN();
});

slowTest(
  'another sample of the same town is within the spread in most laws, one of people who jump at random is not',
  () => {
    const set = (rows: ReturnType<typeof town>) => places(fromRows(rows), { by: 'grid', metres: 500 });
    const real = set(town({ people: 60, seed: 1 }));
    const laws = mobilityLaws(real, set(town({ people: 60, seed: 2 })));
    expect(laws.map(({ name }) => name)).toContain('burstiness of trips');
    expect(laws.filter(({ isWithin }) => isWithin === false).length).toBeLessThanOrEqual(2);
    const random = new Random(1);
    const lost = town({ people: 60, seed: 1 }).map((row) => ({ ...row, lon: row.lon + random.uniform() / 5 }));
    const far = mobilityLaws(real, set(lost));
    expect(far.filter(({ isWithin }) => isWithin === false).length).toBeGreaterThan(3);
    expect(mobilityLaws(real, real).every(({ isWithin }) => isWithin !== false)).toBe(true);
  },
);

test('trips by the clock have burstiness −1, and people between two places are returners', () => {
  const rows = Array.from({ length: 12 }, (_, i) => ({ uid: 'a', time: 3600 * i, lon: 0.1 * (i % 2), lat: 0 }));
  const set = places(fromRows(rows), { by: 'exact' });
  expect(burstiness(set)).toBeCloseTo(-1);
  expect(returners(set)).toBe(1);
});

/** One visit per hour to the places of each text, one letter per place. */
const visiting = (...people: string[]) =>
  fromRows(
    people.flatMap((text, uid) =>
      [...text].map((letter, i) => ({ uid, time: 3600 * i, lon: 0, lat: 0, place: letter.charCodeAt(0) })),
    ),
  );

test('degrees of return are those of the published examples, and a longer visit counts once', () => {
  const degrees = degreeOfReturn(visiting('abcda', 'abacad', 'abcabc', 'ababab', 'aab', 'a'));
  expect([...degrees].map((degree) => Number(degree.toFixed(3)))).toEqual([0.245, 0.644, 0.785, 1.107, 0, Number.NaN]);
});

test('scouters, regulars and routiners have the limits of the real people', () => {
  const scouter = 'abcdefgh';
  const regular = 'abacad';
  const routiner = 'abababababab';
  const sharesOf = noveltyProfiles(visiting(scouter, scouter, 'abcdefga', regular, regular, routiner, 'abababab'));
  expect(sharesOf(visiting(scouter, routiner, routiner, regular))).toEqual({
    scouters: 0.25,
    regulars: 0.25,
    routiners: 0.5,
  });
  const equal = noveltyProfiles(visiting(scouter, scouter));
  expect(equal(visiting(regular)).scouters).toBeNaN();
});
