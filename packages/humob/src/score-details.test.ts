import type { Rules } from '@itinera/metrics';
import { expect, test } from 'vitest';
import { slowTest } from '../../base/src/slow.fixture.js';
import { sampleTrajectories } from './sample.js';
import { scoreTrajectories } from './score.js';
import { GROUPINGS, scoreGroups } from './score-details.js';
import { StepTable } from './step-table.js';
import { groupByPerson } from './trajectories.js';

/** Steps of one person: day, slot, cell. */
function side(rows: readonly (readonly [d: number, t: number, x: number, y: number])[]) {
  const steps = new StepTable();
  rows.forEach(([d, t, x, y], i) => {
    steps.push(1, d, t, x, y, i + 1);
  });
  return groupByPerson({ path: 'by hand', columns: 5, steps });
}

/** At home twice, 10 cells away at noon; predicted correctly at home, two cells off at noon, 8 cells off on day 61. */
const sides = {
  reference: side([
    [60, 0, 10, 10],
    [60, 24, 20, 10],
    [60, 47, 10, 10],
    [61, 1, 10, 10],
  ]),
  generated: side([
    [60, 0, 10, 10],
    [60, 24, 22, 10],
    [60, 47, 10, 10],
    [61, 1, 18, 10],
  ]),
};

const score = (rules: Rules) => scoreTrajectories(sides.generated, sides.reference, { rules });

test('scores by hour, by weekday and by distance from the usual place agree with values computed by hand', async () => {
  const { byDay: days } = await score('humob2023');
  const figures = (by: (typeof GROUPINGS)[number]) =>
    scoreGroups(sides, by, days).map(({ group, steps, exact, within1Km, meanKm }) => [
      group,
      steps,
      exact,
      within1Km,
      meanKm,
    ]);
  expect(figures('hour')).toEqual([
    ['00:00', 2, 0.5, 0.5, 2],
    ['12:00', 1, 0, 1, 1],
    ['23:00', 1, 1, 1, 0],
  ]);
  expect(figures('weekday')).toEqual([
    ['d mod 7 = 4', 3, 2 / 3, 1, 1 / 3],
    ['d mod 7 = 5', 1, 0, 0, 4],
  ]);
  expect(figures('distance')).toEqual([
    ['at the usual place', 3, 2 / 3, 2 / 3, 4 / 3],
    ['2 to 5 km', 1, 0, 1, 1],
  ]);
  expect([...days.d]).toEqual([60, 61]);
  expect(scoreGroups(sides, 'weekday', days).map(({ geobleu, dtw }) => [geobleu, dtw])).toEqual(
    [0, 1].map((i) => [days.geobleu[i], days.dtw[i]]),
  );
});

test('precisions agree with values computed by hand', async () => {
  const [right, off, far] = [1, Math.exp(-1), Math.exp(-4)];
  const { precisions, days } = (await score('humob2023')).parts;
  expect(days).toEqual([2, 1, 1]);
  expect(precisions[0]).toBeCloseTo(((2 * right + off) / 3 + far) / 2, 12);
  expect(precisions[1]).toBeCloseTo(off, 12);
  expect(precisions[2]).toBeCloseTo(off, 12);
});

slowTest('days, groups and people aggregate the same scores', async () => {
  const { predicted: generated, truth: reference } = sampleTrajectories();
  const score = await scoreTrajectories(generated, reference, { rules: 'giscup2025', processes: 1 });
  const days = score.byDay;
  const first = [...days.uid.keys()].filter((i) => days.uid[i] === score.people.uid[0]);
  const mean = first.reduce((sum, i) => sum + days.geobleu[i]!, 0) / first.length;
  expect(mean).toBeCloseTo(score.people.geobleu[0]!, 12);
  for (const by of GROUPINGS) {
    const groups = scoreGroups({ generated, reference }, by, days);
    expect(groups.reduce((sum, { steps }) => sum + steps, 0)).toBe(score.steps);
  }
  expect(score.parts.precisions).toHaveLength(5);
});
