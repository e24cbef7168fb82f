import { expect, test } from 'vitest';
import type { TripPair } from './paired-people.js';
import { TimeCauses } from './time-causes.js';

const trip = (mode: string, minutes: number) => ({ mode, seconds: 60 * minutes });
const pair = (a: object | null, b: object | null) => ({ a, b }) as unknown as TripPair;

function main(sign: 1 | -1, ...pairs: readonly TripPair[]): string | null {
  const causes = new TimeCauses(sign);
  causes.add(pairs);
  return causes.main();
}

const [drive, longDrive, walk, ride] = [
  trip('DRIVE_ONLY', 2),
  trip('DRIVE_ONLY', 6),
  trip('WALK_ONLY', 9),
  trip('PASSENGER', 3),
];

test('the cause is the kind of trips on which more than half of the time is lost', () => {
  expect(main(1, pair(drive, longDrive), pair(drive, longDrive), pair(drive, walk))).toBe(
    '2 of their trips by car take longer (6.0 min instead of 2.0)',
  );
  expect(main(1, pair(drive, longDrive), pair(drive, walk))).toBe(
    '1 of their trips is on foot instead of by car (9.0 min instead of 2.0)',
  );
  // Trips that take less time do not hide those that take longer.
  expect(main(1, pair(drive, longDrive), pair(walk, drive))).toBe(
    '1 of their trips by car takes longer (6.0 min instead of 2.0)',
  );
  expect(main(1, pair(drive, longDrive), pair(null, walk))).toBe('1 of their trips is new');
});

test('several changes of mode are one cause where none of them is enough', () => {
  expect(main(1, pair(drive, walk), pair(ride, walk), pair(drive, longDrive))).toBe(
    '2 of their trips are by another mode (9.0 min instead of 2.5)',
  );
  expect(main(1, pair(drive, longDrive), pair(null, ride), pair(drive, trip('PASSENGER', 5)))).toBeNull();
  expect(main(1)).toBeNull();
});

test('time is gained on trips that take less, and on those that are gone', () => {
  expect(main(-1, pair(longDrive, drive))).toBe('1 of their trips by car takes less time (2.0 min instead of 6.0)');
  expect(main(-1, pair(walk, null), pair(drive, null), pair(longDrive, drive))).toBe('2 of their trips are gone');
});
