import { expect, test } from 'vitest';
import { jamReport } from './jam-report.js';

test('the report of a gridlock names the worst roads first, with days and times', () => {
  expect(jamReport([])).toBeNull();
  const jams = [
    { roadId: 200_000_003, since: 8 * 3_600_000, until: 9.5 * 3_600_000, cars: 2 },
    { roadId: 200_000_001, since: 32 * 3_600_000, until: 33 * 3_600_000, cars: 7 },
  ];
  expect(jamReport(jams)).toContain(
    '2 roads were full, and 9 cars passed without space after the stuck time. Most of them: road 200000001 (day 1 08:00 to day 1 09:00, 7), road 200000003 (day 0 08:00 to day 0 09:30, 2). If the people are a sample of the real traffic, set --sample-factor.',
  );
  expect(jamReport(jams, 1000 / 18_000)).toMatch(
    / 2\)\. Roads had 5\.56 % of their capacity, the simulated share of the real traffic\.$/,
  );
});
