import { UserError } from '@itinera/base';

/** Reads times as seconds of local time, and records the offsets that occur. */
export interface LocalClock {
  /** Seconds of local time minus UTC of the time that was read last; NaN where it has no offset and there is no zone. */
  readonly offset: number;
  /** @returns seconds since 1970-01-01 of local time; NaN if the text is not a time */
  readonly read: (text: string) => number;
  /** Same as `read`, for a number: seconds, milli-, micro- or nanoseconds since 1970. */
  readonly number: (epoch: number) => number;
  /** Same as `read`, for an instant in seconds since 1970, of a column in a time zone; UTC by default. */
  readonly instant: (seconds: number, zoneOfColumn?: string) => number;
  /**
   * The offset of a local time at its second occurrence, after the clock was set back, from that of the first; NaN if it occurs once, or
   * if the last time was read with its offset.
   */
  readonly secondOffset: (local: number, firstOffset: number) => number;
  /** Takes times without an offset for UTC if the name of their column says so, such as `utc_timestamp` or `time_gmt`. */
  readonly fromColumn: (name: string) => void;
  /** The local time some seconds after the one that was read last. */
  readonly later: (local: number, seconds: number) => number;
  /** Same as `read`, for seconds on a clock without a zone. */
  readonly floating: (seconds: number) => number;
  /**
   * Returns the local time of a time that was read from UTC, at an offset in hours (up to 14), minutes (15 to 840), seconds (from
   * 3,600) or HHMM (`900`, `+0530`), which sizes tell apart, or as text: `+05:30`, `UTC+9`, `Asia/Tokyo`. A zone, and an offset of the
   * time itself, take precedence. NaN without an offset.
   * @throws UserError for an offset of no place
   */
  readonly atOffset: (seconds: number, offset: string) => number;
  /**
   * Checks the numbers that were read as a whole.
   * @param areSlots whether their column is named as slots or hours of a day
   * @throws OtherClockError if they are dates; UserError if they cannot be seconds
   */
  readonly conclude: (areSlots?: boolean) => void;
  /** Whether all times are in one given format, including those that look like numbers. */
  readonly hasFormat: boolean;
  /** The zone, the only offset of all times, `several offsets`, or `floating` without any. */
  readonly name: () => string;
  readonly notes: () => string[];
}

/** Options of `createClock`. */
export interface ClockOptions {
  /** Format of the times as in Python's `strptime`, such as `%d/%m/%Y %H:%M`, or `excel` for days since 1899-12-30. */
  readonly timeFormat?: string | undefined;
  /** Which of two numbers is the day in dates such as 3/4/2008; unknown by default, then 3 April unless a row contradicts. */
  readonly dayOrder?: 'day first' | 'month first' | undefined;
  /** What numbers in a column beside the date are, where its name and one row do not show it. */
  readonly timeOfDay?: DayForm | undefined;
  /** Whether numbers in the column of offsets are HHMM, where some of them can be minutes as well. */
  readonly areOffsetsHhmm?: boolean | undefined;
}

/** A form of times of day as numbers, or the number of slots in a day. */
export type DayForm = 'days' | 'hours' | 'hhmm' | 'hhmmss' | 'minutes' | 'seconds' | number;

/** Times that turn out to need other options than those with which earlier ones were read. */
export class OtherClockError extends UserError {
  constructor(
    readonly needed: ClockOptions,
    message: string,
  ) {
    super(message);
  }
}

