import { type DiaryPerson, fitDiaryModel, parseDay } from '@itinera/mobility';
import { tripRows } from '@itinera/run';
import { expect, test } from 'vitest';
import { simulateGroup } from '../../simulation/simulate-group.js';
import type { Profile } from '../../simulation/simulation-settings.js';
import { noModel, toyCity, toySettings, toyWorld } from '../../simulation/toy-city.fixture.js';
import { DiaryModelAgent } from './diary-model-agent.js';

const aoi = (n: number) => 500_000_000 + n;

function observed(status: string, sequence: string): DiaryPerson {
  return {
    ...{ id: 1, household: '1', weight: 1, tripFactor: 1 },
    attributes: { sex: 'm', age: '40', status, hh_size: '1', cars: '0' },
    day: parseDay(sequence, 'a day'),
  };
}

/** Full-time workers work, others do not; pupils go to school; the retired go out for the night and come back. */
const days = [
  observed('work_full', 'home 0-480;>car 480-510 2000;work 510-1020;>car 1020-1050 2000;home 1050-1440'),
  observed('work_other', 'home 0-1440'),
  observed('student', 'home 0-480;>car 480-510 3000;study 510-900;>car 900-930 3000;home 930-1440'),
  observed('retired', 'home 0-1200;>car 1200-1230 2000;leisure 1230-1440'),
  observed('retired', 'leisure 0-600;>car 600-630 2000;home 630-1440'),
];
// Three in four workers are full-time.
const model = fitDiaryModel([...days, days[0]!, days[0]!].flatMap((day) => Array.from({ length: 12 }, () => day)));

class Fitted extends DiaryModelAgent {
  readonly model = model;
}

async function tripsOf(attributes: Record<string, unknown>, count: number, isDated = true) {
  const city = toyCity();
  const settings = toySettings({
    clock: { stepSeconds: 3600, steps: 96, ...(isDated && { firstDay: '2024-03-04' }) },
  });
  const people = Array.from({ length: count }, (_, id): Profile => {
    return { id, home: aoi(4), work: aoi(2), attributes: { gender: 'male', age: 40, ...attributes } };
  });
  const outcome = await simulateGroup(
    { settings, city, world: toyWorld(city), agentClass: Fitted, llm: noModel },
    people,
  );
  if ('stopped' in outcome) throw outcome.stopped;
  return [...tripRows(outcome.trips)];
}

test('who is only known to work works as often as the workers of the survey; in benchmarks the word keeps its meaning', async () => {
  const trips = await tripsOf({ occupation: 'Worker' }, 100);
  const workers = new Set(trips.flatMap(({ id, destination }) => (destination === aoi(2) ? [id] : [])));
  expect(workers.size).toBeGreaterThan(60);
  expect(workers.size).toBeLessThan(90);
  expect(trips.filter(({ destination }) => destination === aoi(2))).toHaveLength(4 * workers.size);
  expect(await tripsOf({ occupation: 'Worker' }, 5, false)).toEqual([]);
});

test('pupils go to the school of their profile and do not drive', async () => {
  const trips = await tripsOf({ occupation: 'Student', school: aoi(7), age: 12 }, 3);
  expect(new Set(trips.map(({ destination }) => destination))).toEqual(new Set([aoi(7), aoi(4)]));
  expect(new Set(trips.map(({ mode }) => mode))).toEqual(new Set(['PASSENGER']));
});

test('a day begins where the one before has ended', async () => {
  const trips = await tripsOf({ occupation: 'Retired' }, 5);
  for (const { id, trip, origin } of trips)
    if (trip > 0) expect(origin).toBe(trips.find((one) => one.id === id && one.trip === trip - 1)!.destination);
  // Out for the night, and home the next morning.
  const hours = trips.map(({ destination, departure }) => [destination === aoi(4), (departure % 86_400) / 3600]);
  expect(hours.every(([isHome, hour]) => hour === (isHome ? 10 : 20))).toBe(true);
  expect(hours.filter(([isHome]) => isHome)).toHaveLength(10);
});
