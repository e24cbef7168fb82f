import { counted, SECONDS_PER_DAY as DAY, grouped } from '@itinera/base';
import { dayNumber, weekdayNumber } from '../clock.js';
import { median } from '../compression.js';
import { haversine } from '../distance.js';
import { localClock, type Trajectories } from '../trajectories.js';
import type { ClockOffset, Reading } from './side-reading.js';
import { reasonOf, type TrajectoryFile } from './trajectory-file.js';

/** Metres per second above which a pair of records is a movement. */
const MOVING = 0.5;
/** Pairs of records that are looked at, evenly spread. */
const PAIRS = 100_000;
/** Seconds between fixes up to which points are a track rather than visits: always, and if positions hardly ever repeat. */
const [TRACK_INTERVAL, JITTER_INTERVAL] = [120, 900];
/** Share of intervals at exactly one position from which records are visits, cells or antennas rather than fixes of GPS. */
const REPEATED = 0.2;
/** Records per person from which they may be a track. */
const TRACK_RECORDS = 100;

/** The reading report of a file. */
export function readingReport({
  trajectories,
  dropped,
  clock = 'floating',
  offsets = [],
  areCells = false,
}: TrajectoryFile): Reading {
  const local = localClock(trajectories);
  const { starts, lons, lats, ends, people } = trajectories;
  const { times } = trajectories;
  let [from, to, west, south, east, north] = [Infinity, -Infinity, Infinity, Infinity, -Infinity, -Infinity];
  for (let row = 0; row < times.length; row++) {
    from = Math.min(from, local.times[row]!);
    to = Math.max(to, (local.ends ?? local.times)[row]!);
    west = Math.min(west, lons[row]!);
    east = Math.max(east, lons[row]!);
    south = Math.min(south, lats[row]!);
    north = Math.max(north, lats[row]!);
  }
  const step = Math.max(1, Math.ceil(times.length / PAIRS));
  const intervals: number[] = [];
  let [moving, still] = [0, 0];
  for (let person = 0; person + 1 < starts.length; person++)
    for (
      let row = starts[person]! + ((step - (starts[person]! % step)) % step);
      row + 1 < starts[person + 1]!;
      row += step
    ) {
      const seconds = times[row + 1]! - times[row]!;
      intervals.push(seconds);
      if (lons[row] === lons[row + 1] && lats[row] === lats[row + 1]) still++;
      if (haversine(lons[row]!, lats[row]!, lons[row + 1]!, lats[row + 1]!) > MOVING * Math.max(1, seconds)) moving++;
    }
  const isEmpty = times.length === 0;
  return {
    from: isEmpty ? null : from,
    to: isEmpty ? null : to,
    clock,
    offsets,
    people: people.length,
    records: times.length,
    recordsPerPerson: people.length === 0 ? 0 : times.length / people.length,
    box: isEmpty ? null : [west, south, east, north],
    medianInterval: intervals.length === 0 ? null : median(Float64Array.from(intervals)),
    movingShare: intervals.length === 0 ? null : moving / intervals.length,
    stillShare: intervals.length === 0 ? null : still / intervals.length,
    stays: ends !== undefined,
    cells: areCells,
    dropped,
  };
}

/** Whether records are fixes of a track, so that each is not a visit. */
export function isTrack({ stays, medianInterval, stillShare, recordsPerPerson }: Reading): boolean {
  if (stays || medianInterval === null || recordsPerPerson < TRACK_RECORDS) return false;
  return medianInterval <= ((stillShare ?? 0) < REPEATED ? JITTER_INTERVAL : TRACK_INTERVAL);
}

const timeText = (seconds: number | null) =>
  seconds === null ? '–' : new Date(seconds * 1000).toISOString().slice(0, 16);
const few = (value: number | null, digits = 1) => (value === null ? '–' : String(Number(value.toFixed(digits))));

/** The reading report of a side in three lines. */
export function describeReading(name: string, reading: Reading): string[] {
  const { from, to, clock, people, records, recordsPerPerson, box, medianInterval, movingShare, dropped } = reading;
  const days = from === null || to === null ? 0 : Math.floor(to / DAY) - Math.floor(from / DAY) + 1;
  const lost = Object.entries(dropped).map(([why, count]) => `${reasonOf(why)} (${grouped(count)})`);
  return [
    `${name}: ${counted(people, 'person', 'people')}, ${counted(records, reading.stays ? 'stay' : 'record')}, ${few(recordsPerPerson)} per person; ${timeText(from)} to ${timeText(to)} (${counted(days, 'day')}), clock: ${clock === 'floating' ? 'floating (as written, without a time zone)' : clock}`,
    `  box ${box ? box.map((degrees) => few(degrees, 4)).join(', ') : '–'} (west, south, east, north); median interval ${few(medianInterval)} s; ${few(movingShare === null ? null : 100 * movingShare)} % of intervals moving`,
    `  dropped: ${lost.length > 0 ? lost.join('; ') : 'none'}`,
  ];
}

