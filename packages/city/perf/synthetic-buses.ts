import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addTransit, type CityMap, projectionOf, readGtfs, type Timetable } from '@itinera/city';

/** AOIs per line. */
const LINE_AOIS = 1000;
const STOP_METRES = 400;
/** Metres of straight line in a minute. */
const SPEED = 300;
const clock = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:00`;

/** A city with a bus line for every 1,000 AOIs. */
export async function withBuses(streets: CityMap): Promise<{ readonly map: CityMap; readonly timetable: Timetable }> {
  const folder = await mkdtemp(join(tmpdir(), 'buses-'));
  try {
    await writeBuses(streets, folder, Math.ceil(streets.aois.count / LINE_AOIS));
    return addTransit(streets, await readGtfs(folder));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Writes a timetable of straight bus lines between random AOIs, both ways, every 15 minutes; stops far from streets are passed. More
 * lines contain those of fewer.
 */
export async function writeBuses(streets: CityMap, folder: string, lines: number): Promise<void> {
  const xy = streets.aoiCentroids;
  const { toLonLat } = projectionOf(streets);
  let state = 1;
  const anywhere = (): [x: number, y: number] => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const aoi = Math.floor((state / 2 ** 32) * streets.aois.count);
    return [xy[2 * aoi]!, xy[2 * aoi + 1]!];
  };
  const tables: Record<string, string[]> = {
    stops: ['stop_id,stop_name,stop_lat,stop_lon'],
    routes: ['route_id,route_short_name,route_type'],
    calendar: [
      'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date',
      'all,1,1,1,1,1,1,1,20240101,20241231',
    ],
    trips: ['route_id,service_id,trip_id'],
    stop_times: ['trip_id,stop_id,stop_sequence,arrival_time,departure_time'],
    frequencies: ['trip_id,start_time,end_time,headway_secs,exact_times'],
  };
  for (let line = 0; line < lines; line++) {
    const [[x, y], [endX, endY]] = [anywhere(), anywhere()];
    const metres = Math.hypot(endX - x, endY - y);
    const count = Math.ceil(metres / STOP_METRES) + 2;
    const ids = Array.from({ length: count }, (_, stop) => `${line}.${stop}`);
    tables.routes!.push(`${line},${line},3`);
    ids.forEach((id, stop) => {
      const share = stop / (count - 1);
      const { lon, lat } = toLonLat(x + share * (endX - x), y + share * (endY - y));
      tables.stops!.push(`${id},${id},${lat},${lon}`);
    });
    for (const [way, order] of [ids, ids.toReversed()].entries()) {
      const trip = `${line}.${way}`;
      tables.trips!.push(`${line},all,${trip}`);
      tables.frequencies!.push(`${trip},06:00:00,22:00:00,900,1`);
      order.forEach((id, i) => {
        const time = clock(Math.round((i * metres) / (count - 1) / SPEED));
        tables.stop_times!.push(`${trip},${id},${i},${time},${time}`);
      });
    }
  }
  for (const [name, rows] of Object.entries(tables)) await writeFile(join(folder, `${name}.txt`), rows.join('\n'));
}
