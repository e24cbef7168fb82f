import { UserError } from '@itinera/base';

/** Reads times as seconds of local time, and records the offsets that occur. */
export interface LocalClock {
  /** @returns seconds since 1970-01-01 of local time; NaN if the text is not a time */
  readonly read: (text: string) => number;
  /** Same as `read`, for a number: seconds, milli-, micro- or nanoseconds since 1970. */
  readonly number: (epoch: number) => number;
  /** Same as `read`, for an instant in seconds since 1970. */
  readonly instant: (seconds: number) => number;
  /** Returns the local time of a time that was read from UTC, at an offset in minutes; a zone takes precedence. */
  readonly atOffset: (seconds: number, minutes: number) => number;
  /** Whether all times are in one given format, including those that look like numbers. */
  readonly hasFormat: boolean;
  readonly notes: () => string[];
}

/** Options of `createClock`. */
export interface ClockOptions {
  /** Format of the times as in Python's `strptime`, such as `%d/%m/%Y %H:%M`. */
  readonly timeFormat?: string | undefined;
  /** Which of two numbers is the day in dates such as 3/4/2008; unknown by default, then 3 April unless a row contradicts. */
  readonly dayOrder?: 'day first' | 'month first' | undefined;
}

/** A date that contradicts the order of day and month in which earlier ones were read. */
export class DayOrderError extends UserError {
  constructor(readonly needed: NonNullable<ClockOptions['dayOrder']>) {
    super(
      'Dates such as 3/4/2008 turn out to have another order of day and month. Pass it: --time-format "%d/%m/%Y %H:%M"',
    );
  }
}

const CLOCK_TIME = String.raw`(?<H>\d{1,2}):(?<M>\d{2})(?::(?<S>\d{2}(?:\.\d+)?))?(?:\s*(?<p>[AP]M))?`;
const OFFSET = String.raw`\s*(?<z>Z|UTC|GMT|[+-]\d{2}:?\d{2})?`;
/** Forms of times without `timeFormat`. In the second, day and month are `a` and `b` in either order. */
const FORMS = [
  String.raw`(?<Y>\d{4})[-/](?<m>\d{1,2})[-/](?<d>\d{1,2})(?:[T ]\s*${CLOCK_TIME})?${OFFSET}`,
  String.raw`(?<a>\d{1,2})[-/.](?<b>\d{1,2})[-/.](?<Y>\d{4})(?:[T ,]\s*${CLOCK_TIME})?${OFFSET}`,
  String.raw`(?:[a-z]{3},? )?(?<name>[a-z]{3}) (?<d>\d{1,2}) ${CLOCK_TIME}${OFFSET} (?<Y>\d{4})`,
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
  p: '(?<p>[AP]M)',
  z: String.raw`(?<z>Z|UTC|GMT|[+-]\d{2}:?\d{2})`,
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
export function createClock(zone?: string, { timeFormat, dayOrder }: ClockOptions = {}): LocalClock {
  const shift = zone === undefined ? () => 0 : zoneShift(zone);
  const forms = timeFormat === undefined ? FORMS : [formOf(timeFormat)];
  const offsets = new Set<string>();
  let [hasEpochs, hasOffsets] = [false, false];
  /** Whether the order of day and month was assumed, and whether a date has decided it. */
  let isAssumed = false;
  let order = dayOrder;
  const number = (epoch: number) => {
    hasEpochs = true;
    const seconds = secondsOfEpoch(epoch);
    return seconds + shift(seconds);
  };
  /** Day and month of a date such as 3/4/2008. */
  const dayAndMonth = (a: number, b: number, isAmerican: boolean): readonly [day: number, month: number] => {
    const needed = a > 12 ? 'day first' : b > 12 ? 'month first' : undefined;
    if (needed !== undefined && order !== needed) {
      if (isAssumed && dayOrder === undefined) throw new DayOrderError(needed);
      order ??= needed;
    }
    if (order === undefined) {
      order = isAmerican ? 'month first' : 'day first';
      isAssumed = true;
    } else if (needed !== undefined) isAssumed = false;
    return order === 'day first' ? [a, b] : [b, a];
  };
  return {
    hasFormat: timeFormat !== undefined,
    number,
    instant: (seconds) => seconds + shift(seconds),
    atOffset(seconds, minutes) {
      hasOffsets = true;
      return zone === undefined ? seconds + 60 * minutes : seconds;
    },
    read(text) {
      if (timeFormat === undefined && text !== '' && Number.isFinite(Number(text))) return number(Number(text));
      let parts: Readonly<Record<string, string | undefined>> | undefined;
      for (const form of forms) {
        parts = form.exec(text)?.groups;
        if (parts) break;
      }
      if (!parts) return Number.NaN;
      if (parts.s !== undefined) return number(Number(parts.s));
      const { a, b, z: offset } = parts;
      const [day, month] =
        a === undefined
          ? [Number(parts.d ?? 1), parts.name ? MONTHS.indexOf(parts.name.toLowerCase()) + 1 : Number(parts.m ?? 1)]
          : dayAndMonth(Number(a), Number(b), parts.p !== undefined);
      const [hour, minute, second] = [hourOf(parts), Number(parts.M ?? 0), Number(parts.S ?? 0)];
      if (!isDate(month, day) || !(hour <= 24) || minute > 59 || second > 60) return Number.NaN;
      const year = parts.Y === undefined ? 2000 + Number(parts.y) - (Number(parts.y) > 68 ? 100 : 0) : Number(parts.Y);
      const written = Date.UTC(year, month - 1, day, hour, minute) / 1000 + second + Number(`0.${parts.f ?? 0}`);
      offsets.add(offset?.toUpperCase() ?? '');
      if (zone === undefined || offset === undefined) return written;
      const utc = written - secondsOf(offset);
      return utc + shift(utc);
    },
    notes() {
      const found = [...offsets, ...(hasEpochs ? ['epoch'] : [])];
      const notes = isAssumed
        ? [`Dates such as 3/4/2008 are read with the ${order}; pass --time-format if this is wrong.`]
        : [];
      if (zone !== undefined || hasOffsets) return notes;
      const names = found.map((offset) => offset || 'none').join(', ');
      if (found.length > 1)
        notes.push(
          `Times have several offsets (${names}) and are read as written; pass --zone to convert them to one time zone.`,
        );
      else if (found.length === 1 && /^(Z|UTC|GMT|[+-]00:?00)$/.test(found[0]!))
        notes.push(
          `Times are in UTC (${names}) and are read as written; pass --zone to convert them to the local time of the people.`,
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
  return (hour % 12) + (p.toUpperCase() === 'PM' ? 12 : 0);
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
      `--time-format "${timeFormat}" has a part twice. Use each directive once, such as "%d/%m/%Y %H:%M".`,
    );
  }
}

function isDate(month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

function secondsOf(offset: string): number {
  if (/^(z|utc|gmt)$/i.test(offset)) return 0;
  const sign = offset.startsWith('-') ? -1 : 1;
  return sign * (Number(offset.slice(1, 3)) * 3600 + Number(offset.slice(-2)) * 60);
}

/** Offset of a time zone from UTC in seconds at an instant, computed once per quarter of an hour. */
function zoneShift(zone: string): (utc: number) => number {
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
    throw new UserError(`--zone ${zone}: unknown time zone. Pass an IANA name, such as Asia/Tokyo.`);
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
