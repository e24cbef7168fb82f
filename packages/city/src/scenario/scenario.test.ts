import { UserError } from '@itinera/base';
import { expect, test } from 'vitest';
import { type Scenario, scenarioOfRun } from './scenario.js';

const hours = { from: 0, to: 86_400, days: null };
const area = [
  [4, 52],
  [5, 52],
  [5, 53],
] as const;
const scenario: Scenario = {
  name: 'plan',
  close: [
    { road: ['Main street', 7], ...hours, for: 'cars' },
    { station: ['Harbour'], area, ...hours },
    { line: ['67'], agency: 'Metro', ...hours, days: [1, 5] },
  ],
  speed: [
    { area, kmh: 30 },
    { road: [7], factor: 0.5 },
  ],
  lanes: [{ road: [7], lanes: 2, busLanes: 1 }],
  add: [
    { road: { name: '', points: area, lanes: 1, speed: 50, bothWays: true, walking: true } },
    { bus: { name: 'a', stops: area, headway: 600, from: 18_000, to: 82_800, speed: 20, bothWays: true } },
    { gtfs: '/feeds/metro.zip' },
  ],
  workAtHome: 0.2,
  shift: [{ ...hours, seconds: -900, share: 0.25, purpose: 'work' }],
  evacuate: { area, at: 36_000, within: 1800 },
  price: [{ ...hours, area, amount: 8, valueOfTime: 13.6 }],
};

test('a scenario that a run folder keeps is read as it was written', () => {
  expect(scenarioOfRun(JSON.parse(JSON.stringify(scenario)))).toEqual(scenario);
});

test.each([
  [{ close: 7 }, 'close: expected array, got number'],
  [{ close: [{ ...hours, line: ['67'], to: 'noon' }] }, 'close.0.to: expected number, got string'],
  [{ close: [{ ...hours, road: [7], for: 'lorries' }] }, 'close.0.for: Invalid option'],
  [{ add: [{ bus: {} }] }, 'add.0.bus.name: expected string, got nothing'],
  [{ lanes: [{ road: [7], lanes: 1e9 }] }, 'lanes.0.lanes: Too big'],
  [{ evacuate: { area: [[1, 2, 3]], at: 0, within: 0 } }, 'evacuate.area.0: Too big'],
  [{ workAtHome: null }, 'workAtHome: expected number, got null'],
])('a damaged one is rejected: %j', (change, message) => {
  const read = () => scenarioOfRun(JSON.parse(JSON.stringify({ ...scenario, ...change })));
  expect(read).toThrow(UserError);
  expect(read).toThrow(`The scenario of the run (run.json): ${message}`);
});
