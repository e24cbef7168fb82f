import { SECONDS_PER_DAY } from '@itinera/base';
import { pointOf, type TableRow } from '@itinera/tables';
import { positionOfCell } from './humob-cells.js';
import { isMissing } from './missing.js';
import { isTimeOfDay, SLOT_COLUMNS } from './time-of-day.js';
import type { Drop } from './trajectory-file.js';
import type { RawRow, TrajectoryRows } from './trajectory-rows.js';

/** Columns by field: their positions in the table, or in the rows that are read. */
export type ColumnPlaces = Readonly<Record<string, number | undefined>>;

/** A table layout for trajectories. To add one, add a row to `layouts`. */
export interface Layout {
  /** Names of the columns of each field, in lower case; the first one that the table has is used. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly required: readonly string[];
  /** Fields by position in a text without column names, '' for others; default: `required`. */
  readonly order?: readonly string[];
  /** Whether the first line of a text without column names has such columns, in this order. */
  readonly fits: (cells: readonly string[]) => boolean;
  /** Whether positions are those of the places that rows name, in a table of places. */
  readonly needsLocations?: true;
  /** A function that reads a row into `raw`, and returns why it cannot be used. */
  readonly reader: (
    places: ColumnPlaces,
    rows: TrajectoryRows,
    raw: RawRow,
    timeName: string,
  ) => (row: TableRow) => Drop | undefined;
}

/** Names of the column of people, in lower case. */
export const UID = [
  'uid',
  'user',
  'user_id',
  'userid',
  'username',
  'user_name',
  'user_hash',
  'person',
  'person_id',
  'personid',
  'individual',
  'individual_id',
  'individual_local_identifier',
  'participant',
  'participant_id',
  'respondent_id',
  'subject',
  'subject_id',
  'member_id',
  'customer_id',
  'subscriber_id',
  'caid',
  'ad_id',
  'maid',
  'device',
  'imei',
  'imsi',
  'msisdn',
  'mmsi',
  'uuid',
  'hashed_id',
  'phone_number',
  'phone_id',
  'moving_object',
  'entity_id',
  'animal_id',
  'tracker',
  'tracker_id',
  'agent',
  'agent_id',
  'agentid',
  'device_id',
  'deviceid',
  'device_uid',
  'advertiser_id',
  'driver',
  'driver_id',
  'vehicle',
  'vehicle_id',
  'taxi',
  'taxi_id',
  'card_id',
  'track_id',
  'traj_id',
  'trajectory_id',
  'tid',
  'id',
];
/** Names of the column of times, in lower case. */
export const TIME = [
  'time',
  'timestamp',
  'ts',
  'datetime',
  'date_time',
  'started_at',
  'arrival',
  'arrival_time',
  'arrival_datetime',
  'arrived_at',
  'arrive',
  'start',
  'start_time',
  'starttime',
  'start_at',
  'start_timestamp',
  'start_datetime',
  'start_date_time',
  't_start',
  'time_start',
  'begin',
  'begin_time',
  'utc_time',
  'time_utc',
  'time_gmt',
  'utctimestamp',
  'check_in_time',
  'checkin_time',
  'tracked_at',
  'recorded_at',
  'epoch',
  'epoch_ms',
  'utc_timestamp',
  'gps_time',
  'local_time',
  'local_timestamp',
  'hour',
  'hhmm',
  'hhmmss',
  ...SLOT_COLUMNS,
];
/** Names of the column of ends of stays, in lower case. */
const END = [
  'end',
  'end_time',
  'endtime',
  'end_at',
  'ended_at',
  'end_timestamp',
  'end_datetime',
  'end_date_time',
  't_end',
  'time_end',
  'leaving_datetime',
  'leave',
  'leave_time',
  'left_at',
  'finished_at',
  'departure',
  'departure_time',
  'departure_datetime',
  'departed_at',
  'stop_time',
  'check_out_time',
  'checkout_time',
];
/** Names of the column of the lengths of stays, in lower case, without a unit. */
const DURATION = ['duration', 'dwell', 'dwell_time', 'stay_time', 'stay_duration', 'length_of_stay', 'time_spent'];
const inUnit = (...units: readonly string[]) =>
  [...DURATION, 'stay'].flatMap((name) => units.flatMap((unit) => [`${name}_${unit}`, `${name}_in_${unit}`]));
/** Names of the column of places, in lower case. */
export const PLACE = [
  'place',
  'place_id',
  'placeid',
  'location_id',
  'locationid',
  'loc_id',
  'location',
  'tile_id',
  'venue',
  'venueid',
  'venue_id',
  'poi',
  'poi_id',
  'poiid',
  'business_id',
  'place_name',
  'cell_id',
  'cellid',
  'h3',
  'h3_index',
  'geohash',
  'tower_id',
  'antenna_id',
];

