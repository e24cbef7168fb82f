import { expect, test } from 'vitest';
import { HOUR } from '../clock.js';
import { noisy, town } from '../town.fixture.js';
import { fromRows, type Row } from '../trajectories.js';
import { hoursApart } from './hours-apart.js';
import { notesOn, saysMistaken } from './notes.js';

const real = fromRows(town({ seed: 1 }));
const again = town({ seed: 7 });
const shifted = (hours: number, rows: readonly Row[] = again) =>
  fromRows(
    rows.map((row) => ({
      ...row,
      time: row.time + hours * HOUR,
      ...(row.end !== undefined && { end: row.end + hours * HOUR }),
    })),
  );

test('hours are named that were taken from the times of one side, or added to them', () => {
  for (const hours of [-9, -5.5, -1, 3, 12]) expect(hoursApart(real, shifted(hours))).toBe(hours === 12 ? 12 : -hours);
  const points = (rows: readonly Row[]) => rows.map(({ end, ...row }) => row);
  expect(hoursApart(fromRows(points(town({ seed: 1 }))), shifted(-9, points(again)))).toBe(9);
});

test('other differences, and too few people, are no shift', () => {
  for (const rows of [again, noisy(again, 0.5), noisy(again, 1)])
    expect(hoursApart(real, fromRows(rows))).toBeUndefined();
  expect(hoursApart(real, shifted(-0.5))).toBeUndefined();
  expect(hoursApart(real, shifted(-9, town({ people: 20 })))).toBeUndefined();
  expect(
    hoursApart(
      real,
      shifted(
        -9,
        again.map(({ end, ...row }) => row),
      ),
    ),
  ).toBeUndefined();
});

/** Where each person is at every step of seconds. */
function sampled(rows: readonly Row[], step: number): Row[] {
  return rows.flatMap((row, i) => {
    const next = rows[i + 1];
    const until = next?.uid === row.uid ? next.time : row.end! + 1;
    const first = Math.ceil(row.time / step) * step;
    const { end, ...point } = row;
    return Array.from({ length: Math.max(0, Math.ceil((until - first) / step)) }, (_, k) => ({
      ...point,
      time: first + k * step,
    }));
  });
}

test('points that are taken at other intervals are no shift, and hide none', () => {
  for (const [a, b] of [
    [600, 3600],
    [3600, 600],
    [3600, 3600],
    [7200, 600],
  ] as const) {
    const points = fromRows(sampled(town({ people: 80 }), a));
    const others = sampled(town({ people: 80, seed: 7 }), b);
    expect(hoursApart(points, fromRows(others))).toBeUndefined();
    if (Math.max(a, b) > 3600) continue;
    expect(hoursApart(points, shifted(-9, others))).toBe(9);
    expect(hoursApart(points, shifted(1, others))).toBe(a === b ? -1 : undefined);
  }
});

test('stays that are known by full hours on one side are no shift', () => {
  const toHour = (rows: readonly Row[]) =>
    rows.map((row) => ({ ...row, end: Math.ceil((row.end! + 1) / HOUR) * HOUR }));
  const hourly = toHour(again);
  expect(hoursApart(real, fromRows(hourly))).toBeUndefined();
  expect(hoursApart(fromRows(hourly), real)).toBeUndefined();
  expect(hoursApart(fromRows(hourly), shifted(-1, hourly))).toBe(1);
  expect(Math.abs(hoursApart(real, shifted(-9, hourly))! - 9)).toBeLessThanOrEqual(1);
});

test('the note on shifted hours says what to do, and belongs to the verdict', () => {
  const [note] = notesOn({ real, generated: shifted(-9), rule: '' });
  expect(note).toBe(
    'The clock of one side may be off: trips are at the same hours if 9 hours are added to the generated times. If one side is in UTC, name its column of times utc_time and pass --zone; otherwise correct its times.',
  );
  expect(saysMistaken(note!)).toBe(true);
  expect(notesOn({ real: shifted(-1), generated: real, rule: '' })[0]).toContain(
    'if 1 hour is taken from the generated times',
  );
});
