import { UserError } from '@itinera/metrics';

/** Where a file's columns stand. */
export interface Layout {
  readonly separator: string;
  /** Whether the first line names the columns. */
  readonly header: boolean;
  /** The last column that is needed. */
  readonly last: number;
  readonly columns: {
    readonly uid: number;
    readonly time: number;
    readonly lon: number;
    readonly lat: number;
    readonly end?: number;
    readonly place?: number;
    readonly humob?: { readonly d: number; readonly t: number; readonly x: number; readonly y: number };
  };
}

const NAMES = {
  uid: ['uid', 'user', 'user_id', 'userid', 'id', 'person', 'person_id', 'agent', 'agent_id', 'traj_id'],
  time: [
    'time',
    'timestamp',
    'datetime',
    'date_time',
    't',
    'started_at',
    'arrival',
    'arrival_time',
    'start',
    'start_time',
  ],
  lat: ['lat', 'latitude', 'y'],
  lon: ['lon', 'lng', 'long', 'longitude', 'x'],
  end: ['end', 'end_time', 'leaving_datetime', 'finished_at', 'departure', 'departure_time'],
  place: ['place', 'place_id', 'location', 'location_id', 'tile_id'],
} as const;

/**
 * Reads the first line: names of columns, or without names uid, time, lat, lon (and HuMob's uid, d, t, x, y).
 *
 * @throws UserError when columns are missing
 */
export function layoutOf(path: string, line: string): Layout {
  const separator = [',', '\t', ';'].find((sign) => line.includes(sign)) ?? ',';
  const cells = line.split(separator).map((cell) => cell.trim().replace(/^﻿/, '').replace(/^"|"$/g, '').toLowerCase());
  const numeric = cells.filter((cell) => cell !== '' && Number.isFinite(Number(cell))).length;
  if (numeric > 0) return withoutNames(path, cells, separator);
  const find = (names: readonly string[]) => {
    const at = names.map((name) => cells.indexOf(name)).find((column) => column >= 0);
    return at ?? -1;
  };
  const uid = find(NAMES.uid);
  const [d, t, x, y] = ['d', 't', 'x', 'y'].map((name) => cells.indexOf(name)) as [number, number, number, number];
  if (uid >= 0 && Math.min(d, t, x, y) >= 0) {
    const columns = { uid, time: t, lon: x, lat: y, humob: { d, t, x, y } };
    return { separator, header: true, last: Math.max(uid, d, t, x, y), columns };
  }
  const found = { uid, time: find(NAMES.time), lon: find(NAMES.lon), lat: find(NAMES.lat) };
  const missing = Object.entries(found).filter(([, column]) => column < 0);
  if (missing.length > 0) {
    throw new UserError(
      `${path}: no column for ${missing.map(([name]) => name).join(', ')} among ${cells.slice(0, 12).join(', ')}. Name them uid, time, lat, lon.`,
    );
  }
  const end = find(NAMES.end);
  const place = find(NAMES.place);
  const columns = { ...found, ...(end >= 0 && { end }), ...(place >= 0 && { place }) };
  return { separator, header: true, last: Math.max(...Object.values(columns)), columns };
}

function withoutNames(path: string, cells: readonly string[], separator: string): Layout {
  if (cells.length === 5 && cells.every((cell) => /^-?\d+$/.test(cell))) {
    const columns = { uid: 0, time: 2, lon: 3, lat: 4, humob: { d: 1, t: 2, x: 3, y: 4 } };
    return { separator, header: false, last: 4, columns };
  }
  if (cells.length < 4) {
    throw new UserError(`${path}: ${cells.length} columns without names; expected uid, time, lat, lon.`);
  }
  return { separator, header: false, last: 3, columns: { uid: 0, time: 1, lat: 2, lon: 3 } };
}
