import type { PersonCost, PlaceUse } from '@itinera/benchmarks';
import { aoiWhereabouts, type CityMap } from '@itinera/city';
import { INFERRED_NAME } from '@itinera/city/map-making';
import { decodeTrips, type RunFolder, type RunManifest, tripRows } from '@itinera/run';
import { doneGroups, tableOf } from './run-list.js';

const MOST = 6;

const LAND: Readonly<Record<string, string>> = {
  R: 'homes',
  B: 'shops and offices',
  A: 'public services',
  M: 'industry',
  W: 'storage',
  G: 'green',
  S: 'transport',
  U: 'utilities',
};

/** The name of the road that an AOI is on; empty if it is unknown. */
function streetOf(map: CityMap, row: number): string {
  for (const { offsets, laneId } of [map.aois.drivingPositions, map.aois.walkingPositions])
    for (let i = offsets[row]!; i < offsets[row + 1]!; i++) {
      const lane = map.laneIndex(laneId[i]!);
      const road = lane < 0 ? -1 : map.roadIndex(map.lanes.parentId[lane]!);
      const name = road < 0 ? '' : map.text(map.roads.name[road]!);
      if (name !== '' && name !== INFERRED_NAME) return name;
    }
  return '';
}

/** The land use of an AOI in words; undefined if it is unknown. */
function landUse(map: CityMap, row: number): string | undefined {
  const { present, values } = map.aois.urbanLandUse;
  return present[row] === 1 ? LAND[map.text(values[row]!)[0] ?? ''] : undefined;
}

/** The name and the land use of each AOI, and the names and categories of its POIs, to be searched. */
export function placeTexts(map: CityMap | null): (aoi: number) => string {
  const pois = new Map<number, string>();
  for (let i = 0; i < (map?.pois.count ?? 0); i++) {
    const { aoiId, name, category } = map!.pois;
    pois.set(aoiId[i]!, `${pois.get(aoiId[i]!) ?? ''}\n${map!.text(name[i]!)}\n${map!.text(category[i]!)}`);
  }
  return (aoi) => {
    const row = map?.aoiIndex(aoi) ?? -1;
    return [placeName(map, aoi), (row >= 0 && landUse(map!, row)) || '', pois.get(aoi) ?? ''].join('\n');
  };
}

/** The name of a place; if it has none of its own, its land use and street, or the nearest place; without a map its number. */
export function placeName(map: CityMap | null, aoi: number): string {
  const row = map === null ? -1 : map.aoiIndex(aoi);
  if (map === null || row < 0) return aoi < 0 ? 'on the road' : `place ${aoi}`;
  const name = map.text(map.aois.name[row]!);
  if (name !== '' && name !== INFERRED_NAME) return name;
  return `${landUse(map, row) ?? 'place'}, ${streetOf(map, row) || nearestTo(map, row)}`;
}

/** Where an AOI is, seen from the nearest place with a name. */
function nearestTo(map: CityMap, row: number): string {
  if (!whereabouts.has(map)) whereabouts.set(map, aoiWhereabouts(map));
  return whereabouts.get(map)!(row);
}
const whereabouts = new WeakMap<CityMap, (row: number) => string>();

/**
 * The places where most points are lost: the loss of a person is divided equally among their arrivals. If nobody loses
 * points, the places with the most arrivals.
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
    const trips = tripRows(decodeTrips(...tableOf(folder, 'trips', group)));
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
