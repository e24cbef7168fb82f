import { expect, test } from 'vitest';
import { verdictOf } from './card-row.js';
import type { PersonTrip, RealismPerson } from './day-laws.js';
import { realismCard } from './realism-card.js';

const unknown = { firstWeekday: 0, isUnitedStates: false, hasTimetable: true };
const published = { low: 0.2, high: 0.25, data: '', source: '' };

test.each([
  [{ value: 0.19, low: 0.18, high: 0.2 }, 'holds'],
  [{ value: 0.28, low: 0.27, high: 0.29 }, 'off'],
  [{ value: 0.09, low: 0.08, high: 0.1 }, 'wrong in kind'],
  [{ value: 0.51, low: 0.5, high: 0.52 }, 'wrong in kind'],
  [{ value: 0.22, low: Number.NaN, high: Number.NaN }, 'too few people'],
  [{ value: 0.9, low: Number.NaN, high: Number.NaN }, 'too few people'],
  [{ value: Number.NaN, low: Number.NaN, high: Number.NaN }, 'no data'],
] as const)('a value of %j is judged by its interval: %s', (measured, verdict) => {
  expect(verdictOf(measured, published)).toBe(verdict);
});

test('what cannot be has no tolerance, and without a figure there is no verdict', () => {
  const never = { ...published, low: 0, high: 0 };
  expect(verdictOf({ value: 0, low: 0, high: 0 }, never)).toBe('holds');
  expect(verdictOf({ value: 1e-4, low: 0, high: 2e-4 }, never)).toBe('wrong in kind');
  expect(verdictOf({ value: 1, low: 1, high: 1 }, null)).toBe('no data');
});

/** So many people of each kind: thirty have intervals, even if all are alike. */
const times = (count: number, people: readonly RealismPerson[]) => Array.from({ length: count }, () => people).flat();

/** Somebody who drives to work and back on a Monday. */
function worker(mode: string, more: Partial<RealismPerson> = {}): RealismPerson {
  const trip = (departure: number, destination: number): PersonTrip => ({
    ...{ departure, destination, mode, metres: 1000, seconds: 600, withHousehold: null, withAdult: null },
  });
  return {
    stays: [
      { place: 1, arrival: 0, departure: 8 * 3600 },
      { place: 2, arrival: 9 * 3600, departure: 17 * 3600 },
      { place: 1, arrival: 18 * 3600, departure: null },
    ],
    usual: new Set([1, 2]),
    duty: 2,
    age: 40,
    home: 1,
    work: 2,
    school: null,
    trips: [trip(8 * 3600, 2), trip(17 * 3600, 1)],
    household: null,
    hoursWithTooManyCars: 0,
    isCarless: false,
    ...more,
  };
}

test('the card of a day has measures by hand, and figures of the United States only there', () => {
  const people = times(15, [worker('DRIVE_ONLY'), worker('PASSENGER', { trips: [], stays: [] })]);
  const card = (isUnitedStates: boolean) => realismCard(people, { ...unknown, days: 1, isUnitedStates });
  const value = (measure: string) => card(true).find((row) => row.measure.startsWith(measure))!;
  expect(value('trips per person')).toMatchObject({ value: 1, verdict: 'wrong in kind' });
  expect(value('days without a trip').value).toBe(0.5);
  expect(value('in a car')).toMatchObject({ value: 1, verdict: 'off' });
  // 82.6 of 96.6 % of the trips of 2017 are in a car.
  expect(value('in a car').observed!.low).toBeCloseTo(0.855, 3);
  expect(value('of up to a mile').value).toBe(1);
  expect(value('on weekdays from 7:00').value).toBe(0.5);
  expect(value('with a household member')).toMatchObject({ value: null, verdict: 'no data' });
  expect(value('people with a workplace').value).toBe(0.5);
  expect(card(false).find(({ measure }) => measure.startsWith('in a car'))).toMatchObject({ observed: null });
  expect(value('hours in which').verdict).toBe('holds');
  // Hours are those of the country, elsewhere those of any survey.
  expect(value('on weekdays from 7:00').observed!.high).toBeCloseTo(0.158, 3);
  expect(card(false).find(({ measure }) => measure.startsWith('on weekdays from 7:00'))!.observed!.high).toBeCloseTo(
    0.2145,
    4,
  );
});

