import { bytesSource, pointOf } from '@itinera/tables';
import { expect, test } from 'vitest';
import { hourlyPlaces } from '../models/markov-diary.js';
import { trackingQualityBy } from '../person/tracking-quality.js';
import { places } from '../place/places.js';
import { placesBySlot } from '../privacy/places-by-slot.js';
import { slotPeople } from '../realism/profiles/slot-people.js';
import { summaryOf } from '../realism/realism.js';
import { localClock } from '../trajectories.js';
import { type ReadOptions, readTrajectories } from './read-trajectories.js';
import { describeReading, isTrack, misfits, readingReport } from './reading.js';

const read = (text: string, options: ReadOptions = {}) =>
  readTrajectories(bytesSource('people.csv', new TextEncoder().encode(text)), options);
const table = (columns: string, cells: readonly string[]) =>
  `uid,${columns},lat,lon\n${cells.map((cell, i) => `a,${cell},35.${i},135.5`).join('\n')}\n`;
const at = (text: string) => Date.parse(`${text}Z`) / 1000;

test('a clock that is set back changes hours, neither order nor durations', async () => {
  const cells = ['08:30', '08:50', '09:10', '09:30'].map((time) => `2023-11-05T${time}:00Z`);
  const { trajectories, notes } = await read(table('time', cells), { zone: 'America/Los_Angeles' });
  expect([...trajectories.lats]).toEqual([35.0, 35.1, 35.2, 35.3]);
  expect([1, 2, 3].map((row) => trajectories.times[row]! - trajectories.times[row - 1]!)).toEqual([1200, 1200, 1200]);
  const shown = [...localClock(trajectories).times].map((time) => new Date(time * 1000).toISOString().slice(11, 16));
  expect(shown).toEqual(['01:30', '01:50', '01:10', '01:30']);
  expect(notes.join()).not.toContain('sorted');
});

test.each([
  ['time', '20230501083000', '2023-05-01T08:30:00'],
  ['time', '202305010830', '2023-05-01T08:30:00'],
  ['time', '20230501', '2023-05-01T00:00:00'],
  ['time', '45047.25', '2023-05-01T06:00:00'],
  ['time', '20230501T083000Z', '2023-05-01T08:30:00'],
  ['time', '2023-05-01 08:30:00+00', '2023-05-01T08:30:00'],
  ['time', '2023-05-01 7:0:57', '2023-05-01T07:00:57'],
  ['date,time', '2023-05-01,0830', '2023-05-01T08:30:00'],
  ['date,time', '20230501,8:30', '2023-05-01T08:30:00'],
  ['date,hour', '2023-05-01,8', '2023-05-01T08:00:00'],
  ['date,slot', '2023-05-01,17', '2023-05-01T08:30:00'],
])('%s %s is %s', async (columns, cell, expected) => {
  const { trajectories } = await read(table(columns, [cell]));
  expect(trajectories.times[0]).toBe(at(expected));
});

test('30 February is no time, and offsets have the unit of their size', async () => {
  const february = await read(table('time', ['2023-02-28 08:00:00', '2023-02-30 08:00:00']));
  expect(february.dropped).toEqual({ 'time is none': 1 });
  for (const offset of ['-5', '-300', '-18000']) {
    const { trajectories } = await read(table('time,timezone_offset', [`2023-05-01T05:00:00Z,${offset}`]));
    expect(trajectories.times[0]).toBe(at('2023-05-01T00:00:00'));
  }
  await expect(read(table('time,timezone_offset', ['2023-05-01T05:00:00Z,90000']))).rejects.toThrow('--zone');
});

test('slots and numbers of rows are refused with the option that helps', async () => {
  const slots = Array.from({ length: 48 }, (_, i) => String(i));
  await expect(read(table('time', slots))).rejects.toThrow('--columns date=NAME');
  const counted = Array.from({ length: 12 }, (_, i) => `${i},b,2023-05-01 00:00:00,35.5,135.5`).join('\n');
  await expect(read(`id,who,time,lat,lon\n${counted}\n`)).rejects.toThrow('--columns user=NAME');
  expect((await read(`id,User ID,time,lat,lon\n${counted}\n`)).trajectories.people).toEqual(['b']);
});

