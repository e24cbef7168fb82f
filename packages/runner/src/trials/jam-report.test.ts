import { expect, test } from 'vitest';
import { jamReport } from './jam-report.js';

test('the report of a gridlock names where it began, the worst roads, and what to try', () => {
  expect(jamReport([], {})).toBeNull();
  const jams = [
    { roadId: 200_000_003, name: 'unnamed road near Maindee', since: 8 * 3_600_000, until: 9.5 * 3_600_000, cars: 2 },
    { roadId: 200_000_001, name: 'Main Street', since: 32 * 3_600_000, until: 33 * 3_600_000, cars: 7 },
  ];
  expect(jamReport(jams, {})).toBe(
    'Gridlock: demand exceeds the capacity of the roads. 2 roads were full between day 0 08:00 and day 1 09:00, the first one unnamed road near Maindee (road 200000003); ' +
      '9 cars moved on without space after the longest wait. Most of them: Main Street (road 200000001), day 1 08:00 to day 1 09:00, 7; ' +
      'unnamed road near Maindee (road 200000003), day 0 08:00 to day 0 09:30, 2. Travel times in these hours are unreliable. ' +
      'If the people are a sample of the real traffic, set --represents or --sample-factor. ' +
      'Drivers chose routes by free-flow times: --route-iterations 10 shows whether better routes suffice.',
  );
  expect(jamReport(jams, { sampleFactor: 1000 / 18_000, queue: { routeIterations: 10 } })).toMatch(
    / are unreliable\. Road capacities were scaled to 5\.56 %, the simulated share of the real traffic\. Drivers already chose routes by the traffic: /,
  );
});