/** Names of columns whose times are in UTC. */
const UTC_NAME = /(?:^|[^a-z])(?:utc|gmt)|(?:utc|gmt)$/i;
const CLOCK_TIME = String.raw`(?<H>\d{1,2}):(?<M>\d{1,2})(?::(?<S>\d{1,2}(?:[.,]\d+)?))?(?:\s*(?<p>[AP])\.?M\.?)?`;
const OFFSET = String.raw`\s*(?<z>Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?(?:\[[\w/+-]+\])?`;
const MONTH = '(?<name>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
/** Forms of times without `timeFormat`. In the second, day and month are `a` and `b` in either order. */
const FORMS = [
  String.raw`(?<Y>\d{4})[-/](?<m>\d{1,2})[-/](?<d>\d{1,2})(?:[T _]\s*${CLOCK_TIME})?${OFFSET}`,
  String.raw`(?<Y>\d{4})-(?<m>\d{2})-(?<d>\d{2})[T ](?<H>\d{2})${OFFSET}`,
  String.raw`(?<a>\d{1,2})[-/.](?<b>\d{1,2})[-/.](?<Y>\d{4})(?:[T ,]\s*${CLOCK_TIME})?${OFFSET}`,
  String.raw`(?<Y>\d{4})(?<m>\d{2})(?<d>\d{2})(?:[T ]?(?<H>\d{2})(?<M>\d{2})(?<S>\d{2}(?:\.\d+)?)?)?${OFFSET}`,
  String.raw`(?<Y>\d{4})(?<m>\d{2})(?<d>\d{2})[T ]\s*${CLOCK_TIME}${OFFSET}`,
  String.raw`(?:[a-z]{3},? )?(?<name>[a-z]{3}) (?<d>\d{1,2}) ${CLOCK_TIME}${OFFSET} (?<Y>\d{4})`,
  String.raw`(?:[a-z]{3},? )?(?<d>\d{1,2})[- /]${MONTH}[- /](?<Y>\d{4})(?:[ T:,]\s*${CLOCK_TIME})?${OFFSET}`,
  String.raw`(?:[a-z]{3},? )?${MONTH}\.? (?<d>\d{1,2}),? (?<Y>\d{4})(?:,? ${CLOCK_TIME})?${OFFSET}`,
].map((form) => new RegExp(`^${form}$`, 'i'));
/** Directives of `strptime`. */
const DIRECTIVES: Readonly<Record<string, string>> = {
  Y: String.raw`(?<Y>\d{4})`,
  y: String.raw`(?<y>\d{2})`,
  m: String.raw`(?<m>\d{1,2})`,
  d: String.raw`(?<d>\d{1,2})`,
  b: '(?<name>[a-z]{3})',
  B: '(?<name>[a-z]{3})[a-z]*',
  H: String.raw`(?<H>\d{1,2})`,
  I: String.raw`(?<H>\d{1,2})`,
  M: String.raw`(?<M>\d{1,2})`,
  S: String.raw`(?<S>\d{1,2})`,
  f: String.raw`(?<f>\d{1,9})`,
  p: '(?<p>[AP])M',
  z: String.raw`(?<z>Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)`,
  Z: '(?<z>UTC|GMT)',
  a: '[a-z]{3}',
  A: '[a-z]+',
  s: String.raw`(?<s>-?\d+(?:\.\d+)?)`,
  T: CLOCK_TIME,
  '%': '%',
};
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Larger epochs are in milli-, micro- or nanoseconds; as seconds they would be after the year 5000. */
const LATEST_SECONDS = 1e11;

/** Seconds of the last date that JavaScript supports. */
const LAST_DATE = 8.64e12;

/** Times from 1990 to 2035 as seconds, and days of spreadsheets. */
const [FIRST_LIKELY, LAST_LIKELY] = [631_152_000, 2_082_758_400];
const [FIRST_SERIAL, LAST_SERIAL, SERIAL_1970] = [32_874, 49_674, 25_569];
const DAY = 86_400;
/** Whole numbers in the range of those days that are hardly seconds. */
const LEAST_DAYS = 2;
/** The largest number that is a time of day. */
const LAST_HHMMSS = 240_000;
/** Numbers of slots in a day: hours, half hours, quarters, ten and five minutes. */
const SLOTS = [24, 48, 96, 144, 288];

/** The first 8 digits of a number of 8, 12 or 14. */
const dateDigits = (number: number) =>
  number >= 1e13 ? Math.floor(number / 1e6) : number >= 1e11 ? Math.floor(number / 1e4) : number;

/** Whether a number of 8, 12 or 14 digits begins with a year from 1990 to 2035, as dates do and no epoch does. */
const looksLikeDate = (number: number) =>
  Number.isInteger(number) && dateDigits(number) >= 19_900_101 && dateDigits(number) <= 20_351_231;

/** Whether a number of 8, 12 or 14 digits is a date from 1990 to 2035. */
function isDateNumber(number: number): boolean {
  if (!looksLikeDate(number)) return false;
  const date = dateDigits(number);
  const [hour, minute] =
    number >= 1e13
      ? [Math.floor(number / 1e4) % 100, Math.floor(number / 100) % 100]
      : number >= 1e11
        ? [Math.floor(number / 100) % 100, number % 100]
        : [0, 0];
  return (
    isDate(Math.floor(date / 1e4), Math.floor(date / 100) % 100, date % 100) &&
    (hour < 24 || (hour === 24 && minute === 0)) &&
    minute < 60
  );
}

