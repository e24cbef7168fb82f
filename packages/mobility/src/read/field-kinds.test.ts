import { bytesSource } from '@itinera/tables';
import { expect, test } from 'vitest';
import { type ReadOptions, readTrajectories } from './read-trajectories.js';
import { isTrack, misfits, readingReport } from './reading.js';

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
  ['seconds of the day in a column t', beside('t', (time) => String(3600 * time.getUTCHours()))],
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
  [
    'offsets with the opposite sign',
    file('uid,time,lat,lon,tz_offset', (time, person, i) => `${person},${iso(time)}Z,${position(i)},-540`),
    'opposite sign',
  ],
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

test.each(['utc_timestamp', 'time_utc', 'UTC time', 'Timestamp (GMT)', 'utcTimestamp'])(
  'dates without an offset in a column called %s are in UTC',
  async (name) => {
    const dated = file(`uid,${name},lat,lon`, (time, person, i) => `${person},${iso(time)},${position(i)}`);
    const named = { columns: { time: name } };
    const plain = await read(dated, named);
    expect([plain.trajectories.times[0], plain.clock, plain.notes]).toEqual([
      START,
      'UTC',
      [expect.stringMatching(/Times are in UTC .* pass --zone/)],
    ]);
    const berlin = await read(dated, { ...named, zone: 'Europe/Berlin' });
    expect([berlin.trajectories.times[0], berlin.clock]).toEqual([START + 2 * 3600, 'Europe/Berlin']);
    const moved = file(
      `uid,${name},lat,lon,tz_offset`,
      (time, person, i) => `${person},${iso(time)},${position(i)},540`,
    );
    expect((await read(moved, named)).trajectories.times[0]).toBe(START + 9 * 3600);
  },
);

test.each(['utc_time', 'time_utc', 'time_gmt', 'utc_timestamp'])('a column called %s has the times', async (name) => {
  const text = file(`uid,${name},lat,lon`, (time, person, i) => `${person},${iso(time)},${position(i)}`);
  const { trajectories, clock } = await read(text);
  expect([trajectories.times[0], clock]).toEqual([START, 'UTC']);
});

test('a column that looks like offsets and is not used is named', async () => {
  const text = file(
    'uid,time,lat,lon,tz_offset_ms',
    (time, person, i) => `${person},${iso(time)},${position(i)},7200000`,
  );
  expect((await read(text)).notes).toEqual([
    expect.stringContaining('Column tz_offset_ms looks like offsets from UTC'),
  ]);
});

test('sides that lie years apart are named, and sides a few months apart are not', async () => {
  const later = (days: number) => timed((time) => iso(new Date(time.getTime() + days * 864e5)));
  const readings = await Promise.all([0, 1460, 90].map(async (days) => readingReport(await read(later(days)))));
  expect(misfits(readings[0]!, readings[1]!).join()).toMatch(/are 4 years apart \(from 2023-05-01; from 2027-04-30\)/);
  expect(misfits(readings[1]!, readings[0]!).join()).toContain('years apart');
  expect(misfits(readings[0]!, readings[2]!).join()).not.toContain('apart');
});