test('two weekdays in a row are alike for people who always or never go to work, and are not compared across a weekend', () => {
  const days = 12;
  const goingOn = (when: readonly number[]) =>
    worker('DRIVE_ONLY', {
      trips: when.map((day) => ({ ...worker('DRIVE_ONLY').trips[0]!, departure: day * 86_400 + 8 * 3600 })),
    });
  const [always, never, alternating] = [[0, 1, 2, 3, 4, 7, 8, 9, 10, 11], [], [0, 2, 4, 7, 9, 11]].map(goingOn);
  const correlation = (people: readonly RealismPerson[]) =>
    realismCard(people, { ...unknown, days, isUnitedStates: true }).find(({ measure }) =>
      measure.startsWith('at work on a weekday and on the next'),
    )!;
  expect(correlation(times(15, [always!, never!]))).toMatchObject({ value: 1, verdict: 'off' });
  expect(correlation(times(30, [alternating!]))).toMatchObject({ value: -1, verdict: 'wrong in kind' });
  expect(correlation(times(30, [always!]))).toMatchObject({ value: null, verdict: 'no data' });
});

test('with whom older people live is known from the ages in their households', () => {
  const living = (...household: (number | null)[]) => worker('DRIVE_ONLY', { age: 70, household });
  const people = [living(70), living(70, 68), living(70, 41, 11), living(70, null), worker('DRIVE_ONLY', { age: 80 })];
  const card = realismCard(people, { ...unknown, days: 1 });
  const value = (measure: string) => card.find((row) => row.measure.startsWith(measure))!.value;
  expect(value('people of 65 and older who live alone')).toBe(0.25);
  expect(value('people of 65 and older who live with a child')).toBe(0.25);
});

test('people without a car who drive are wrong in kind', () => {
  const card = realismCard([worker('DRIVE_ONLY', { isCarless: true })], {
    ...unknown,
    ...{ days: 1, firstWeekday: null, isUnitedStates: true },
  });
  expect(card.find(({ measure }) => measure.startsWith('driven by'))).toMatchObject({ verdict: 'wrong in kind' });
});

test('from two weeks on, the laws over weeks join it', () => {
  const fortnight = realismCard([worker('WALK_ONLY')], { ...unknown, days: 14 });
  expect(fortnight.map(({ measure }) => measure)).toContain('growth of distinct places, exponent');
  expect(realismCard([worker('WALK_ONLY')], { ...unknown, days: 13 }).length).toBe(fortnight.length - 8);
  expect(fortnight.every(({ value }) => value === null || Number.isFinite(value))).toBe(true);
  expect(fortnight.find(({ measure }) => measure.startsWith('days without'))!.value).toBeCloseTo(13 / 14);
});

test('without a timetable, the share of public transport is not judged, and its row says why', () => {
  const row = (hasTimetable: boolean) =>
    realismCard(times(30, [worker('DRIVE_ONLY')]), { ...unknown, days: 1, isUnitedStates: true, hasTimetable }).find(
      ({ measure }) => measure.startsWith('by public transport'),
    )!;
  expect(row(true)).toMatchObject({ measure: 'by public transport, share of trips', verdict: 'wrong in kind' });
  expect(row(false)).toMatchObject({
    ...{ measure: 'by public transport (no timetable), share of trips', value: 0, verdict: 'no data' },
  });
  // Those who would ride are spread over the other modes.
  const car = realismCard([worker('DRIVE_ONLY')], { ...unknown, days: 1, isUnitedStates: true, hasTimetable: false });
  expect(car.find(({ measure }) => measure.startsWith('in a car'))!.observed!.low).toBeCloseTo(82.6 / 94.05, 3);
});

test('measures with a verdict come first, and an interval has two ends or none', () => {
  // One of twenty people rides a bike, so many resamples have no such trip.
  const people = Array.from({ length: 20 }, (_, i) => worker(i === 0 ? 'BIKE_WALK' : 'WALK_ONLY'));
  const card = realismCard(people, { ...unknown, days: 1, isUnitedStates: false });
  const verdicts = card.map(({ verdict }) => (verdict === 'no data' ? 1 : 0));
  expect(verdicts).toEqual([...verdicts].sort());
  expect(card.every(({ low, high }) => (low === null) === (high === null))).toBe(true);
  const bike = card.find(({ measure }) => measure === 'by bike, minutes of a trip')!;
  expect([bike.value === null, bike.low]).toEqual([false, null]);
});
