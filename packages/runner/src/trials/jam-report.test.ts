import { expect, test } from 'vitest';
import { jamReport } from './jam-report.js';

const clock = { stepSeconds: 900, steps: 2 * 96 };

test('the report of a gridlock names where it began, the worst roads, and what to try', () => {
  expect(jamReport({ clock }, 8000)).toBeNull();
  const jams = [
    { roadId: 200_000_003, name: 'unnamed road near Maindee', since: 8 * 3_600_000, until: 9.5 * 3_600_000, cars: 2 },
    { roadId: 200_000_001, name: 'Main Street', since: 32 * 3_600_000, until: 33 * 3_600_000, cars: 7 },
  ];
  expect(jamReport({ clock, traffic: { jams } }, 8000)).toBe(
    'Gridlock: demand exceeds the capacity of the roads. 2 roads were full between day 0, 08:00 and day 1, 09:00, the first one unnamed road near Maindee (road 200000003); ' +
      '9 cars moved on without space after the longest wait. Most of them: Main Street (road 200000001), day 1, 08:00 to day 1, 09:00, 7; ' +
      'unnamed road near Maindee (road 200000003), day 0, 08:00 to day 0, 09:30, 2. Travel times in these hours are unreliable. ' +
      'If the people are a sample of the real traffic, set --represents or --sample-factor. ' +
      'Drivers chose routes by free-flow times: --route-iterations 10 shows whether better routes suffice.',
  );
  const movement = { sampleFactor: 1000 / 18_000, queue: { routeIterations: 10 } };
  expect(jamReport({ clock, traffic: { jams }, movement }, 8000)).toMatch(
    / are unreliable\. Road capacities were scaled to 5\.56 %, the simulated share of the real traffic\. Drivers already chose routes by the traffic: /,
  );
});

test('cars that were let through in fewer than one of 1,000 car trips are no gridlock; one day needs no number', () => {
  const jam = { roadId: 200_000_082, name: 'Punahou Street', since: 8.5 * 3_600_000, until: 8.6 * 3_600_000, cars: 1 };
  const one = { clock: { stepSeconds: 900, steps: 96 }, traffic: { jams: [jam] } };
  const modes = { trips: { 'by car': 19_675, 'on foot': 9000 }, limits: [] };
  expect(jamReport({ ...one, modes })).toBe('1 car moved on without space after the longest wait, at Punahou Street.');
  expect(jamReport({ ...one, modes: { ...modes, trips: { 'by car': 900 } } })).toMatch(
    /roads\. 1 road was full between 08:30 and 08:36, Punahou Street \(road 200000082\); 1 car moved on without space after the longest wait\. Travel times /,
  );
  const jams = [jam, ...[3, 2, 1].map((cars, i) => ({ ...jam, roadId: i, name: `Street ${cars}`, cars }))];
  expect(jamReport({ ...one, traffic: { jams }, modes })).toBe(
    '7 cars moved on without space after the longest wait, at Street 3, Street 2, Street 1 and 1 other road.',
  );
});
