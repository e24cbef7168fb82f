/** Names of columns as they are met with, lower case, for each of ours. */
const SYNONYMS = {
  uid: ['uid', 'user', 'user_id', 'userid', 'person', 'person_id', 'agent', 'agent_id', 'id'],
  time: ['time', 'timestamp', 'datetime', 'date_time', 'arrival', 'started_at', 'start', 't'],
  end: ['end', 'end_time', 'departure', 'leaving_datetime', 'finished_at'],
  lat: ['lat', 'latitude', 'y'],
  lon: ['lon', 'lng', 'long', 'longitude', 'x'],
  place: ['place', 'place_id', 'location_id', 'location'],
} as const;

export type TrajectoryField = keyof typeof SYNONYMS;

/** Which cell of a line holds which field. */
export interface LineFormat {
  readonly separator: string;
  readonly cells: Readonly<Partial<Record<TrajectoryField, number>>>;
}

/** Reads a header; null when one of person, time, latitude and longitude is not in it. */
export function parseHeader(line: string): LineFormat | null {
  const separator = [',', ';', '\t'].find((sign) => line.includes(sign)) ?? ',';
  const names = line
    .replace(/^\uFEFF/, '')
    .split(separator)
    .map((name) =>
      name
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .toLowerCase(),
    );
  const cells: Partial<Record<TrajectoryField, number>> = {};
  for (const field of Object.keys(SYNONYMS) as TrajectoryField[]) {
    const cell = SYNONYMS[field].map((name) => names.indexOf(name)).find((at) => at >= 0);
    if (cell !== undefined) cells[field] = cell;
  }
  const complete = (['uid', 'time', 'lat', 'lon'] as const).every((field) => cells[field] !== undefined);
  return complete ? { separator, cells } : null;
}

/** A row, or why the line is none. */
export type ParsedLine =
  | {
      readonly uid: string;
      readonly time: number;
      readonly lat: number;
      readonly lon: number;
      end?: number;
      place?: number;
    }
  | { readonly problem: string };

export function parseTrajectoryLine(line: string, { separator, cells }: LineFormat): ParsedLine {
  const parts = line.split(separator).map((part) => part.trim().replace(/^"(.*)"$/, '$1'));
  const text = (field: TrajectoryField) => parts[cells[field] as number] ?? '';
  const uid = text('uid');
  const time = parseTime(text('time'));
  const lat = number(text('lat'));
  const lon = number(text('lon'));
  if (uid === '') return { problem: 'no person' };
  if (Number.isNaN(time)) return { problem: 'a time that is none' };
  if (!(Math.abs(lat) <= 90)) return { problem: 'a latitude that is none between -90 and 90' };
  if (!(Math.abs(lon) <= 180)) return { problem: 'a longitude that is none between -180 and 180' };
  const row: ParsedLine = { uid, time, lat, lon };
  if (cells.end !== undefined) {
    const end = parseTime(text('end'));
    if (!(end >= time)) return { problem: 'an end that is no time or lies before the beginning' };
    row.end = end;
  }
  if (cells.place !== undefined) {
    const place = number(text('place'));
    if (!(Number.isInteger(place) && place >= 0 && place < 2 ** 32))
      return { problem: 'a place that is no whole number' };
    row.place = place;
  }
  return row;
}

function number(text: string): number {
  return text === '' ? Number.NaN : Number(text);
}

/** From here on epoch times are taken for milliseconds: as seconds this is the year 5138. */
const MILLISECONDS_FROM = 1e11;

/**
 * Seconds on the clock that is written: an epoch time, or a date with a time of day. What is said of a zone is left out,
 * as night and day are those of the clock on the wall.
 */
export function parseTime(text: string): number {
  if (text === '') return Number.NaN;
  const epoch = Number(text);
  if (!Number.isNaN(epoch)) return Math.abs(epoch) >= MILLISECONDS_FROM ? epoch / 1000 : epoch;
  const parts =
    /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?)?\s*(?:Z|UTC|[+-]\d{2}:?\d{2})?$/.exec(
      text,
    );
  if (!parts) return Number.NaN;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 24 || minute > 59 || second > 60) return Number.NaN;
  return Date.UTC(year, month - 1, day, hour, minute) / 1000 + second;
}