function secondsOfEpoch(epoch: number): number {
  const size = Math.abs(epoch);
  if (size <= LATEST_SECONDS) return epoch;
  return size <= LATEST_SECONDS * 1e3 ? epoch / 1e3 : size <= LATEST_SECONDS * 1e6 ? epoch / 1e6 : epoch / 1e9;
}

/**
 * Creates a reader of times: seconds or smaller units since 1970-01-01, ISO 8601, dates such as 23/10/2008 2:53:04 PM, and
 * those of Twitter, or only times in `timeFormat`. With a zone, epochs and times with an offset are converted to its local
 * time; without, they are read as written.
 *
 * @throws UserError if the zone or the format is unknown
 */
export function createClock(
  zone?: string,
  { timeFormat, dayOrder, areOffsetsHhmm = false }: ClockOptions = {},
): LocalClock {
  const shift = zone === undefined ? () => 0 : zoneShift(zone);
  const isSerial = timeFormat?.toLowerCase() === 'excel';
  const forms = timeFormat === undefined || isSerial ? FORMS : [formOf(timeFormat)];
  let offset = Number.NaN;
  /** Of all numbers: the least, the largest, how many, how many are dates of 8 and 10 digits, and whether any has a fraction. */
  const numbers = { least: Infinity, most: -Infinity, count: 0, dates: 0, hours: 0, fractions: 0 };
  const offsets = new Set<string>();
  let hasEpochs = false;
  const columnZones = new Set<string>();
  /** Whether the order of day and month was assumed, and whether a date has decided it. */
  let isAssumed = false;
  let order = dayOrder;
  /** Whether times without a zone were moved by a column of offsets. */
  let isFloatingUtc = false;
  const rowOffsets = new Set<number>();
  let lastOffset = Number.NaN;
  const shifts = new Map<string, (utc: number) => number>();
  /** Whether an offset was HHMM for certain, and whether one was read as minutes that may be HHMM. */
  const offsetForms = { hhmm: areOffsetsHhmm, minutes: false };
  /** Seconds of an offset as a number or a text, or of a zone at an instant. */
  const offsetOf = (text: string, utc: number): number => {
    const given = text.toUpperCase() === 'Z' ? 0 : Number(text);
    if (Number.isNaN(given)) {
      const clock = /^(?:UTC|GMT)?\s*([+-])(\d{1,2})(?::?(\d{2}))?$/i.exec(text);
      if (clock) return hoursAndMinutes(clock[1] === '-', clock[2]!, clock[3]);
      let known = shifts.get(text);
      if (!known) {
        known = zoneShift(text, 'A column has');
        shifts.set(text, known);
      }
      return known(utc);
    }
    const padded = /^([+-]?)(0\d)(\d{2})$/.exec(text);
    if (padded) {
      offsetForms.hhmm = true;
      return hoursAndMinutes(padded[1] === '-', padded[2]!, padded[3]);
    }
    const size = Math.abs(given);
    // No place is 15 to 45 minutes from UTC, or at minutes such as 530.
    const canBeHhmm = size >= 100 && size <= 1400 && size % 100 < 60 && (size % 100) % 15 === 0;
    if (canBeHhmm) {
      if (size >= 900 || size % 15 !== 0 || areOffsetsHhmm) {
        offsetForms.hhmm = true;
        return Math.sign(given) * (Math.floor(size / 100) * 3600 + (size % 100) * 60);
      }
      offsetForms.minutes = true;
    }
    const unit = size <= 14 ? 3600 : size < 900 ? 60 : 1;
    if (!(size * unit <= 14 * 3600) || (given * unit) % 900 !== 0)
      throw new UserError(
        `No place has the offset ${text}: expected hours up to 14, minutes up to 840 or seconds up to 50,400, in quarters of an hour. Correct the column, or pass --zone.`,
      );
    return given * unit;
  };
  /** Whether times without an offset are in UTC. */
  let isUtc = false;
  let isWall = false;
  const instant = (seconds: number) => {
    isWall = false;
    offset = shift(seconds);
    return seconds + offset;
  };
  /** A time on the clock of the zone, whose offset is that of an hour before where the clock is set back. */
  const floating = (seconds: number) => {
    isWall = zone !== undefined;
    offset = isWall ? shift(seconds - shift(seconds)) : Number.NaN;
    return seconds;
  };
  const number = (epoch: number, read: (text: string) => number) => {
    // A missing cell, which says nothing about the others.
    if (Number.isNaN(epoch)) return epoch;
    // Such as 30 February, which is no instant of 1970 or 1976 either.
    if (timeFormat === undefined && epoch > 1e11 && looksLikeDate(epoch))
      return isDateNumber(epoch) ? read(String(epoch)) : Number.NaN;
    const seconds = secondsOfEpoch(epoch);
    if (timeFormat === undefined) {
      numbers.count++;
      if (epoch < numbers.least) numbers.least = epoch;
      if (epoch > numbers.most) numbers.most = epoch;
      if (!Number.isInteger(epoch)) numbers.fractions++;
      else if (epoch >= 19_900_101 && epoch <= 20_351_231 && isDateNumber(epoch)) numbers.dates++;
      else if (epoch >= 1_990_010_100 && epoch % 100 < 24 && isDateNumber(Math.floor(epoch / 100))) numbers.hours++;
    }
    if (seconds >= FIRST_LIKELY) hasEpochs = true;
    return instant(seconds);
  };
  /** Day and month of a date such as 3/4/2008. */
  const dayAndMonth = (a: number, b: number, isAmerican: boolean): readonly [day: number, month: number] => {
    const needed = a > 12 ? 'day first' : b > 12 ? 'month first' : undefined;
    if (needed !== undefined && order !== needed) {
      if (isAssumed && dayOrder === undefined)
        throw new OtherClockError(
          { timeFormat, dayOrder: needed },
          'Dates such as 3/4/2008 turn out to have another order of day and month. Pass it: --time-format "%d/%m/%Y %H:%M"',
        );
      order ??= needed;
    }
    if (order === undefined) {
      order = isAmerican ? 'month first' : 'day first';
      isAssumed = true;
    } else if (needed !== undefined) isAssumed = false;
    return order === 'day first' ? [a, b] : [b, a];
  };
  const read = (written: string): number => {
    // As pandas writes whole numbers of columns with gaps.
    const text = /^\d{8,14}\.0$/.test(written) ? written.slice(0, -2) : written;
    if (isSerial)
      return text === '' ? Number.NaN : floating(Math.round((Number(text.replace(',', '.')) - SERIAL_1970) * DAY));
    if (timeFormat === undefined && text !== '' && Number.isFinite(Number(text)) && !isDateNumber(Number(text)))
      return number(Number(text), read);
    if (timeFormat === undefined && /^\d{8}$/.test(text)) return number(Number(text), read);
    let parts: Readonly<Record<string, string | undefined>> | undefined;
    for (const form of forms) {
      parts = form.exec(text)?.groups;
      if (parts) break;
    }
    if (!parts) return Number.NaN;
    if (parts.s !== undefined) return number(Number(parts.s), read);
    const { a, b, z = isUtc ? 'UTC' : undefined } = parts;
    const [day, month] =
      a === undefined
        ? [Number(parts.d ?? 1), parts.name ? MONTHS.indexOf(parts.name.toLowerCase()) + 1 : Number(parts.m ?? 1)]
        : dayAndMonth(Number(a), Number(b), parts.p !== undefined);
    const [hour, minute, second] = [hourOf(parts), Number(parts.M ?? 0), Number((parts.S ?? '0').replace(',', '.'))];
    const year = parts.Y === undefined ? 2000 + Number(parts.y) - (Number(parts.y) > 68 ? 100 : 0) : Number(parts.Y);
    if (!isDate(year, month, day) || !(hour <= 24) || minute > 59 || second > 60) return Number.NaN;
    const local = Date.UTC(year, month - 1, day, hour, minute) / 1000 + second + Number(`0.${parts.f ?? 0}`);
    offsets.add(z?.toUpperCase() ?? '');
    if (z === undefined) return floating(local);
    if (zone !== undefined) return instant(local - secondsOf(z));
    offset = secondsOf(z);
    return local;
  };
  return {
    get offset() {
      return offset;
    },
    hasFormat: timeFormat !== undefined,
    number: (epoch) => number(epoch, read),
    instant(seconds, zoneOfColumn = 'UTC') {
      if (isUtcName(zoneOfColumn)) offsets.add('UTC');
      else columnZones.add(zoneOfColumn);
      if (zone !== undefined || isUtcName(zoneOfColumn)) return instant(seconds);
      isWall = false;
      offset = offsetOf(zoneOfColumn, seconds);
      return seconds + offset;
    },
    floating(seconds) {
      if (!isUtc) return floating(seconds);
      offsets.add('UTC');
      return instant(seconds);
    },
    fromColumn(name) {
      isUtc ||= UTC_NAME.test(name);
    },
    secondOffset(local, firstOffset) {
      const second = isWall ? shift(local - firstOffset + 2 * 3600) : firstOffset;
      return second < firstOffset && shift(local - second) === second ? second : Number.NaN;
    },
    later: (local, seconds) => (zone === undefined ? local + seconds : instant(local - offset + seconds)),
    atOffset(seconds, text) {
      if (zone !== undefined || (offset !== 0 && !Number.isNaN(offset))) return seconds;
      if (text === '') return Number.NaN;
      if (Number.isNaN(offset)) isFloatingUtc = true;
      offset = offsetOf(text, seconds);
      if (offset !== lastOffset) rowOffsets.add(offset);
      lastOffset = offset;
      return seconds + offset;
    },
    read,
    conclude(areSlots = false) {
      const { least, most, count, dates, hours, fractions } = numbers;
      if (offsetForms.hhmm && offsetForms.minutes)
        throw new OtherClockError(
          { areOffsetsHhmm: true },
          'Offsets are hours and minutes without a colon, such as 530. Write them as +05:30, or pass --zone.',
        );
      if (count === 0) return;
      if (hours > count / 2)
        throw new OtherClockError(
          { timeFormat: '%Y%m%d%H' },
          `Times such as ${least} are dates with hours. Pass --time-format "%Y%m%d%H", or --time-format "%s" if they are seconds.`,
        );
      if (dates > count / 2)
        throw new OtherClockError(
          { timeFormat: '%Y%m%d' },
          `Times such as ${least} are dates. Pass --time-format "%Y%m%d", or --time-format "%s" if they are seconds.`,
        );
      if (fractions > 0 && least >= FIRST_SERIAL && most <= LAST_SERIAL)
        throw new OtherClockError(
          { timeFormat: 'excel' },
          `Times such as ${least} are days of a spreadsheet. Pass --time-format excel, or --time-format "%s" if they are seconds.`,
        );
      if (fractions === 0 && count >= LEAST_DAYS && least >= FIRST_SERIAL && most <= LAST_SERIAL)
        throw new UserError(
          `Times such as ${least} are days of a spreadsheet, or seconds. Pass --time-format excel for days, or --time-format "%s" for seconds.`,
        );
      const areAllSlots = count >= 24 && least <= 1 && SLOTS.includes(most + 1 - least);
      if (fractions === 0 && least >= 0 && (areAllSlots || (areSlots && most <= LAST_HHMMSS)))
        throw new UserError(
          `Times are the whole numbers from ${least} to ${most}: slots of a day, not seconds. Name the column of the day: --columns date=NAME,time=NAME; or pass --time-format "%s" if they are seconds since 1970.`,
        );
    },
    name() {
      if (zone !== undefined) return zone;
      if (rowOffsets.size > 0) return rowOffsets.size > 1 ? 'an offset by row' : offsetText([...rowOffsets][0]!);
      const found = new Set([...offsets].map((text) => (text === '' ? 'floating' : offsetText(secondsOf(text)))));
      if (hasEpochs) found.add('UTC');
      for (const name of columnZones) found.add(name);
      return found.size > 1 ? 'several offsets' : ([...found][0] ?? 'floating');
    },
    notes() {
      const found = [...offsets, ...(hasEpochs ? ['epoch'] : []), ...columnZones];
      const notes = isAssumed
        ? [`Dates such as 3/4/2008 are read with the ${order}; pass --time-format if this is wrong.`]
        : [];
      const unlikely = [numbers.most, numbers.least].find((number) => {
        const seconds = secondsOfEpoch(number);
        return seconds < FIRST_LIKELY || seconds > LAST_LIKELY;
      });
      if (numbers.count > 0 && unlikely !== undefined)
        notes.push(
          `Times such as ${unlikely} are read as ${Math.abs(unlikely) > LATEST_SECONDS ? 'parts of a second' : 'seconds'} since 1970, which is outside 1990 to 2035; pass --time-format if they are something else.`,
        );
      if (isFloatingUtc)
        notes.push(
          'Times have no zone and are read as UTC, since a column has offsets; if they are local times, remove that column or pass --columns offset=none.',
        );
      if (zone !== undefined || rowOffsets.size > 0) return notes;
      const names = found.map((offset) => offset || 'none').join(', ');
      const how = names === 'UTC' ? '' : ` (${names})`;
      if (found.length > 1)
        notes.push(
          `Times have several offsets (${names}) and are read as written; pass --zone to convert them to one time zone.`,
        );
      else if (found.length === 1 && /^(Z|UTC|GMT|epoch|[+-]00(?::?00)?)$/.test(found[0]!))
        notes.push(
          `Times are in UTC${how} and are read as written; pass --zone to convert them to the local time of the people.`,
        );
      return notes;
    },
  };
}

