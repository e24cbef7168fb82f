import { readFileSync } from 'node:fs';
import type { CityMap } from '@itinera/city';
import { decodeTrips, type RunFolder, type RunManifest, tripRows } from '@itinera/run';
import type { PlaceUse } from '../findings/explain.js';
import { placeName } from './place-name.js';
import { doneGroups } from './run-list.js';

const MOST = 6;

/** The places that people arrived at most, not counting homes. */
export function mostVisited(folder: RunFolder, manifest: RunManifest, map: CityMap | null): PlaceUse[] {
  const arrivals = new Map<number, number>();
  for (const { group } of doneGroups(folder, manifest))
    for (const { ended, destination } of tripRows(decodeTrips(readFileSync(folder.tablePath('trips', group)), 'trips')))
      if (ended === 'arrived') arrivals.set(destination, (arrivals.get(destination) ?? 0) + 1);
  return [...arrivals]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, MOST)
    .map(([aoi, count]) => ({ label: placeName(map, aoi), arrivals: count }));
}
