import { synthesizeCity } from '@itinera/city-build';
import { studentQuantile } from '@itinera/metrics';
import { expect, test } from 'vitest';
import { cityShocks } from './city-shocks.js';
import { robustnessPlan } from './robustness.js';
import { meanInterval } from './student.js';
import { nameOfCell, parseSweepPlan } from './sweep-plan.js';

const parse = (plan: unknown) => parseSweepPlan(plan, '/plans/plan.yaml');

test('a plan is agents × models × maps × parameters, with paths relative to its folder and names unchanged', () => {
  const { task, cells, seeds } = parse({
    task: 'DailyMobility',
    agents: ['day-pattern', 'mine/agent.ts'],
    models: ['a.yml', '/b.yml'],
    params: { share: [0.1, 0.2], fast: true },
    seeds: [4, 4, 2],
  });
  expect([task, seeds, cells.length]).toEqual(['DailyMobility', [4, 2], 8]);
  expect(cells[0]).toEqual({
    agent: 'day-pattern',
    model: '/plans/a.yml',
    map: null,
    params: { share: 0.1, fast: true },
  });
  expect(cells.at(-1)).toEqual({
    agent: '/plans/mine/agent.ts',
    model: '/b.yml',
    map: null,
    params: { share: 0.2, fast: true },
  });
  expect(new Set(cells.map(nameOfCell)).size).toBe(8);
});

test('sampling settings are an axis of a plan, and part of the name of a setup', () => {
  const plan = { task: 'DailyMobility', agents: 'diarist', models: 'a.yml', sampling: { temperature: [0, 0.7] } };
  const { cells } = parse(plan);
  expect(cells.map(({ sampling }) => sampling)).toEqual([{ temperature: 0 }, { temperature: 0.7 }]);
  expect(cells.map(nameOfCell)).toEqual(['diarist · a.yml · temperature=0', 'diarist · a.yml · temperature=0.7']);
});

test.each([
  [{ task: 'DailyMobility', agents: 'a', sampling: { temperature: 0 } }, 'sampling requires models'],
  [{ task: 'DailyMobility', agents: 'a', models: 'a.yml', sampling: { heat: 0 } }, 'sampling'],
  [{}, 'task'],
  [{ task: 'DailyMobility' }, 'plan.yaml: agents: expected string, got nothing. Correct the plan.'],
  [{ task: 'DailyMobility', agents: [] }, 'agents'],
  [{ task: 'DailyMobility', agents: ['a', 7] }, 'agents.1: expected string, got number.'],
  [{ task: 'DailyMobility', agents: 'a', seed: 3 }, 'seed'],
  [{ task: 'DailyMobility', agents: 'a', seeds: 0 }, 'seeds'],
  [
    { task: 'DailyMobility', agents: 'a', params: { x: Array.from({ length: 2000 }, (_, i) => i) }, seeds: 100 },
    '100000 runs',
  ],
  [{ task: 'DailyMobility', agents: 'a', conditions: [{ faults: { fail: 0.1 } }] }, 'conditions.0.name'],
  [{ task: 'DailyMobility', agents: 'a', conditions: [{ name: 'x', scenario: { clos: [] } }] }, 'clos'],
  [7, 'plan.yaml'],
])('an invalid plan is rejected with the fault: %j', (plan, words) => {
  expect(() => parse(plan)).toThrow(words);
});

test.each([
  [1, 12.7062],
  [2, 4.30265],
  [3, 3.18245],
  [4, 2.77645],
  [5, 2.57058],
  [10, 2.22814],
  [30, 2.04227],
  [1000, 1.96234],
])("Student's quantile with %d degrees of freedom agrees with the tables", (freedom, expected) => {
  expect(Math.abs(studentQuantile(freedom) / expected - 1)).toBeLessThan(0.002);
});

test('a mean has an interval if there are at least two values', () => {
  expect(meanInterval([])).toBeNull();
  expect(meanInterval([5])).toEqual({ n: 1, mean: 5, deviation: null, low: null, high: null });
  const { mean, low, high } = meanInterval([1, 2, 3])!;
  expect(mean).toBe(2);
  expect(high! - mean).toBeCloseTo(4.30265273 / Math.sqrt(3), 9);
  expect(mean - low!).toBeCloseTo(high! - mean, 12);
});

test('an agent without a language model is tried under shocks of the world only', () => {
  const names = (model: string | null) =>
    robustnessPlan('DailyMobility', 'commuter', model, 2, {}).cells.map(({ condition }) => condition!.name);
  expect(names(null)).toEqual(['as usual', 'snow: cars at 60 % of their speed', '30 % of workers work at home']);
  expect(names('llm.yml')).toHaveLength(6);
});

test('the main street and the centre of a map are shocks; a map without workplaces has no centre', () => {
  const map = synthesizeCity({ seed: 1, size: 500 });
  const people = Array.from(map.aois.id, (work) => ({ work }));
  const [street, charge] = cityShocks({ map, timetable: null }, people);
  expect(street!.name).toMatch(/^the main street closed: /);
  expect(street!.scenario!.close).toHaveLength(1);
  expect(charge!.name).toBe('8 dollars to drive into the centre');
  expect(charge!.scenario!.price[0]!.area).toHaveLength(4);
  expect(cityShocks({ map, timetable: null }, []).map(({ name }) => name)).toEqual([street!.name]);
});
