import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SECONDS_PER_DAY } from '@itinera/base';
import { simulationOf } from '@itinera/benchmarks';
import { FirstId, writeMapFile } from '@itinera/city';
import { buildCity } from '@itinera/city-build';
import { bootstrapMean } from '@itinera/metrics';
import { type SyntheticPerson, synthesizePeople, writePeople } from '@itinera/people';
import { RunFolder, readManifest, readStatuses, readTrips } from '@itinera/run';
import { runAndScore } from '@itinera/runner';
import { show, tableOf, withInterval } from './figures.js';

const [EXTRACT, TIME_USE, TRAVEL, DIARIES] = [
  'osm-honolulu/honolulu.osm.pbf',
  'atus-2010-2016/atus_2010_2016.csv',
  'nhts-tables/nhts_2001_2009_2017_tables.csv',
  'santiago-eod-2012/weekdays.csv',
] as const;
export const WEEK_FILES = [EXTRACT, TIME_USE, TRAVEL, DIARIES];
const HOURS_BY_AGE = 'lab/validity/figures/us-departures.json';
const AGENTS = ['day-pattern', 'commuter', 'd-epr'];
const PEOPLE = 2000;
const DAYS = 7;
const STEP_SECONDS = 900;
/** The week begins on a Monday. */
const WEEKEND = [5, 6];
/** Respondents of the time-use survey, and of the travel survey, are of this age or older. */
const [LEAST_AGE, LEAST_TRAVELLER] = [15, 5];
/** The compared activities: the survey's code, and the activity of the simulation. */
const ACTIVITIES = [
  ['sleep', 101, 'sleep'],
  ['work', 5, 'work'],
  ['shopping', 7, 'shopping'],
  ['travel', 18, 'on the way'],
] as const;

/** The compared modes: those of the survey, and those of the simulation. */
const MODES = [
  ['on foot', ['Walk'], ['WALK_ONLY']],
  ['by car', ['Car', 'SUV', 'Van', 'Pickup truck'], ['DRIVE_ONLY', 'PASSENGER']],
] as const;

/** A week of synthetic people of Honolulu by built-in agents, compared with surveys of a day in the United States. */
export async function weekTable(data: string): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'validity-'));
  try {
    const { map } = await buildCity(join(data, EXTRACT), { inferAois: 'always' });
    const path = join(home, 'city.pb');
    await writeMapFile(path, map);
    const { people } = synthesizePeople(map, { count: PEOPLE, seed: 1 });
    await writePeople(join(home, 'people'), people);
    const adults = new Set(people.flatMap(({ id, age }) => (age >= LEAST_AGE ? [id] : [])));
    const weeks: Week[] = [];
    for (const agent of AGENTS) {
      const { folder } = await runAndScore({
        task: simulationOf(DAYS, STEP_SECONDS),
        agent,
        home,
        datasets: join(home, 'people'),
        map: path,
        mode: 'inference',
        routes: false,
      });
      weeks.push(readWeek(folder, adults, people));
    }
    const timeUse = readFileSync(join(data, TIME_USE), 'utf8');
    const rows = (['weekday', 'weekend'] as const).flatMap((day) =>
      ACTIVITIES.map(([name, code, action]) => [
        `${name}, minutes on a ${day === 'weekday' ? day : 'weekend day'}`,
        show(minutesOf(timeUse, day, code), 0),
        ...weeks.map(({ minutes }) => withInterval(bootstrapMean(minutes(action, day === 'weekend')), 0)),
      ]),
    );
    const travel = readFileSync(join(data, TRAVEL), 'utf8');
    rows.unshift(
      ['trips per person and day', tripsOf(travel), ...weeks.map(({ trips }) => withInterval(bootstrapMean(trips), 2))],
      ...MODES.map(([name, surveyed, simulated]) => [
        `trips ${name}, %`,
        show(modeShareOf(travel, surveyed), 1),
        ...weeks.map(({ modes }) =>
          withInterval(bootstrapMean(modes.map((mode) => (simulated.some((one) => one === mode) ? 100 : 0))), 1),
        ),
      ]),
    );
    rows.push(...hourRows(readFileSync(join(data, DIARIES), 'utf8'), weeks));
    return tableOf(['', 'survey', ...AGENTS.map((agent) => `\`${agent}\``)], rows);
  } finally {
    rmSync(home, { recursive: true });
  }
}

interface Week {
  /** A day, by person. */
  readonly trips: readonly number[];
  /** Of each trip. */
  readonly modes: readonly string[];
  /** On weekdays. */
  readonly departures: readonly Departure[];
  /** A day of the given kind, by adult. */
  minutes(action: string, isWeekend: boolean): number[];
}

interface Departure {
  readonly seconds: number;
  /** Trips for which it stands. */
  readonly weight: number;
}

/** Weekday trips by hour of departure and age. */
interface HoursByAge {
  readonly millions: Readonly<Record<string, readonly number[]>>;
}

/** Those of the diaries whose departures count. */
const STATUSES = [
  'work_full',
  'work_part',
  'work_other',
  'student',
  'retired',
  '',
  'home_keeper',
  'unemployed',
  'other',
];
const OCCUPATIONS = ['Worker', 'Student', 'Retired', 'Child', 'Unemployed'];
const PERIODS = [
  [0, 6],
  [6, 9],
  [9, 12],
  [12, 16],
  [16, 20],
  [20, 24],
] as const;