/** HuMob's day, half hour and cell. */
export const cellLayout: Layout = {
  fields: { uid: UID, d: ['d'], t: ['t'], x: ['x'], y: ['y'] },
  required: ['uid', 'd', 't', 'x', 'y'],
  fits: (cells) => cells.length === 5 && cells.every((cell) => /^-?\d+$/.test(cell)),
  reader({ d, t, x, y }, rows, raw) {
    rows.expect({ ends: false, places: true, activities: false });
    rows.hasCells = true;
    return (row) => positionOfCell({ d: row.number(d!), t: row.number(t!), x: row.number(x!), y: row.number(y!) }, raw);
  },
};

/** A time and degrees; a second time makes the rows stays. */
export const positions: Layout = {
  fields: {
    uid: UID,
    time: TIME,
    lat: ['lat', 'latitude', 'latitud', 'location_lat', 'y'],
    lon: ['lon', 'lng', 'long', 'longitude', 'longitud', 'location_long', 'x'],
    geometry: ['geom', 'geometry', 'the_geom', 'wkt', 'wkb', 'center', 'centroid', 'point', 'shape', 'coordinates'],
    polyline: ['polyline'],
    /** Of a track: whether it has gaps. */
    gaps: ['missing_data'],
    end: END,
    place: PLACE,
    activity: ['activity', 'activity_type', 'purpose', 'trip_purpose', 'intention', 'action'],
    date: ['date', 'day'],
    /** A numbered day, if its time is a slot `t`. */
    d: ['d'],
    year: ['year'],
    month: ['month'],
    minute: ['minute'],
    second: ['second'],
    /** From UTC to local time. */
    offset: [
      'timezoneoffset',
      'timezone_offset',
      'tzoffset',
      'tz_offset',
      'utcoffset',
      'utc_offset',
      'gmtoffset',
      'gmt_offset',
      'offset_hours',
      'offset_minutes',
      'offset_seconds',
      'utc_offset_hours',
      'utc_offset_minutes',
      'utc_offset_seconds',
      'timezone_offset_hours',
      'timezone_offset_minutes',
      'timezone_offset_seconds',
      'timezone_id',
      'timezone_name',
      'tz_name',
      'tzid',
      'iana_timezone',
      'timezone',
      'time_zone',
      'tz',
    ],
    /** Of a stay without an end; it cannot be used if its unit is unknown. */
    duration: DURATION,
    seconds: inUnit('s', 'sec', 'secs', 'second', 'seconds'),
    minutes: inUnit('min', 'mins', 'minute', 'minutes'),
    hours: inUnit('h', 'hr', 'hrs', 'hour', 'hours'),
  },
  required: ['uid', 'time', 'lat', 'lon'],
  fits: (cells) => cells.length >= 4,
  reader(places, rows, raw, timeName) {
    const { time, lat, lon, geometry, end, place, activity, d, year, month, minute, second, offset, duration } = places;
    const length = places.seconds ?? places.minutes ?? places.hours;
    const unit = places.seconds !== undefined ? 1 : places.minutes !== undefined ? 60 : 3600;
    const hasEnds = end !== undefined || length !== undefined;
    const date = places.date ?? (timeName === 't' ? d : undefined);
    rows.hasPositions = true;
    if (date === undefined && isTimeOfDay(timeName)) rows.areSlots = true;
    rows.expect({ ends: hasEnds, places: place !== undefined, activities: activity !== undefined });
    if (duration !== undefined && !hasEnds)
      rows.note(
        'A column of durations is not used, because its unit is unknown, so the rows count as points. Pass --columns minutes=NAME, or seconds or hours, or add a column "end" with the times of departure.',
      );
    const clockTimes = rows.timesOfDay(timeName);
    const dateOf = (row: TableRow) => {
      const day = row.text(date!);
      return year === undefined || month === undefined ? day : `${row.text(year)}-${row.text(month)}-${day}`;
    };
    const timeOf = (row: TableRow, column: number): number => {
      const text = date === undefined ? '' : row.text(column);
      if (date === undefined || isDated(text)) return row.time(column, rows.clock);
      if (rows.clock.hasFormat) return rows.clock.read(`${dateOf(row)} ${text}`.trim());
      const parts = [minute, second].flatMap((part) => (part === undefined || column !== time ? [] : [row.text(part)]));
      const whole = clockTimes.text(dateOf(row), [text, ...parts].join(':'));
      // Beside a date, 25:30 is in the night after it.
      const late = LATE.exec(whole);
      if (!late) return rows.clock.read(whole);
      return rows.clock.read(`${late[1]} ${Number(late[2]) - 24}:${late[3]}`) + SECONDS_PER_DAY;
    };
    const moved = (row: TableRow, seconds: number): number => {
      if (offset === undefined) return seconds;
      const text = row.text(offset);
      return rows.clock.atOffset(seconds, isMissing(text) ? '' : text);
    };
    return (row) => {
      raw.time = timeOf(row, time!);
      const utc = raw.time;
      raw.time = moved(row, utc);
      if (Number.isNaN(raw.time) && !Number.isNaN(utc)) return 'offset';
      raw.offset = rows.clock.offset;
      if (lat === undefined && geometry === undefined) {
        const position = rows.locations?.get(row.text(place!));
        raw.lon = position?.[0] ?? Number.NaN;
        raw.lat = position?.[1] ?? Number.NaN;
      } else if (geometry === undefined) {
        raw.lon = row.number(lon!);
        raw.lat = row.number(lat!);
      } else {
        const point = pointOf(row.text(geometry) || row.value(geometry));
        raw.lon = point?.[0] ?? Number.NaN;
        raw.lat = point?.[1] ?? Number.NaN;
      }
      if (end !== undefined) {
        raw.end = moved(row, timeOf(row, end));
        raw.endOffset = rows.clock.offset;
        // Of two times of day beside one date, the second may be on the next day.
        if (date !== undefined && raw.end < raw.time && !isDated(row.text(end))) raw.end += SECONDS_PER_DAY;
        const second = rows.clock.secondOffset(raw.end, raw.endOffset);
        if (raw.end - raw.endOffset < raw.time - raw.offset && !Number.isNaN(second)) raw.endOffset = second;
      } else if (length !== undefined) {
        raw.end = rows.clock.later(raw.time, row.number(length) * unit);
        raw.endOffset = rows.clock.offset;
      }
      if (place !== undefined) raw.place = rows.place(row.text(place));
      if (activity !== undefined) raw.activity = rows.activity(row.text(activity));
      return undefined;
    };
  },
};