/** The hour from 0 to 24; NaN for an hour that does not fit AM or PM. */
function hourOf({ H = '0', p }: Readonly<Record<string, string | undefined>>): number {
  const hour = Number(H);
  if (p === undefined) return hour;
  if (hour < 1 || hour > 12) return Number.NaN;
  return (hour % 12) + (p.toUpperCase() === 'P' ? 12 : 0);
}

/** @throws UserError for an unknown directive */
function formOf(timeFormat: string): RegExp {
  const form = timeFormat.replace(/%(.?)|[.*+?^${}()|[\]\\]/gs, (sign, directive: string | undefined) => {
    if (directive === undefined) return `\\${sign}`;
    const known = Object.hasOwn(DIRECTIVES, directive) ? DIRECTIVES[directive] : undefined;
    if (known !== undefined) return known;
    throw new UserError(
      `--time-format: "%${directive}" is unknown. Known: ${Object.keys(DIRECTIVES)
        .map((one) => `%${one}`)
        .join(' ')}; such as "%d/%m/%Y %H:%M".`,
    );
  });
  try {
    return new RegExp(`^${form}$`, 'i');
  } catch {
    throw new UserError(
      `--time-format "${timeFormat}" repeats a directive. Use each directive once, such as "%d/%m/%Y %H:%M".`,
    );
  }
}