/** Departures by hour, percent of weekday trips. */
function hourRows(diaries: string, weeks: readonly Week[]): string[][] {
  const simulated = weeks.map(({ departures }) => departures);
  const santiago = departuresOf(diaries);
  const { millions }: HoursByAge = JSON.parse(readFileSync(HOURS_BY_AGE, 'utf8'));
  const share = (all: readonly Departure[], from: number, to: number) => {
    const sum = (some: readonly Departure[]) => some.reduce((total, { weight }) => total + weight, 0);
    const part = sum(all.filter(({ seconds }) => seconds >= from * 3600 && seconds < to * 3600));
    return all.length === 0 ? '–' : show((100 * part) / sum(all), 1);
  };
  const surveyed = (from: number, to: number) => {
    const sum = (first: number, end: number) =>
      Object.values(millions).reduce((total, hours) => total + hours.slice(first, end).reduce((a, b) => a + b, 0), 0);
    return show((100 * sum(from, to)) / sum(0, 24), 1);
  };
  return PERIODS.map(([from, to]) => [
    `trips from ${from} to ${to}, %`,
    `${surveyed(from, to)}; Santiago ${share(santiago, from, to)}`,
    ...simulated.map((all) => share(all, from, to)),
  ]);
}

/** The departures of weekday diaries, weighted. */
function departuresOf(diaries: string): Departure[] {
  const [heading, ...lines] = diaries.trim().split('\n');
  const column = (name: string) => heading!.split(',').indexOf(name);
  const [status, weight, factor, sequence] = ['status', 'weight', 'trip_factor', 'sequence'].map(column);
  return lines.flatMap((line) => {
    const cells = line.split(',');
    if (!STATUSES.includes(cells[status!]!)) return [];
    return [...cells[sequence!]!.matchAll(/>\S+ (\d+)-/g)].map(([, minute]) => ({
      seconds: Number(minute) * 60,
      weight: Number(cells[weight!]) * (Number(cells[factor!]) || 1),
    }));
  });
}

function readWeek(path: string, adults: ReadonlySet<number>, people: readonly SyntheticPerson[]): Week {
  const folder = new RunFolder(path);
  const run = readManifest(folder);
  const trips = new Map(people.flatMap(({ id, age }) => (age >= LEAST_TRAVELLER ? [[id, 0]] : [])));
  const modes: string[] = [];
  const counted = new Set(people.flatMap(({ id, occupation }) => (OCCUPATIONS.includes(occupation) ? [id] : [])));
  const departures: Departure[] = [];
  for (const { id, mode, departure } of readTrips(folder, run)) {
    const before = trips.get(id);
    if (before !== undefined) {
      trips.set(id, before + 1 / DAYS);
      modes.push(mode);
    }
    const day = Math.floor(departure / SECONDS_PER_DAY);
    if (WEEKEND.includes(day % 7) || !counted.has(id)) continue;
    departures.push({ seconds: departure % SECONDS_PER_DAY, weight: 1 });
  }
  const minutes = new Map<string, number>();
  for (const { id, day, parent_id, action } of readStatuses(folder, run)) {
    const what = parent_id !== null && parent_id >= FirstId.AOI ? action : 'on the way';
    const key = `${id} ${WEEKEND.includes(day % 7)} ${what}`;
    minutes.set(key, (minutes.get(key) ?? 0) + STEP_SECONDS / 60);
  }
  return {
    trips: [...trips.values()],
    modes,
    departures,
    minutes: (action, isWeekend) => {
      const days = isWeekend ? WEEKEND.length : DAYS - WEEKEND.length;
      return [...adults].map((id) => (minutes.get(`${id} ${isWeekend} ${action}`) ?? 0) / days);
    },
  };
}

/** Minutes per day of an activity, averaged over everyone. */
function minutesOf(timeUse: string, day: string, code: number): number {
  const level = code < 100 ? 'tier1' : 'tier2';
  const start = `"2010-2016","${day}","all",`;
  for (const line of timeUse.split('\n')) {
    if (!line.startsWith(start)) continue;
    const cells = line.split(',');
    if (cells[4] === `"${level}"` && Number(cells[5]) === code) return Number(cells[6]);
  }
  throw new Error(`${TIME_USE}: no row for ${day}, ${level} ${code}.`);
}

/** Daily person trips of 2017, with 1.96 standard errors either way. */
function tripsOf(tables: string): string {
  const row = tableOfSurvey(tables, 11);
  const cell = [...row.matchAll(/""W"":""([\d.]+)"",""E"":""([\d.]+)""/g)].at(-1);
  if (!cell) throw new Error(`${TRAVEL}: no daily person trips.`);
  const [value, error] = [Number(cell[1]), Number(cell[2])];
  return withInterval({ value, low: value - 1.96 * error, high: value + 1.96 * error }, 2);
}

/** Percent of the trips of 2017 that were made by these modes. */
function modeShareOf(tables: string, modes: readonly string[]): number {
  const row = tableOfSurvey(tables, 10);
  const of2017 = row.slice(row.lastIndexOf('"[{'));
  const trips = [...of2017.matchAll(/""TRPTRANS"":""([^"]+)"",""W"":""([\d.]+)""/g)];
  const sum = (wanted: (mode: string) => boolean) =>
    trips.reduce((total, [, mode, count]) => (wanted(mode!) ? total + Number(count) : total), 0);
  return (100 * sum((mode) => modes.includes(mode))) / sum(() => true);
}

/** A table of the survey by its number: its row, with the years as columns. */
function tableOfSurvey(tables: string, number: number): string {
  return tables.slice(tables.indexOf(`\n${number},`), tables.indexOf(`\n${number + 1},`));
}