test('missing people are dropped, places may have names, and a missing end is not a wrong one', async () => {
  const people = ['a', 'NaN', 'None', 'NULL', '\\N', 'nan'].map((uid) => `${uid},2023-05-01 08:00:00,35.5,135.5`);
  const { dropped } = await read(`uid,time,lat,lon\n${people.join('\n')}\n`);
  expect(dropped).toEqual({ 'no person': 5 });
  const stays = ['2023-05-01 08:00,2023-05-01 09:00,home', '2023-05-01 10:00,,work'];
  const named = await read(table('start,end,venueId', stays));
  expect(named.dropped).toEqual({ 'no end': 1 });
  expect(named.trajectories.places).toHaveLength(1);
});

test('points are read from WKT and WKB, and bytes that are cut short are none', () => {
  expect(pointOf('SRID=4326;POINT Z (135 35 2)')).toEqual([135, 35]);
  const hex = '01010000000000000000E060400000000000804140';
  expect(pointOf(hex)).toEqual([135, 35]);
  expect(pointOf(`0101000020E6100000${hex.slice(10)}`)).toEqual([135, 35]);
  for (const bad of [hex.slice(0, -2), 'POINT EMPTY', `0102${hex.slice(4)}`, new Uint8Array([0x47, 0x50, 0, 14]), 7])
    expect(pointOf(bad)).toBeUndefined();
});

test('a reading says what a side holds, and two of them what does not fit', async () => {
  const fixes = Array.from({ length: 120 }, (_, i) => String(1_683_000_000 + 30 * i));
  const track = readingReport(await read(table('time', fixes)));
  expect(track).toMatchObject({ clock: 'UTC', people: 1, records: 120, medianInterval: 30, stays: false });
  expect(isTrack(track)).toBe(true);
  expect(describeReading('real', track)).toHaveLength(3);
  const dropped = { 'said twice': 3500, 'time is none': 1, 'no end': 2 };
  expect(describeReading('real', { ...track, dropped })[2]).toBe(
    '  dropped: repeated row (3,500); invalid time (1); the stay is without an end (2)',
  );
  const other = readingReport(await read(table('time', ['2023-05-01 08:00:00', '2023-05-02 08:00:00'])));
  expect(isTrack(other)).toBe(false);
  expect(misfits(track, other).join()).toContain('--zone');
  const offsets = async (zone: string) => readingReport(await read(table('time', [`2023-05-01 08:00:00${zone}`])));
  const on = async (day: string) => readingReport(await read(table('time', [`${day} 08:00:00`])));
  expect(misfits(await on('2023-05-01'), await on('2023-05-06')).join()).toContain('(Mon; Sat)');
  expect(misfits(await on('2023-05-01'), await on('2023-05-02'))).toEqual([]);
  const cells = readingReport(await read('uid,d,t,x,y\n1,0,0,5,6\n'));
  expect(misfits(await on('2023-05-01'), cells).join()).toContain('generated side consists of cells of HuMob');
  expect(misfits(await offsets('+01:00'), await offsets('+09:00')).join()).toContain('+01:00 and +09:00');
});

test('hours and days of all measures are those that clocks showed', async () => {
  // An hour from 08:00 on either side of the change: the offsets are −7 and −8 hours.
  const days = ['2023-11-04T15', '2023-11-04T16', '2023-11-06T16', '2023-11-06T17'];
  const text = table(
    'time',
    days.map((hour) => `${hour}:00:00Z`),
  );
  const { trajectories } = await read(text, { zone: 'America/Los_Angeles' });
  const placed = places(trajectories, { by: 'exact' });
  expect([summaryOf(placed).from, summaryOf(placed).to]).toEqual([
    at('2023-11-04T08:00:00'),
    at('2023-11-06T09:00:00'),
  ]);
  const { keys, shares } = trackingQualityBy(placed, { by: 'hour', gap: 3600 });
  expect([...keys].filter((_, i) => shares[i]! > 0)).toEqual([8]);
  expect(slotPeople(placed).places.map((own) => [own[16], own[18]])).toEqual([
    [placed.places![0], placed.places![1]],
    [placed.places![2], placed.places![3]],
  ]);
  expect(placesBySlot(placed)[0]!.slice(8, 10)).toEqual(placed.places!.slice(0, 2));
  expect(placesBySlot(placed)[0]!.slice(56, 58)).toEqual(placed.places!.slice(2, 4));
  expect(hourlyPlaces(placed)[0]!.firstHour).toBe(8);
});