/**
 * What does not fit between two sides that are compared, one sentence each: clocks, sampling, stays and days.
 */
export function misfits(real: Reading, generated: Reading): string[] {
  const notes: string[] = [];
  if (clocksDiffer(real, generated))
    notes.push(
      `The clocks of the two sides differ (${real.clock} and ${generated.clock}), so hours and days are not comparable: pass --zone, or --real-zone and --generated-zone.`,
    );
  if (real.cells !== generated.cells)
    notes.push(
      `The ${real.cells ? 'real' : 'generated'} side consists of cells of HuMob, whose positions and dates are unknown, but the other side does not. Pass both as cells, or both in degrees.`,
    );
  else if (!real.cells) notes.push(...otherYears(real, generated), ...otherDays(real, generated));
  const [a, b] = [real.medianInterval, generated.medianInterval];
  if (a !== null && b !== null && (a > 4 * b || b > 4 * a))
    notes.push(
      `The two sides are sampled differently (median interval ${few(a)} and ${few(b)} s): measure both on stays with --stays 200,20,60.`,
    );
  const days = ({ from, to }: Reading) =>
    from === null || to === null ? 0 : Math.floor(to / DAY) - Math.floor(from / DAY) + 1;
  if (days(real) !== days(generated) && (days(real) > 1.5 * days(generated) || days(generated) > 1.5 * days(real)))
    notes.push(
      `The two sides last ${days(real)} and ${days(generated)} days: measures that grow with the number of records are not comparable.`,
    );
  return notes;
}

/** Whether the times of two sides cannot be compared. */
export function clocksDiffer(a: Pick<Reading, 'clock' | 'offsets'>, b: Pick<Reading, 'clock' | 'offsets'>): boolean {
  return a.clock !== b.clock && !haveOneClock(a.offsets, b.offsets);
}

/** Whether two clocks, such as Asia/Tokyo and +09:00, show the same time at every instant of the data. */
function haveOneClock(a: readonly ClockOffset[], b: readonly ClockOffset[]): boolean {
  const follows = (spans: readonly ClockOffset[]) => spans.every((span, i) => i === 0 || spans[i - 1]!.to <= span.from);
  if (a.length === 0 || b.length === 0 || !follows(a) || !follows(b)) return false;
  const pairs = a.flatMap((one) =>
    b.filter((other) => one.from < other.to && other.from < one.to).map((other) => [one, other]),
  );
  if (pairs.length > 0) return pairs.every(([one, other]) => one!.seconds === other!.seconds);
  const seconds = (spans: readonly ClockOffset[]) => String([...new Set(spans.map((span) => span.seconds))].sort());
  return seconds(a) === seconds(b);
}

/** Days between two sides from which the dates of one of them may be wrong, such as days of a spreadsheet counted from 1904. */
const FAR_APART = 366;

/** Sides that lie more than a year apart. */
function otherYears(real: Reading, generated: Reading): string[] {
  const gap = Math.max((generated.from ?? 0) - (real.to ?? Infinity), (real.from ?? 0) - (generated.to ?? Infinity));
  if (!(gap > FAR_APART * DAY)) return [];
  const date = ({ from }: Reading) => new Date(from! * 1000).toISOString().slice(0, 10);
  return [
    `The two sides are ${few(gap / DAY / 365.25)} years apart (from ${date(real)}; from ${date(generated)}). If the dates of one are wrong, so are its days of the week: pass --time-format, or correct them.`,
  ];
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** What follows if one side lasts less than a week and has no weekend, or nothing else, and the other differs. */
function otherDays(real: Reading, generated: Reading): string[] {
  const [a, b] = [weekdaysOf(real), weekdaysOf(generated)];
  const kinds = (days: readonly number[]) => `${days.some((day) => day < 5)} ${days.some((day) => day >= 5)}`;
  if (a.length === 0 || b.length === 0 || kinds(a) === kinds(b)) return [];
  const named = (days: readonly number[]) => days.map((day) => WEEKDAYS[day]).join(' ');
  return [
    `The two sides have different days of the week (${named(a)}; ${named(b)}), so weekdays are compared with weekends: choose the same days.`,
  ];
}

/** Numbers of the days of the week between the first and the last record, from Monday. */
function weekdaysOf({ from, to }: Reading): number[] {
  if (from === null || to === null) return [];
  const found = new Set<number>();
  for (let day = dayNumber(from); day <= dayNumber(to) && found.size < 7; day++) found.add(weekdayNumber(day * DAY));
  return [...found].sort();
}

/** Trajectories of a file as stays; the file as it is where it has stays or cells. */
export function withStays(file: TrajectoryFile, toStays: (trajectories: Trajectories) => Trajectories): TrajectoryFile {
  if (file.trajectories.ends || file.areCells) return file;
  return { ...file, reading: file.reading ?? readingReport(file), trajectories: toStays(file.trajectories) };
}
