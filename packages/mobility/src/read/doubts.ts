import { counted, grouped, SECONDS_PER_DAY } from '@itinera/base';
import { haversine } from '../distance.js';
import { localClock, type Trajectories } from '../trajectories.js';

/** Pairs of records that are looked at, evenly spread. */
const PAIRS = 100_000;
/** Metres per second of a fast aeroplane, and metres that no error of a fix explains. */
const [FASTEST, FAR] = [333, 5000];
/** Share of moves above that speed, and their least number, that make the unit doubtful. */
const [DOUBTFUL_SHARE, LEAST_MOVES] = [0.05, 3];
/** Degrees around 0, 0 without land. */
const SEA = 4;
/** Records from which a box says something about the unit. */
const LEAST_RECORDS = 10;
/** Seconds between times that lost digits: powers of ten, of which no clock has intervals. */
const ROUNDED_STEPS = new Set([100, 1000, 10_000, 100_000]);
const LEAST_ROUNDED = 100;
/** Names of people that may stand for a missing value. */
const UNNAMED = new Set(['unknown', 'anonymous', 'missing', 'other', '-1', '-9', '-99', '-999', '-9999']);
/** An id as a spreadsheet shortens it. */
const SHORTENED = /^\d(?:[.,]\d+)?E\+\d+$/i;

/** A whole number as an id, also as pandas writes it in a column with gaps. */
const WRITTEN_NUMBER = /^\d{1,16}(?:\.0)?$/;

/** What may be wrong with what was read although every row is valid, one sentence each. */
export function doubtsAbout(set: Trajectories): string[] {
  return [
    ...doubtsAboutDigits(set),
    ...doubtsAboutPeople(set),
    ...doubtsAboutTimes(set),
    ...doubtsAboutUnits(set),
    ...doubtsAboutStays(set),
  ];
}

/** Positions and times with too few digits. */
function doubtsAboutDigits({ times, lons, lats }: Trajectories): string[] {
  if (times.length < LEAST_RECORDS) return [];
  const notes: string[] = [];
  if (lons.every(isCoarse) && lats.every(isCoarse)) {
    const isWhole = lons.every(Number.isInteger) && lats.every(Number.isInteger);
    const how = isWhole
      ? 'are whole numbers, a resolution of 111 km'
      : 'have at most one decimal, a resolution of 11 km';
    notes.push(
      `all latitudes and longitudes ${how}; were they rounded, or are they cells, kilometres or metres instead of degrees?`,
    );
  }
  const step = stepOf(times);
  if (ROUNDED_STEPS.has(step) && new Set(times).size >= LEAST_RECORDS)
    notes.push(
      `all times are multiples of ${grouped(step)} seconds apart; were they rounded, as 1.709510e+09 is? Write times with all digits.`,
    );
  return notes;
}

const isCoarse = (degrees: number) => Math.round(10 * degrees) / 10 === degrees;

/** The largest number of seconds of which all differences of times are multiples; 0 if it is not one of rounded times. */
function stepOf(times: Trajectories['times']): number {
  let step = 0;
  for (const time of times) {
    let rest = Math.abs(time - times[0]!);
    while (rest !== 0) [step, rest] = [rest, step % rest];
    if (step % LEAST_ROUNDED !== 0) return 0;
  }
  return step;
}

function doubtsAboutPeople({ people, starts }: Trajectories): string[] {
  const rows = (i: number) => starts[i + 1]! - starts[i]!;
  const notes = people.flatMap((id, i) =>
    UNNAMED.has(id.toLowerCase())
      ? [`${rows(i)} rows are of a person called "${id}"; if that is a missing value, remove them.`]
      : [],
  );
  const shortened = people.find((id) => SHORTENED.test(id));
  if (shortened !== undefined)
    notes.push(
      `Ids such as ${shortened} were shortened by a spreadsheet, so several people may be one. Export the ids as text.`,
    );
  const numbers = new Map<number, string>();
  let alike: readonly [string, string] | undefined;
  let count = 0;
  for (const id of people) {
    const number = WRITTEN_NUMBER.test(id) ? Number(id) : Number.NaN;
    if (!Number.isSafeInteger(number)) continue;
    const other = numbers.get(number);
    if (other === undefined) numbers.set(number, id);
    else {
      alike ??= [other, id];
      count++;
    }
  }
  if (alike)
    notes.push(
      `${counted(count, 'id is', 'ids are')} the same number as another id, written differently, such as ${alike[0]} and ${alike[1]}; if they are the same people, write ids alike.`,
    );
  return notes;
}

function doubtsAboutTimes(set: Trajectories): string[] {
  const { starts, times, lons, lats, ends } = set;
  if (ends || times.length < LEAST_RECORDS) return [];
  const local = localClock(set).times;
  if (times.length > starts.length - 1 && local.every((time) => time % SECONDS_PER_DAY === 0))
    return [
      'All times are at midnight. If the times of day are in another column, pass --columns date=NAME,time=NAME; otherwise nothing that depends on hours can be measured.',
    ];
  let elsewhere = 0;
  for (let person = 0; person + 1 < starts.length; person++)
    for (let row = starts[person]! + 1; row < starts[person + 1]!; row++)
      if (times[row] === times[row - 1] && (lons[row] !== lons[row - 1] || lats[row] !== lats[row - 1])) elsewhere++;
  return elsewhere > DOUBTFUL_SHARE * times.length
    ? [
        `${grouped(elsewhere)} of ${grouped(times.length)} records have the time of another record of their person, at another position; are times rounded, or several people under one id?`,
      ]
    : [];
}

function doubtsAboutUnits({ starts, times, lons, lats }: Trajectories): string[] {
  const step = Math.max(1, Math.ceil(times.length / PAIRS));
  let [moves, fast, atSea] = [0, 0, 0];
  for (let person = 0; person + 1 < starts.length; person++)
    for (let row = starts[person]!; row + 1 < starts[person + 1]!; row += step) {
      const metres = haversine(lons[row]!, lats[row]!, lons[row + 1]!, lats[row + 1]!);
      if (metres === 0) continue;
      moves++;
      if (metres > FAR && metres > FASTEST * (times[row + 1]! - times[row]!)) fast++;
    }
  for (let row = 0; row < times.length; row++)
    if (Math.abs(lats[row]!) < SEA && Math.abs(lons[row]!) < SEA && (lats[row] !== 0 || lons[row] !== 0)) atSea++;
  if (fast >= LEAST_MOVES && fast > DOUBTFUL_SHARE * moves)
    return [
      `${Math.round((100 * fast) / moves)} % of moves are faster than 1,200 km/h; are positions kilometres, metres or cells instead of degrees, or are day and month swapped, or the unit of times wrong?`,
    ];
  if (times.length >= LEAST_RECORDS && moves > 0 && atSea > DOUBTFUL_SHARE * times.length)
    return [
      `${Math.round((100 * atSea) / times.length)} % of positions are near 0, 0, in the Gulf of Guinea; are they radians or projected kilometres instead of degrees?`,
    ];
  return [];
}

function doubtsAboutStays({ starts, times, ends }: Trajectories): string[] {
  if (!ends) return [];
  let overlaps = 0;
  for (let person = 0; person + 1 < starts.length; person++)
    for (let row = starts[person]! + 1; row < starts[person + 1]!; row++) if (times[row]! < ends[row - 1]!) overlaps++;
  return overlaps === 0
    ? []
    : [`${overlaps} stays begin before the previous one of the same person ends; are ends correct?`];
}
