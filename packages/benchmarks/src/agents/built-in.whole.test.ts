import { builtInAgents, noModel, simulateGroup, sunny } from '@itinera/engine';
import { dayOfStep } from '@itinera/run';
import { describe, expect, test } from 'vitest';
import { toyCity, toyPeople, toySettings, toyWorld } from '../../../engine/src/simulation/toy-city.fixture.js';
import { weatherOfDorian } from '../hurricane-mobility/weather.js';

const clock = { stepSeconds: 1800, steps: 144 };
const people = 60;

/** Simulates three days around a hurricane. @returns departures by day, and the share of rows of each action */
async function threeDays(name: string, weather = weatherOfDorian, firstDay?: string) {
  const city = toyCity();
  const settings = toySettings({ clock: { ...clock, ...(firstDay && { firstDay }) }, weather });
  const { agentClass } = builtInAgents[name]!;
  const outcome = await simulateGroup(
    { settings, city, world: toyWorld(city), agentClass, llm: noModel },
    toyPeople(people),
  );
  if ('stopped' in outcome) throw outcome.stopped;
  const { facts, action } = outcome.statuses;
  const departures = [0, 0, 0];
  for (const departure of outcome.trips.departure) departures[Math.floor(departure / 86_400)]!++;
  const share = (text: string, day: number, from: number, to: number) => {
    let rows = 0;
    let count = 0;
    for (let row = 0; row < people * clock.steps; row++) {
      const step = row % clock.steps;
      const hour = ((step * clock.stepSeconds) % 86_400) / 3600;
      if (dayOfStep(clock, step) !== day || hour < from || hour >= to) continue;
      count++;
      if (action.texts[action.keys[row]!] === text) rows++;
    }
    return rows / count;
  };
  return { departures, share, problemCount: facts.problemCount };
}

test('the commuter works by day, goes out in the evening, sleeps at night, and in a storm does nothing but work', async () => {
  const { departures, share, problemCount } = await threeDays('commuter');
  expect(problemCount).toBe(0);
  expect(share('work', 0, 10, 12)).toBe(1);
  expect(share('eating out', 0, 12, 13.5)).toBeGreaterThan(0.3);
  expect(share('sleep', 0, 23, 24)).toBe(1);
  expect(share('eating out', 1, 0, 24)).toBe(0);
  expect(share('home activity', 1, 20, 22)).toBe(1);
  expect(departures[1]).toBeLessThan(departures[0]! * 0.7);
});

test('day-pattern follows the surveys, goes out less in a storm, and then nearly recovers', async () => {
  const { departures, share, problemCount } = await threeDays('day-pattern');
  expect(problemCount).toBe(0);
  // 8.1 h of sleep are 34 % of a day; 83 % work on a weekday, a third of the day long, four fifths of them by ten.
  expect(share('sleep', 0, 0, 24)).toBeCloseTo(0.34, 1);
  expect(share('sleep', 0, 2, 4)).toBeGreaterThan(0.85);
  expect(share('work', 0, 10.5, 11.5)).toBeGreaterThan(0.5);
  expect(share('work', 0, 10.5, 11.5)).toBeLessThan(0.8);
  // Some work at night; travelling counts as `other`.
  expect(share('work', 0, 20, 24)).toBeGreaterThan(0);
  expect(share('other', 0, 7, 9)).toBeGreaterThan(0.1);
  const [before, during, after] = departures as [number, number, number];
  expect(during).toBeLessThan(before * 0.85);
  expect(after).toBeGreaterThan(during);
});

test('random goes anywhere', async () => {
  const { departures, problemCount } = await threeDays('random');
  expect(problemCount).toBe(0);
  expect(Math.min(...departures)).toBeGreaterThan(people * 10);
});

test.each(['d-epr', 'ditras', 'markov'])(
  'people of %s are at home for much of the night, go out, and return',
  async (name) => {
    const { departures, share, problemCount } = await threeDays(name);
    expect(problemCount).toBe(0);
    for (const count of departures) expect(count).toBeGreaterThan(people / 2);
    for (const count of departures) expect(count).toBeLessThan(people * 20);
    expect(share('sleep', 2, 2, 5) + share('home activity', 2, 2, 5)).toBeGreaterThan(name === 'd-epr' ? 0.2 : 0.9);
  },
);

test('ditras and markov leave home by day; density EPR ignores the time of day', async () => {
  const markov = await threeDays('markov');
  expect(markov.share('work', 1, 10, 12)).toBeGreaterThan(0.4);
  expect(markov.share('work', 1, 1, 4)).toBeLessThan(0.15);
  const ditras = await threeDays('ditras');
  const away = (from: number, to: number) =>
    1 - ditras.share('sleep', 1, from, to) - ditras.share('home activity', 1, from, to);
  expect(away(10, 16)).toBeGreaterThan(0.4);
  expect(away(10, 16)).toBeGreaterThan(5 * away(1, 5));
});

describe('from a Friday to a Sunday', () => {
  const weekend = (name: string) => threeDays(name, [sunny], '2024-03-01');

  test('day-pattern works less and sleeps longer on the weekend, as in the time-use survey', async () => {
    const { share, departures, problemCount } = await weekend('day-pattern');
    expect(problemCount).toBe(0);
    expect(share('work', 0, 10.5, 11.5)).toBeGreaterThan(0.5);
    for (const day of [1, 2]) {
      // 35 % of the employed work, not all of them at noon.
      expect(share('work', day, 11.5, 13)).toBeGreaterThan(0.05);
      expect(share('work', day, 11.5, 13)).toBeLessThan(0.35);
      expect(share('sleep', day, 6, 10)).toBeGreaterThan(share('sleep', 0, 6, 10) + 0.1);
      expect(departures[day]).toBeGreaterThan(people / 2);
    }
  });

  test.each(['commuter', 'markov'])('people of %s work on Friday and have two days off', async (name) => {
    const { share } = await weekend(name);
    expect(share('work', 0, 10, 12)).toBeGreaterThan(0.35);
    for (const day of [1, 2]) expect(share('work', day, 10, 12)).toBeLessThan(0.25);
  });

  test('people of ditras are at home more by day', async () => {
    const { share } = await weekend('ditras');
    const away = (day: number) => 1 - share('sleep', day, 9, 15) - share('home activity', day, 9, 15);
    for (const day of [1, 2]) expect(away(day)).toBeLessThan(away(0) - 0.1);
  });
});
