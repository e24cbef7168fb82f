import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CityMap } from '../map/city-map.js';
import { projectionOf } from '../map/projection.js';
import type { GtfsFeed } from './gtfs/gtfs-feed.js';
import { readGtfs } from './gtfs/read-gtfs.js';

/** A handwritten feed: tables by name without `.txt`, one row per line. */
export type FeedTables = Readonly<Record<string, readonly string[]>>;

/** Writes a feed into a folder that exists while `use` runs. */
export async function inFolder<T>(tables: FeedTables, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'gtfs-'));
  try {
    for (const [name, rows] of Object.entries(tables)) await writeFile(join(folder, `${name}.txt`), rows.join('\n'));
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Reads a handwritten feed. */
export async function feedOf(tables: FeedTables): Promise<GtfsFeed> {
  return inFolder(tables, (folder) => readGtfs(folder));
}

/** Rows of stops.txt at points of a map, metres in its plane. */
export function stopRows(city: CityMap, stops: Readonly<Record<string, readonly [x: number, y: number]>>): string[] {
  const { toLonLat } = projectionOf(city);
  return [
    'stop_id,stop_name,stop_lat,stop_lon',
    ...Object.entries(stops).map(([id, [x, y]]) => {
      const { lon, lat } = toLonLat(x, y);
      return `${id},Stop ${id},${lat.toFixed(9)},${lon.toFixed(9)}`;
    }),
  ];
}

/** A calendar with one service, `all`, that runs every day of 2024. */
export const everyDay = [
  'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date',
  'all,1,1,1,1,1,1,1,20240101,20241231',
];

/** Rows of stop_times.txt: `trip: 'P 8:00 Q 8:05'`, times as hours and minutes. */
export function stopTimeRows(trips: Readonly<Record<string, string>>): string[] {
  return [
    'trip_id,stop_id,stop_sequence,arrival_time,departure_time',
    ...Object.entries(trips).flatMap(([trip, text]) => {
      const words = text.split(' ');
      return Array.from({ length: words.length / 2 }, (_, i) => {
        const time = `${words[2 * i + 1]}:00`;
        return `${trip},${words[2 * i]},${i + 1},${time},${time}`;
      });
    }),
  ];
}