function isDate(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

const isUtcName = (zone: string) => /^(?:utc|gmt|z|(?:etc\/)?(?:utc|gmt|zulu|universal))$/i.test(zone);

/** Seconds of an offset such as +05:30. */
const hoursAndMinutes = (isWest: boolean, hours: string, minutes = '0') =>
  (isWest ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);

function secondsOf(offset: string): number {
  if (/^(z|utc|gmt)$/i.test(offset)) return 0;
  const sign = offset.startsWith('-') ? -1 : 1;
  return sign * (Number(offset.slice(1, 3)) * 3600 + (offset.length > 3 ? Number(offset.slice(-2)) * 60 : 0));
}

/** An offset in seconds as `+05:30`. */
function offsetText(seconds: number): string {
  const minutes = Math.abs(seconds) / 60;
  const two = (value: number) => String(value).padStart(2, '0');
  return seconds === 0 ? 'UTC' : `${seconds < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Offset of a time zone from UTC in seconds at an instant, computed once per quarter of an hour. */
function zoneShift(zone: string, subject = '--zone'): (utc: number) => number {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    throw new UserError(`${subject} ${zone}: unknown time zone. Pass an IANA name to --zone, such as Asia/Tokyo.`);
  }
  const known = new Map<number, number>();
  return (utc) => {
    if (!(Math.abs(utc) < LAST_DATE)) return Number.NaN;
    // Offsets change on quarters of an hour.
    const quarter = Math.floor(utc / 900);
    let seconds = known.get(quarter);
    if (seconds === undefined) {
      const parts = Object.fromEntries(
        format.formatToParts(quarter * 900_000).map(({ type, value }) => [type, Number(value)]),
      );
      const local =
        Date.UTC(parts.year!, parts.month! - 1, parts.day!, parts.hour!, parts.minute!, parts.second!) / 1000;
      seconds = local - quarter * 900;
      known.set(quarter, seconds);
    }
    return seconds;
  };
}
