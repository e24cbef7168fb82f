import { AoiType, type CityMap, gatesOf, Places, projectionOf } from '@itinera/city';
import { UserError } from '@itinera/metrics';

/** Capacity of the AOIs of a map, by row. */
export interface CityCapacity {
  /** x and y of each AOI, metres. */
  readonly centres: Float64Array;
  /** Relative capacity for homes, work and school. */
  readonly homes: Float64Array;
  readonly jobs: Float64Array;
  readonly schools: Float64Array;
  /** Where schools can be if they are given by cell: schools of the map, other public land, otherwise anywhere. */
  readonly schoolSites: Float64Array;
  toXY(lon: number, lat: number): { x: number; y: number };
}

/**
 * Employees per establishment in the US: 111,970,095 in 7,396,628 (US Census Bureau, County Business Patterns 2010).
 * Each POI that is a destination counts as one establishment.
 */
const JOBS_OF_POI = 111_970_095 / 7_396_628;
/** Square metres of ground per job on commercial land without POIs: assumptions. */
const GROUND_OF_JOB: Readonly<Record<string, number>> = { B: 50, A: 100, M: 150, W: 300, U: 300 };
/** Maximum area of ground that counts, square metres: larger zones are mostly open space. */
const MAX_GROUND = 250_000;
/** Weights of places within a cell whose number of schools is given. */
const [LIKELY, POSSIBLE, UNLIKELY] = [1e6, 1e3, 1];
const SCHOOLS = new Set(['school', 'college', 'university', 'kindergarten']);

/**
 * Derives from a map where people can live (land use R, by area), work (POIs that are destinations, and area of land use
 * B, A, M, W, U) and go to school (POIs of that kind, or land use A3; without any, all of land use A). AOIs that cannot be reached, and stations, have
 * none.
 * @throws UserError when the map has no homes
 */
export function cityCapacity(map: CityMap): CityCapacity {
  const capacity = capacityOf(map);
  if (capacity.homes.some((weight) => weight > 0)) return capacity;
  throw new UserError(
    `${map.header?.name ?? 'map'} has no reachable AOI of residential land use, so nobody can live there. ` +
      'Build the map with --infer-aois always.',
  );
}

/** The same; a map may have no homes. */
export function capacityOf(map: CityMap): CityCapacity {
  const { aois } = map;
  const places = new Places(map);
  const count = aois.count;
  const [homes, jobs, schools] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  const schoolSites = new Float64Array(count);
  const pois = destinationsByAoi(map, places);
  for (let aoi = 0; aoi < count; aoi++) {
    if (aois.type[aoi] === AoiType.BUS_STATION || !isReached(map, aoi)) continue;
    const code = aois.urbanLandUse.present[aoi] === 1 ? map.text(aois.urbanLandUse.values[aoi]) : '';
    const ground = Math.min(aois.area.present[aoi] === 1 ? aois.area.values[aoi] : 100, MAX_GROUND);
    if (code.startsWith('R')) homes[aoi] = ground;
    const perJob = GROUND_OF_JOB[code[0] ?? ''];
    jobs[aoi] = Math.max(pois.destinations[aoi] * JOBS_OF_POI, perJob === undefined ? 0 : ground / perJob);
    const isSchool = pois.schools[aoi] > 0 || code.startsWith('A3');
    if (isSchool) schools[aoi] = Math.max(ground, 100);
    schoolSites[aoi] = isSchool ? LIKELY : code.startsWith('A') ? POSSIBLE : UNLIKELY;
  }
  // Without any school on the map, students go to other public places.
  if (!schools.some((weight) => weight > 0)) schools.set(schoolSites.map((site) => (site === POSSIBLE ? 1 : 0)));
  return { centres: places.aoiCentroids(), homes, jobs, schools, schoolSites, toXY: projectionOf(map).toXY };
}

function isReached(map: CityMap, aoi: number): boolean {
  return gatesOf(map, aoi, 'walk').length > 0 || gatesOf(map, aoi, 'drive').length > 0;
}

function destinationsByAoi(map: CityMap, places: Places): { destinations: Float64Array; schools: Float64Array } {
  const destinations = new Float64Array(map.aois.count);
  const schools = new Float64Array(map.aois.count);
  const kept = new Set(
    places.nearestPois({ x: 0, y: 0 }, map.pois.count, { destinationsOnly: true }).map(({ row }) => row),
  );
  for (const poi of kept) {
    const aoi = map.aoiIndex(map.pois.aoiId[poi]);
    if (aoi < 0) continue;
    destinations[aoi]++;
    if (SCHOOLS.has(places.poiCategory(poi))) schools[aoi]++;
  }
  return { destinations, schools };
}
