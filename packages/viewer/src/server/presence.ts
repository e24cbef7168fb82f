import { SECONDS_PER_HOUR } from '@itinera/base';
import type { PersonCost } from '@itinera/benchmarks';
import { projectionOf, readMapFile } from '@itinera/city';
import { DEGREES, decodeStatuses, decodeTrips, RunFolder, type RunManifest, tripRows } from '@itinera/run';
import { planeOf, toUnits } from '../replay/plane.js';
import { pack } from '../wire/packed.js';
import { NO_HOUR } from '../wire/presence.js';
import { doneGroups, tableOf } from './run-list.js';

export interface PresenceJob {
  /** Path of the folder of a run. */
  readonly path: string;
  readonly manifest: RunManifest;
  /** Folder of decoded maps. */
  readonly cacheFolder: string;
  /** Points lost, for people who lose any. */
  readonly costs: readonly PersonCost[];
}

/** Packs the positions of a run's people at full hours, and their trips. Runs in a thread for many people. */
export default async function presenceOf({ path, manifest, cacheFolder, costs }: PresenceJob) {
  const folder = new RunFolder(path);
  const { map } = await readMapFile(manifest.map.path, { cacheFolder });
  const plane = planeOf(map);
  const units = toUnits(plane);
  const projection = projectionOf(map);
  const centroids = map.aoiCentroids;
  const costOf = new Map(costs.map(({ id, points }) => [id, points]));
  const { steps, stepSeconds } = manifest.clock;
  const hours = Math.floor((steps * stepSeconds) / SECONDS_PER_HOUR);
  const ids: number[] = [];
  const start: number[] = [0];
  const stays = { from: [] as number[], to: [] as number[], x: [] as number[], y: [] as number[] };
  const trips = {
    ...{ tripPerson: [] as number[], departure: [] as number[], arrival: [] as number[] },
    ...{ fromX: [] as number[], fromY: [] as number[], toX: [] as number[], toY: [] as number[] },
  };
  const placeAt = (aoi: number | null): readonly [number, number] | null => {
    const row = aoi === null ? -1 : map.aoiIndex(aoi);
    return row < 0 ? null : [units.x(centroids[2 * row]!), units.y(centroids[2 * row + 1]!)];
  };
  for (const { group } of doneGroups(folder, manifest)) {
    const { id, lng, lat } = decodeStatuses(...tableOf(folder, 'statuses', group));
    const personOf = new Map<number, number>();
    for (let row = 0; row < id.length; row += steps) {
      personOf.set(id[row]!, ids.length);
      ids.push(id[row]!);
      for (let hour = 0; hour < hours; hour++) {
        const at = row + Math.min(steps - 1, Math.floor((hour * SECONDS_PER_HOUR) / stepSeconds));
        const point = projection.toXY(lng[at]! * DEGREES, lat[at]! * DEGREES);
        const [x, y] = [units.x(point.x), units.y(point.y)];
        const last = stays.x.length - 1;
        if (last >= start.at(-1)! && stays.x[last] === x && stays.y[last] === y) stays.to[last]!++;
        else {
          stays.from.push(hour);
          stays.to.push(hour + 1);
          stays.x.push(x);
          stays.y.push(y);
        }
      }
      start.push(stays.x.length);
    }
    for (const trip of tripRows(decodeTrips(...tableOf(folder, 'trips', group)))) {
      const to = placeAt(trip.destination);
      if (to === null) continue;
      const from = placeAt(trip.origin) ?? to;
      trips.tripPerson.push(personOf.get(trip.id)!);
      trips.departure.push(Math.floor(trip.departure / SECONDS_PER_HOUR));
      trips.arrival.push(trip.ended === 'arrived' ? Math.floor(trip.arrival! / SECONDS_PER_HOUR) : NO_HOUR);
      trips.fromX.push(from[0]);
      trips.fromY.push(from[1]);
      trips.toX.push(to[0]);
      trips.toY.push(to[1]);
    }
  }
  const { tripPerson, ...ofTrips } = trips;
  const short = (columns: Readonly<Record<string, readonly number[]>>) =>
    Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, Uint16Array.from(values)]));
  return pack({
    head: { plane, projection: map.header?.projection ?? '' },
    arrays: {
      id: Float64Array.from(ids),
      cost: Float64Array.from(ids, (id) => costOf.get(id) ?? Number.NaN),
      start: Uint32Array.from(start),
      ...short(stays),
      tripPerson: Uint32Array.from(tripPerson),
      ...short(ofTrips),
    },
  });
}
