import { bytesSource } from '@itinera/tables';
import { expect, test } from 'vitest';
import { type ReadOptions, readTrajectories } from './read-trajectories.js';
import { isTrack, readingReport } from './reading.js';

const START = Date.UTC(2023, 4, 1) / 1000;
const read = (text: string, options: ReadOptions = {}) =>
  readTrajectories(bytesSource('people.csv', new TextEncoder().encode(text)), options);

/** Two people with a record every three hours for three days, or per day. */
function file(columns: string, cells: (time: Date, person: string, i: number) => string, hours = 3, sep = ','): string {
  const lines = ['a', 'b'].flatMap((person) =>
    Array.from({ length: 24 }, (_, i) => cells(new Date((START + i * hours * 3600) * 1000), person, i)),
  );
  return `${columns.replaceAll(',', sep)}\n${lines.join('\n')}\n`;
}
const iso = (time: Date) => time.toISOString().slice(0, 19);
const digits = (time: Date, count: number) => iso(time).replace(/\D/g, '').slice(0, count);
const position = (i: number) => `${35.68 + (i % 2) / 100},${139.76 + (i % 2) / 100}`;
const timed = (form: (time: Date) => string, hours = 3) =>
  file('uid,time,lat,lon', (time, person, i) => `${person},${form(time)},${position(i)}`, hours);
const beside = (column: string, form: (time: Date) => string, day = (time: Date) => iso(time).slice(0, 10)) =>
  file(`uid,date,${column},lat,lon`, (time, person, i) => `${person},${day(time)},${form(time)},${position(i)}`);
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May'];
const serial = (time: Date) => time.getTime() / 86_400_000 + 25_569;

test.each<[string, string]>([
  ['milliseconds', timed((time) => String(time.getTime()))],
  ['microseconds', timed((time) => `${time.getTime()}000`)],
  ['seconds with a fraction', timed((time) => (time.getTime() / 1000).toFixed(1))],
  ['YYYYMMDDHH', timed((time) => digits(time, 10))],
  ['YYYYMMDDHHMM', timed((time) => digits(time, 12))],
  ['YYYYMMDDHHMMSS as a number with a fraction', timed((time) => `${digits(time, 14)}.0`)],
  ['days of a spreadsheet', timed((time) => serial(time).toFixed(6))],
  [
    'days of a spreadsheet with a decimal comma',
    file(
      'uid,time,lat,lon',
      (time, person, i) => [person, serial(time).toFixed(6), ...position(i).split(',')].join(';').replaceAll('.', ','),
      3,
      ';',
    ),
  ],
  ['slots of half an hour', beside('slot', (time) => String(2 * time.getUTCHours()))],
  ['slots of a quarter', beside('slot', (time) => String(4 * time.getUTCHours()))],
  ['slots of five minutes', beside('time_slot', (time) => String(12 * time.getUTCHours()))],
  ['hours', beside('time', (time) => String(time.getUTCHours()))],
  ['HHMM without zeros', beside('time', (time) => String(Number(digits(time, 12).slice(8))))],
  [
    'HHMMSS without zeros',
    beside(
      'time',
      (time) => String(Number(digits(time, 14).slice(8))),
      (time) => digits(time, 8),
    ),
  ],
  ['seconds of the day', beside('time', (time) => String(3600 * time.getUTCHours()))],
  ['minutes of the day', beside('time', (time) => String(60 * time.getUTCHours()))],
  ['shares of the day', beside('time', (time) => String(time.getUTCHours() / 24))],
  [
    'year, month, day and hour',
    file(
      'uid,year,month,day,hour,minute,lat,lon',
      (time, person, i) => `${person},2023,5,${time.getUTCDate()},${time.getUTCHours()},0,${position(i)}`,
    ),
  ],
  [
    'an RFC 2822 date',
    timed((time) => `"Mon, ${iso(time).slice(8, 10)} ${months[4]} 2023 ${iso(time).slice(11)} GMT"`),
  ],
  [
    'a month as a name',
    timed((time) => `${iso(time).slice(8, 10)}-${months[time.getUTCMonth()]}-2023 ${iso(time).slice(11)}`),
  ],
  ['a comma before milliseconds', timed((time) => `"${iso(time).replace('T', ' ')},000"`)],
  ['a zone in brackets', timed((time) => `${iso(time)}+09:00[Asia/Tokyo]`)],
  ['hours alone', timed((time) => iso(time).slice(0, 13))],
  ['a line that names the separator', `sep=,\n${timed(iso)}`],
])('%s are read as times', async (_, text) => {
  const { trajectories, dropped } = await read(text);
  const { times, people } = trajectories;
  expect([people.length, times.length, times[0], times.at(-1), dropped]).toEqual([
    2,
    48,
    START,
    START + 23 * 10_800,
    {},
  ]);
});

test('days without a time are dates, if they may be numbers with a fraction too', async () => {
  for (const form of [(time: Date) => digits(time, 8), (time: Date) => `${digits(time, 8)}.0`]) {
    const { trajectories } = await read(timed(form, 24));
    expect([trajectories.times[0], trajectories.times.at(-1)]).toEqual([START, START + 23 * 86_400]);
  }
});

