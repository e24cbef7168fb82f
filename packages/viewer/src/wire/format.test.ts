import { expect, test } from 'vitest';
import {
  asDuration,
  asPercent,
  attributeName,
  clock,
  count,
  dateTime,
  dayName,
  describeCost,
  fixed,
  metres,
  metricName,
  moment,
  setupOf,
  signed,
  squareMetres,
  taskTitle,
  typeset,
} from './format.js';

test('an unknown price is not shown as zero', () => {
  expect(describeCost(null, null)).toBeNull();
  expect(describeCost(0, 0)).toBeNull();
  expect(describeCost(0.5, 0)).toBe('$0.5000');
  expect(describeCost(null, 3)).toBe('cost unknown');
  expect(describeCost(0, 3)).toBe('cost unknown');
  expect(describeCost(2.5, 3)).toBe('over $2.50');
});

test('days have dates if the run has', () => {
  expect(dayName(2, null)).toBe('day 2');
  expect([dayName(0, '2024-02-28'), dayName(2, '2024-02-28')]).toEqual(['Wed 28 Feb', 'Fri 1 Mar']);
});

test('missing values are dashes', () => {
  for (const format of [count, fixed, signed, asPercent, metres, asDuration, dateTime, moment])
    expect(format(null)).toBe('–');
  expect(fixed(Number.NaN)).toBe('–');
});

test('numbers have grouped digits, signs and units', () => {
  expect(count(12345)).toBe('12,345');
  expect(fixed(12_345.678, 2)).toBe('12,345.68');
  expect([fixed(3.525, 2), signed(-0.015, 2)]).toEqual([(3.525).toFixed(2), `−${(0.015).toFixed(2)}`]);
  expect(fixed(1e308)).toBe('1e+308');
  expect([signed(1.26), signed(-1.26), signed(-0.001)]).toEqual(['+1.3', '−1.3', '0.0']);
  expect(asPercent(0.256, 1)).toBe('25.6 %');
  expect([metres(12.3), metres(1234), metres(45_678)]).toEqual(['12 m', '1.2 km', '46 km']);
  expect([2.34, 45, 600, 5400].map(asDuration)).toEqual(['2.3 s', '45 s', '10 min', '1 h 30 min']);
});

test('times of day are read from seconds of any day, including the day before', () => {
  expect([0, 30_600, 86_400 + 60, -60].map(clock)).toEqual(['00:00', '08:30', '00:01', '23:59']);
});

test('times that count from 0 are days, not dates of 1970', () => {
  expect(dateTime(1_600_041_600)).toBe('2020-09-14 00:00');
  expect(dateTime(2 * 86_400 + 30_600)).toBe('day 2, 08:30');
});

test('a simulation is named by its length and step, a benchmark by its version', () => {
  expect(taskTitle({ task: 'DailyMobility', taskVersion: '1.0.0' })).toBe('DailyMobility 1.0.0');
  expect(taskTitle({ task: 'simulation-1d-900s', taskVersion: '2.0.0' })).toBe(
    'Simulation of 1 day in steps of 15 min',
  );
  expect(taskTitle({ task: 'simulation-7d-300s-from-2025-03-01', taskVersion: '2.0.0' })).toBe(
    'Simulation of 7 days from 2025-03-01 in steps of 5 min',
  );
});

test('metrics without a name show their key', () => {
  expect(metricName('final_score')).toBe('score');
  expect(metricName('my_metric')).toBe('my metric');
});

test('runs of one benchmark are told apart by agent, models and seed', () => {
  expect(setupOf({ agent: 'my_agent.py', models: [], seed: 2 })).toBe('my_agent.py · seed 2');
  expect(setupOf({ agent: 'diary.ts', models: ['qwen'], seed: 1 })).toBe('diary.ts · qwen · seed 1');
});

test('attributes of people are words with units, and sentences have the signs of print', () => {
  expect(['has_car', 'age', 'commute_km', 'favourite_park'].map(attributeName)).toEqual([
    ...['has a car', 'age, years', 'commute, km', 'favourite park'],
  ]);
  expect(typeset('CO2: -3 kg (-1 to 2), 3-4 m')).toBe('CO₂: −3 kg (−1 to 2), 3-4 m');
});

test('areas are in square kilometres from a tenth of one', () => {
  expect([0, 99_999.6, 120_000, 138_100_000, null].map(squareMetres)).toEqual([
    '0 m²',
    '100,000 m²',
    '0.1 km²',
    '138 km²',
    '–',
  ]);
});