test('a column of local times stays local', async () => {
  const local = file('uid,dutch_time,lat,lon', (time, person, i) => `${person},${iso(time)},${position(i)}`);
  expect((await read(local, { columns: { time: 'dutch_time' } })).clock).toBe('floating');
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

test.each<[string, (time: Date) => string, string]>([
  ['YYYYMMDDHH', (time) => digits(time, 10), '2023023008'],
  ['YYYYMMDDHHMM', (time) => digits(time, 12), '202302300830'],
  ['YYYYMMDDHHMM', (time) => digits(time, 12), '202305012530'],
  ['YYYYMMDDHHMMSS', (time) => digits(time, 14), '20230230083000'],
])('a number of the form %s that is no date is left out, and the others stay dates', async (_, form, wrong) => {
  const { trajectories, dropped, notes } = await read(timed(form).replace(form(new Date(START * 1000)), wrong));
  expect(trajectories.times.length).toBe(47);
  expect(trajectories.times[0]).toBe(START + 3 * 3600);
  expect([dropped, notes]).toEqual([{ 'time is none': 1 }, []]);
});

test('days as numbers stay days if one of them does not exist', async () => {
  const { trajectories, dropped } = await read(timed((time) => digits(time, 8), 24).replace('20230501', '20230230'));
  expect(trajectories.times[23]).toBe(START);
  expect(dropped).toEqual({ 'time is none': 1 });
});

const stays = (columns: string, cells: (time: Date) => string) =>
  file(`uid,${columns},lat,lon`, (time, person, i) => `${person},${cells(time)},${position(i)}`);
const later = (time: Date, minutes: number) => new Date(time.getTime() + minutes * 60_000);

test.each([
  ['start,duration_minutes', (time: Date) => `${iso(time)},90`],
  ['arrival,stay_hours', (time: Date) => `${iso(time)},1.5`],
  ['begin,dwell_time_s', (time: Date) => `${iso(time)},5400`],
  ['start_timestamp,end_timestamp', (time: Date) => `${iso(time)},${iso(later(time, 90))}`],
  ['t_start,t_end', (time: Date) => `${iso(time)},${iso(later(time, 90))}`],
  ['arrive,leave', (time: Date) => `${iso(time)},${iso(later(time, 90))}`],
])('stays with the columns %s end', async (columns, cells) => {
  const { ends, times } = (await read(stays(columns, cells))).trajectories;
  expect([...(ends ?? [])].map((end, i) => end - times[i]!)).toEqual(Array(48).fill(5400));
});

test('durations last as long where the clock changes', async () => {
  const { trajectories } = await read('uid,time,duration_h,lat,lon\na,2023-11-05T07:30:00Z,4,34,-118\n', {
    zone: 'America/Los_Angeles',
  });
  expect(trajectories.ends![0]! - trajectories.times[0]!).toBe(4 * 3600);
});

test('hours beyond 24 beside a date are in the night after it', async () => {
  const rows = [
    'a,2023-05-01,08:00,17:00,35,139',
    'a,2023-05-01,18:00,25:30,35.1,139',
    'a,2023-05-02,0800,2600,35,139',
  ];
  const { trajectories, dropped } = await read(`uid,date,start,end,lat,lon\n${rows.join('\n')}\n`);
  expect([...trajectories.ends!].map((end) => (end - START) / 3600)).toEqual([17, 25.5, 50]);
  expect(dropped).toEqual({});
});

test('an hour that clocks show twice is told apart by the order of rows, in a zone', async () => {
  const clocks = ['00:20', '00:40', '01:00', '01:20', '01:40', '01:00', '01:20', '01:40', '02:00'];
  const points = clocks.map((clock, i) => `a,2023-11-05 ${clock},${34 + i / 100},-118`);
  const zone = 'America/Los_Angeles';
  const { trajectories, notes } = await read(`uid,time,lat,lon\n${points.join('\n')}\n`, { zone });
  expect([...trajectories.times].map((time) => (time - trajectories.times[0]!) / 60)).toEqual(
    clocks.map((_, i) => 20 * i),
  );
  expect(notes).toEqual([]);
  const stay = 'uid,start,end,lat,lon\na,2023-11-05 01:40,2023-11-05 01:10,34,-118\n';
  const { times, ends } = (await read(stay, { zone })).trajectories;
  expect(ends![0]! - times[0]!).toBe(1800);
});

test.each([
  ['NaN', undefined],
  ['-1', undefined],
  ['1e5', 2],
  ['0100000', 2],
  ['0x186A0', 2],
  ['100000.0', 1],
])('the place %s beside 100000 is missing, another one or the same', async (place, count) => {
  const { trajectories } = await read(
    file(
      'uid,time,lat,lon,LocationID',
      (time, person, i) => `${person},${iso(time)},${position(i)},${i % 2 ? place : 100000}`,
    ),
  );
  expect(trajectories.places && new Set(trajectories.places).size).toBe(count);
});

test('what else may be wrong is noted: ids that are one number, halves of cells, and degrees called x and y', async () => {
  const ids = file(
    'uid,time,lat,lon',
    (time, person, i) => `${person === 'a' ? 101 : i % 2 ? '101.0' : 7},${iso(time)},${position(i)}`,
  );
  expect((await read(ids)).notes.join()).toContain('such as 101 and 101.0');
  const cells = file('uid,time,x,y', (time, person, i) => `${person},${iso(time)},${20.5 + (i % 3)},${40.5 + (i % 2)}`);
  expect((await read(cells)).notes.join()).toMatch(
    /x and y are read as longitude and latitude[\s\S]*have at most one decimal/,
  );
});

test('positions and times that lost their digits are named, but not intervals of a clock, nor few records', async () => {
  const noted = async (lat: string, time: (seconds: number) => string, step: number, count = 40) => {
    const lines = Array.from({ length: count }, (_, i) => `a,${time(START + i * step)},${lat},139.${i}5`);
    return (await read(`uid,time,lat,lon\n${lines.join('\n')}\n`)).doubts!.join();
  };
  const coarse = Array.from({ length: 12 }, (_, i) => `a,${START + i * 60},${35 + i / 10},139.${i % 10}`).join('\n');
  expect((await read(`uid,time,lat,lon\n${coarse}\n`)).doubts!.join()).toContain(
    'at most one decimal, a resolution of 11 km',
  );
  const cells = Array.from({ length: 12 }, (_, i) => `a,${START + i * 60},${50 + i},100`).join('\n');
  expect((await read(`uid,time,lat,lon\n${cells}\n`)).doubts!.join()).toContain(
    'all latitudes and longitudes are whole numbers, a resolution of 111 km; were they rounded',
  );
  expect(await noted('35.6', String, 60)).not.toContain('decimal');
  const shortened = (digits: number) => (seconds: number) => seconds.toExponential(digits);
  expect(await noted('35.6', shortened(7), 77)).toContain('all times are multiples of 100 seconds apart;');
  expect(await noted('35.6', shortened(6), 777)).toContain('all times are multiples of 1,000 seconds apart;');
  expect(await noted('35.6', shortened(5), 7777)).toContain('all times are multiples of 10,000 seconds apart;');
  for (const step of [1, 300, 600, 900, 3000, 3600, 18_000, 86_400, 604_800])
    expect(await noted('35.6', String, step)).not.toContain('multiples');
  expect(await noted('35.6', shortened(6), 777, 8)).not.toContain('multiples');
});

test.each<[string, (person: string) => string, readonly [number, number]]>([
  ['hours', (person) => (person === 'a' ? '9' : '-5'), [9, -5]],
  ['minutes', (person) => (person === 'a' ? '540' : '-300'), [9, -5]],
  ['seconds', (person) => (person === 'a' ? '32400.0' : '-18000'), [9, -5]],
  ['texts', (person) => (person === 'a' ? '+0900' : '-05:00'), [9, -5]],
  ['zones and hours', (person) => (person === 'a' ? 'Asia/Tokyo' : '-5'), [9, -5]],
  ['HHMM', (person) => (person === 'a' ? '900' : '1000'), [9, 10]],
  ['HHMM that minutes can be, too', (person) => (person === 'a' ? '300' : '530'), [3, 5.5]],
  ['HHMM with a zero', (person) => (person === 'a' ? '0330' : '+0530'), [3.5, 5.5]],
])('offsets by row may be %s', async (_, form, hours) => {
  const { trajectories, dropped } = await read(
    file(
      'uid,time,lat,lon,utc_offset',
      (time, person, i) => `${person},${iso(time)}Z,${position(i)},${i === 5 ? 'NaN' : form(person)}`,
    ),
  );
  const { starts, times, shifts } = trajectories;
  const local = [0, 1].map((person) => times[starts[person]!]! + (shifts?.[starts[person]!] ?? 0));
  expect(local).toEqual(hours.map((hour) => START + 3600 * hour));
  expect(dropped).toEqual({ 'no offset': 2 });
});

test('clocks fit if they show the same time at every instant of the data, whatever their names', async () => {
  const zulu = timed((time) => `${iso(time)}Z`);
  const tokyo = timed((time) => `${iso(new Date(time.getTime() + 9 * 3_600_000))}+09:00`);
  const column = file('uid,time,lat,lon,tz', (time, person, i) => `${person},${iso(time)}Z,${position(i)},540`);
  const sides = await Promise.all([
    read(zulu, { zone: 'Asia/Tokyo' }),
    read(tokyo),
    read(column),
    read(zulu, { zone: 'Asia/Seoul' }),
  ]);
  for (const a of sides)
    for (const b of sides) expect(misfits(readingReport(a), readingReport(b)).join()).not.toContain('clocks');
  const others = [await read(zulu), await read(timed(iso)), await read(zulu, { zone: 'Asia/Kolkata' })];
  for (const other of others)
    expect(misfits(readingReport(sides[0]!), readingReport(other)).join()).toContain('clocks of the two sides differ');
});

test('a clock that changes twice a year fits its offsets written in the file', async () => {
  const hours = Array.from({ length: 60 }, (_, i) => (Date.UTC(2022, 9, 1) + i * 10 * 86_400_000) / 1000);
  const rows = (time: (seconds: number) => string) =>
    `uid,time,lat,lon\n${hours.map((seconds, i) => `a,${time(seconds)},34.${i},-118.2`).join('\n')}\n`;
  const isSummer = (seconds: number) =>
    [2022, 2023, 2024].some(
      (year) =>
        seconds >= Date.UTC(year, 2, year === 2023 ? 12 : 10, 10) / 1000 &&
        seconds < Date.UTC(year, 10, year === 2022 ? 6 : 5, 9) / 1000,
    );
  const offset = (seconds: number) => (isSummer(seconds) ? 7 : 8);
  const written = (seconds: number) =>
    `${iso(new Date((seconds - 3600 * offset(seconds)) * 1000))}-0${offset(seconds)}:00`;
  const [zone, text] = [await read(rows(String), { zone: 'America/Los_Angeles' }), await read(rows(written))];
  expect(readingReport(zone).offsets.map(({ seconds }) => seconds / 3600)).toEqual([-7, -8, -7, -8, -7]);
  expect(misfits(readingReport(zone), readingReport(text))).toEqual([]);
});

test('slots without a date are refused by the name of their column, also if some do not occur', async () => {
  const slots = file('uid,slot,lat,lon', (_, person, i) => `${person},${(i % 8) * 6},${position(i)}`);
  await expect(read(slots)).rejects.toThrow('--columns date=NAME');
});

test('a missing end between texts is no number', async () => {
  const rows = [0, 1, 2].map((i) => ({
    uid: 'a',
    start: `2023-05-01T0${i}:00`,
    end: i ? `2023-05-01T0${i}:30` : null,
  }));
  const lines = rows.map((row) => JSON.stringify({ ...row, lat: 35.5, lon: 139.5 })).join('\n');
  const { trajectories, dropped } = await readTrajectories(bytesSource('a.jsonl', new TextEncoder().encode(lines)));
  expect([trajectories.times.length, dropped]).toEqual([2, { 'no end': 1 }]);
});

test('years outside 1990 to 2035 are noted in any unit: YYMMDDHHMMSS would be milliseconds of 1977', async () => {
  expect((await read(timed((time) => digits(time, 14).slice(2)))).notes.join()).toContain('outside 1990 to 2035');
  const { notes } = await read(timed(iso).replaceAll('2023-05-01T00', '1900-01-01T00'));
  expect(notes.join()).toContain('2 rows are outside 1990 to 2035, such as 1900-01-01');
});

test('times that are all at midnight are named, and those that several positions share', async () => {
  const dates = await read(
    file('uid,time,lat,lon', (time, person, i) => `${person},${iso(time).slice(0, 10)},${position(i)}`),
  );
  expect(dates.doubts).toEqual([
    'people.csv: All times are at midnight. If the times of day are in another column, pass --columns date=NAME,time=NAME; otherwise nothing that depends on hours can be measured.',
  ]);
  const halves = await read(
    file(
      'uid,time,lat,lon',
      (time, person, i) =>
        `${person},${iso(time).slice(0, 11)}${time.getUTCHours() < 12 ? '00' : '12'}:00,${position(i)}`,
    ),
  );
  expect(halves.doubts?.join()).toMatch(
    /of \d+ records have the time of another record of their person, at another position;/,
  );
  const stays = 'a,2023-05-01,2023-05-02,35,139';
  const days = await read(
    `uid,time,end,lat,lon\n${Array.from({ length: 12 }, (_, i) => stays.replace('139', `139.${i}`).replaceAll('a', `a${i}`)).join('\n')}\n`,
  );
  expect(days.doubts?.join()).not.toContain('midnight');
});

test('one person is doubtful if another column may name people, but not beside numbers of tracks', async () => {
  const withColumn = (name: string) =>
    read(file(`user,${name},time,lat,lon`, (time, person, i) => `operator,${person},${iso(time)},${position(i)}`));
  expect((await withColumn('user_id')).doubts?.join()).toContain(
    'all 48 rows are of one person, by the column "user"; if people are in "user_id", pass --columns user=user_id.',
  );
  expect((await withColumn('track_id')).doubts?.join()).not.toContain('one person');
});

test('columns named by their numbers are refused with what to pass, which works', async () => {
  const text = `0,1,2,3\n${timed(iso).split('\n').slice(1).join('\n')}`;
  await expect(read(text)).rejects.toThrow('no column for uid, time, lat, lon among 0, 1, 2, 3.');
  const { trajectories, dropped } = await read(text, { columns: { user: '0', time: '1', lat: '2', lon: '3' } });
  expect(trajectories.people).toEqual(['a', 'b']);
  expect(trajectories.times).toHaveLength(48);
  expect(dropped).toEqual({});
});

test('a refusal shows the first cell that is wrong', async () => {
  const refused = (text: string) => read(text).catch((error: Error) => error.message);
  expect(await refused('uid,time,lat,lon\na,01.05.23 08:30,35,139\n')).toContain(
    'no usable rows (1: invalid time, first in 2, "01.05.23 08:30").',
  );
  expect(await refused('uid,time,lat,lon\na,2023-05-01,3540.7244,13947.2698\n')).toContain(
    '"3540.7244, 13947.2698"). Positions such as 3540.7244, 13947.2698 are not degrees. If they are degrees and minutes, as in NMEA, 3540.7244 is 35 + 40.7244/60 degrees.',
  );
});

test('JSON by columns, as pandas writes it by default, and lines without times are refused with what to write instead', async () => {
  const refused = (value: unknown) =>
    readTrajectories(bytesSource('a.json', new TextEncoder().encode(JSON.stringify(value)))).catch(
      (error: Error) => error.message,
    );
  expect(await refused({ uid: { 0: 'a' }, time: { 0: 5 }, lat: { 0: 35 }, lon: { 0: 139 } })).toContain(
    'a.json: expected a list of rows, but it is an object of 4 parts (uid, time, lat, lon), as pandas writes columns. Write rows: to_json(orient="records").',
  );
  expect(await refused({ columns: ['uid'], index: [0], data: [['a']] })).toContain('orient="records"');
  const geometry = {
    type: 'LineString',
    coordinates: [
      [139, 35],
      [139, 36],
    ],
  };
  expect(
    await refused({ type: 'FeatureCollection', features: [{ type: 'Feature', properties: { uid: 1 }, geometry }] }),
  ).toContain('the features are neither points nor lines with times');
});
