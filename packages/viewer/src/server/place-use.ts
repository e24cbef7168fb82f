import { readFileSync } from 'node:fs';
import type { PersonCost } from '@itinera/benchmarks';
import type { CityMap } from '@itinera/city';
import { decodeTrips, type RunFolder, type RunManifest, tripRows } from '@itinera/run';
import type { PlaceUse } from '../findings/explain.js';
import { placeName } from './place-name.js';
import { doneGroups } from './run-list.js';

const MOST = 6;

/**
 * The places that people arrived at and that cost most: what a person costs is shared out over its arrivals. Where
 * nobody costs anything, those that people arrived at most.
 */
export function placesOf(
  folder: RunFolder,
  manifest: RunManifest,
  map: CityMap | null,
  costs: readonly PersonCost[],
): PlaceUse[] {
  const costOf = new Map(costs.map(({ id, points }) => [id, points]));
  const places = new Map<number, { arrivals: number; points: number }>();
  for (const { group } of doneGroups(folder, manifest)) {
    const arrivals = new Map<number, number[]>();
    const trips = tripRows(decodeTrips(readFileSync(folder.tablePath('trips', group)), 'trips'));
    for (const { id, ended, destination } of trips)
      if (ended === 'arrived') arrivals.set(id, [...(arrivals.get(id) ?? []), destination]);
    for (const [id, own] of arrivals)
      for (const aoi of own) {
        const place = places.get(aoi) ?? { arrivals: 0, points: 0 };
        place.arrivals++;
        place.points += (costOf.get(id) ?? 0) / own.length;
        places.set(aoi, place);
      }
  }
  return [...places]
    .sort(([a, one], [b, other]) => other.points - one.points || other.arrivals - one.arrivals || a - b)
    .slice(0, MOST)
    .map(([aoi, place]) => ({ label: placeName(map, aoi), ...place }));
}