/** A date and an hour from 25 to 30. */
const LATE = /^(.*) (2[5-9]|30):(.*)$/;

/** Whether a time contains its date. */
const isDated = (text: string) => /^\d{8}|\d[-/]\d|\d\.\d+\.\d|[a-z]{3} /i.test(text);

/** As `positions`, with a point as WKT or WKB instead of two columns. */
export const geometries: Layout = {
  ...positions,
  fields: positions.fields,
  required: ['uid', 'time', 'geometry'],
  fits: () => false,
};

/** As `positions`, with places whose positions are in another table. */
const located: Layout = {
  ...positions,
  required: ['uid', 'time', 'place'],
  fits: () => false,
  needsLocations: true,
};

/** Seconds between the points of a polyline: taxis of Porto (ECML/PKDD 2015). */
const POLYLINE_SECONDS = 15;

/** A track per row: a time of departure, and its points as a list of [longitude, latitude]. */
export const polylines: Layout = {
  ...positions,
  required: ['uid', 'time', 'polyline'],
  fits: () => false,
  reader({ time, polyline, gaps }, rows, raw) {
    rows.hasPositions = true;
    rows.expect({ ends: false, places: false, activities: false });
    rows.note(`Points of the column "POLYLINE" are ${POLYLINE_SECONDS} s apart, as those of the taxis of Porto.`);
    return (row) => {
      if (gaps !== undefined && /^(true|1)$/i.test(row.text(gaps) || String(row.value(gaps)))) return 'gaps';
      const points = pointsOf(row.text(polyline!));
      if (points === undefined) return 'track';
      const start = row.time(time!, rows.clock);
      raw.offset = rows.clock.offset;
      for (const [i, [lon, lat]] of points.entries()) {
        raw.time = start + i * POLYLINE_SECONDS;
        [raw.lon, raw.lat] = [lon!, lat!];
        // The caller adds the last one.
        if (i + 1 < points.length) rows.addNext(raw, row.line);
      }
      return points.length === 0 ? 'track' : undefined;
    };
  },
};

/** @returns undefined if a text is no list of pairs of numbers */
function pointsOf(text: string): number[][] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    const isPoint = (point: unknown) => Array.isArray(point) && point.length >= 2 && point.every(Number.isFinite);
    return Array.isArray(list) && list.every(isPoint) ? list : undefined;
  } catch {
    return undefined;
  }
}

const isDateTime = (text: string | undefined) => /^\d{4}-\d\d-\d\d[ T]/.test(text ?? '');

/** Texts of the field without column names: their columns by position, and how a first line of them is recognised. */
const fieldTexts: readonly Pick<Layout, 'order' | 'fits'>[] = [
  {
    // T-Drive has longitudes first; recognised where they cannot be latitudes.
    order: ['uid', 'time', 'lon', 'lat'],
    fits: (cells) => cells.length === 4 && isDateTime(cells[1]) && Math.abs(Number(cells[2])) > 90,
  },
  {
    // Gowalla and Brightkite of SNAP.
    order: ['uid', 'time', 'lat', 'lon', 'place'],
    fits: (cells) => cells.length === 5 && /T.*Z$/.test(cells[1]!) && isDateTime(cells[1]) && /^\d+$/.test(cells[4]!),
  },
  {
    // Foursquare of Yang et al. (TSMC2014).
    order: ['uid', '', '', '', 'lat', 'lon', 'offset', 'time'],
    fits: (cells) => cells.length === 8 && /^\w{3} \w{3} \d\d .* \+0000 \d{4}$/.test(cells[7]!),
  },
];

/** The first one that fits is used. */
export const layouts: readonly Layout[] = [
  cellLayout,
  ...fieldTexts.map((text): Layout => ({ ...positions, ...text })),
  positions,
  geometries,
  polylines,
  located,
];