test.each([
  ['whole days of a spreadsheet', timed((time) => String(serial(time)), 24), '--time-format excel'],
  [
    'slots from 1',
    file('uid,time,lat,lon', (_, person, i) => `${person},${i + 1},${position(i)}`),
    '--columns date=NAME',
  ],
  [
    'hours or HHMM',
    beside('time', (time) => String(time.getUTCHours() > 12 ? time.getUTCHours() * 100 + 30 : time.getUTCHours())),
    '--time-format',
  ],
  [
    'numbers of rows in any order',
    file(
      'id,time,lat,lon',
      (time, person, i) => `${((i * 7) % 24) + (person === 'a' ? 0 : 24)},${iso(time)},${position(i)}`,
    ),
    '--columns user=NAME',
  ],
  [
    'swapped axes',
    file('uid,time,lon,lat', (time, person, i) => `${person},${iso(time)},${position(i)}`),
    '--columns lat=',
  ],
  ['metres', file('uid,time,lat,lon', (time, person) => `${person},${iso(time)},3950000.5,385000.5`), 'EPSG:4326'],
  [
    'degrees without a point',
    file('uid,time,lat,lon', (time, person) => `${person},${iso(time)},356800000,1397600000`),
    '10^7',
  ],
  [
    'an offset of no place',
    file('uid,time,lat,lon,utc_offset', (time, person, i) => `${person},${iso(time)}Z,${position(i)},7.3`),
    '--zone',
  ],
  ['one column', timed(iso).replaceAll(',', ' '), 'Separate columns'],
])('%s are refused with what fixes them', async (_, text, words) => {
  await expect(read(text)).rejects.toThrow(words);
});

test.each([
  [
    'numbered days',
    file(
      'uid,d,t,lat,lon',
      (time, person, i) => `${person},${time.getUTCDate() - 1},${2 * time.getUTCHours()},${position(i)}`,
    ),
    'as in HuMob',
  ],
  [
    'kilometres',
    file(
      'uid,time,lat,lon',
      (time, person, i) => `${person},${iso(time)},${12.3 + (i % 5) * 7},${8.2 + (i % 7) * 9}`,
      1,
    ),
    'instead of degrees',
  ],
  ['radians', file('uid,time,lat,lon', (time, person, i) => `${person},${iso(time)},0.62${i},2.43${i}`), 'radians'],
  ['a person called unknown', timed(iso).replaceAll('\nb,', '\nUnknown,'), 'missing value'],
  ['shortened ids', timed(iso).replaceAll('\nb,', '\n1.23457E+17,'), 'spreadsheet'],
  [
    'stays that overlap',
    file(
      'uid,start,end,lat,lon',
      (time, person, i) => `${person},${iso(time)},${iso(new Date(time.getTime() + 2e7))},${position(i)}`,
    ),
    'stays begin before',
  ],
  [
    'durations',
    file('uid,arrival,duration,lat,lon', (time, person, i) => `${person},${iso(time)},60,${position(i)}`),
    'durations',
  ],
  [
    'local times with offsets',
    file('uid,time,lat,lon,tz_offset', (time, person, i) => `${person},${iso(time)},${position(i)},540`),
    'offset=none',
  ],
])('%s are read with a note', async (_, text, words) => {
  expect((await read(text)).notes.join('\n')).toContain(words);
});

test('offsets may be texts or zones, and a row without one is dropped', async () => {
  const utc = (offset: string) =>
    file(
      'uid,time,lat,lon,timezone',
      (time, person, i) => `${person},${iso(time)}Z,${position(i)},${i === 0 ? '' : offset}`,
    );
  for (const offset of ['9', '540', '32400', '+09:00', 'UTC+9', 'Asia/Tokyo']) {
    const { trajectories, dropped, clock } = await read(utc(offset));
    expect([trajectories.times[0], dropped, clock]).toEqual([START + 12 * 3600, { 'no offset': 2 }, '+09:00']);
  }
  const local = file(
    'uid,time,lat,lon,timezone',
    (time, person, i) => `${person},${iso(time)}+09:00,${position(i)},540`,
  );
  expect((await read(local)).trajectories.times[0]).toBe(START);
  const kept = await read(utc('9').replaceAll('Z', ''), { columns: { offset: 'none' } });
  expect([kept.trajectories.times[0], kept.clock]).toEqual([START, 'floating']);
});

test('stays whose start and end are beside one date end on the next day if they end earlier', async () => {
  const { trajectories } = await read('uid,date,start,end,lat,lon\na,2023-05-01,22:00,06:30,35.5,139.5\n');
  expect(trajectories.ends![0]! - trajectories.times[0]!).toBe(8.5 * 3600);
});

test('fixes every five minutes are a track unless positions repeat', async () => {
  const fixes = (jitter: number) =>
    Array.from({ length: 150 }, (_, i) => `a,${START + 300 * i},${35.5 + jitter * (i % 7)},139.5`).join('\n');
  const isFix = async (jitter: number) => isTrack(readingReport(await read(`uid,time,lat,lon\n${fixes(jitter)}\n`)));
  expect([await isFix(0.0001), await isFix(0)]).toEqual([true, false]);
});
