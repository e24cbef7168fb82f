import { UserError } from '@itinera/base';
import { AoiType, type CityMap, gatesOf, Places, projectionOf } from '@itinera/city';

/** Capacity of the AOIs of a map, by row. */
export interface CityCapacity {
  /** x and y of each AOI, metres. */
  readonly centres: Float64Array;
  /** Relative capacity for homes, work, schools of children, and colleges of adults. */
  readonly homes: Float64Array;
  readonly jobs: Float64Array;
  readonly schools: Float64Array;
  readonly colleges: Float64Array;
  /** Where schools can be if they are given by cell: schools of the map, other public land, otherwise anywhere. */
  readonly schoolSites: Float64Array;
  toXY(lon: number, lat: number): { x: number; y: number };
}

/**
 * Employees per establishment in the US: 111,970,095 in 7,396,628 (US Census Bureau, County Business Patterns 2010).
 * Each POI that is a destination with staff counts as one establishment.
 */
const JOBS_OF_POI = 111_970_095 / 7_396_628;
const UNSTAFFED = new Set(
  (
    'park pitch playground track fitness_station picnic_site dog_park common recreation_ground nature_reserve memorial ' +
    'camp_pitch swimming_area grave_yard atm attraction bandstand square'
  ).split(' '),
);
/** How jobs follow from land use. */
interface JobDensity {
  /** Square metres of floor per job. */
  readonly floor: number;
  /** Square metres of floor per square metre of ground where buildings are unknown; 0 for mostly open ground. */
  readonly plot: number;
  /** Floors of a building that have this use; above are dwellings (assumption). */
  readonly most?: number;
}

const SQUARE_FOOT = 0.3048 ** 2;
/**
 * By land use: the first two characters of the code, otherwise its first letter. Offices, shops, industry, health care, public order and religion:
 * Nelson 2004, Planner's Estimating Guide, APA Planners Press, with `plot` of mixed uses for education and religion.
 * Education, lodging, and for other uses the mean of all buildings: US Commercial Buildings Energy Consumption Survey 2012,
 * table C14 (kWh per worker / kWh per square foot). Warehouses: Metropolitan Council, Local Planning Handbook.
 */
const DENSITIES: Readonly<Record<string, JobDensity>> = {
  A: { floor: 966 * SQUARE_FOOT, plot: 0, most: 2 },
  A1: { floor: 350 * SQUARE_FOOT, plot: 0.35 },
  A3: { floor: 1118 * SQUARE_FOOT, plot: 0.21 },
  A5: { floor: 469 * SQUARE_FOOT, plot: 0.21 },
  A6: { floor: 469 * SQUARE_FOOT, plot: 0.21 },
  A9: { floor: 2059 * SQUARE_FOOT, plot: 0.21 },
  B: { floor: 671 * SQUARE_FOOT, plot: 0.26, most: 2 },
  B2: { floor: 350 * SQUARE_FOOT, plot: 0.35 },
  B3: { floor: 966 * SQUARE_FOOT, plot: 0, most: 2 },
  M: { floor: 498 * SQUARE_FOOT, plot: 0.22 },
  W: { floor: 1500 * SQUARE_FOOT, plot: 0.22 },
  U: { floor: 686 * SQUARE_FOOT, plot: 0.1 },
  H4: { floor: 966 * SQUARE_FOOT, plot: 0 },
  S3: { floor: 966 * SQUARE_FOOT, plot: 0 },
};
const LODGING: JobDensity = { floor: 1902 * SQUARE_FOOT, plot: 0.26 };
const LODGINGS = new Set(['hotel', 'motel', 'hostel', 'guest_house', 'resort']);
/** Maximum area of ground that counts, square metres: larger zones are mostly open space. */
const MAX_GROUND = 250_000;
/** Weights of places within a cell whose number of schools is given. */
const [LIKELY, POSSIBLE, UNLIKELY] = [1e6, 1e3, 1];
const SCHOOLS = new Set(['school', 'kindergarten']);
const COLLEGES = new Set(['college', 'university']);

/**
 * Derives from a map where people can live (land use R, by area), work (POIs that are destinations, and area of land use
 * B, A, M, W, U) and go to school or college (POIs of that kind, or land use A3; without any, the other kind, else all of
 * land use A). AOIs that cannot be reached, and stations, have none.
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
  const [homes, jobs, schools, colleges, schoolSites] = [0, 0, 0, 0, 0].map(() => new Float64Array(count));
  const pois = destinationsByAoi(map, places);
  for (let aoi = 0; aoi < count; aoi++) {
    if (aois.type[aoi] === AoiType.BUS_STATION || !isReached(map, aoi)) continue;
    const code = aois.urbanLandUse.present[aoi] === 1 ? map.text(aois.urbanLandUse.values[aoi]) : '';
    const ground = Math.min(aois.area.present[aoi] === 1 ? aois.area.values[aoi] : 100, MAX_GROUND);
    if (code.startsWith('R')) homes[aoi] = ground;
    const floors = aois.floorArea.present[aoi] === 1 ? aois.floorArea.values[aoi] : 0;
    const density = pois.lodgings[aoi] > 0 ? LODGING : (DENSITIES[code.slice(0, 2)] ?? DENSITIES[code.slice(0, 1)]);
    jobs[aoi] = Math.max(
      pois.staffed[aoi] * JOBS_OF_POI,
      density === undefined ? 0 : jobsOfLand(density, ground, floors),
    );
    const isCollege = pois.colleges[aoi] > 0;
    const isSchool = pois.schools[aoi] > 0 || (code.startsWith('A3') && !isCollege);
    if (isSchool) schools[aoi] = Math.max(ground, 100);
    if (isCollege) colleges[aoi] = Math.max(ground, 100);
    schoolSites[aoi] = isSchool || isCollege ? LIKELY : code.startsWith('A') ? POSSIBLE : UNLIKELY;
  }
  const has = (weights: Float64Array) => weights.some((weight) => weight > 0);
  // Without any school on the map, students go to other public places.
  if (!has(schools)) schools.set(has(colleges) ? colleges : schoolSites.map((site) => (site === POSSIBLE ? 1 : 0)));
  if (!has(colleges)) colleges.set(schools);
  return { centres: map.aoiCentroids, homes, jobs, schools, colleges, schoolSites, toXY: projectionOf(map).toXY };
}

function isReached(map: CityMap, aoi: number): boolean {
  return gatesOf(map, aoi, 'walk').length > 0 || gatesOf(map, aoi, 'drive').length > 0;
}

function jobsOfLand({ floor, plot, most = Infinity }: JobDensity, ground: number, floors: number): number {
  return Math.max(Math.min(floors, most * ground), plot * ground) / floor;
}

/** Numbers of POIs by AOI: destinations with staff, schools, colleges, and hotels. */
function destinationsByAoi(
  map: CityMap,
  places: Places,
): Record<'staffed' | 'schools' | 'colleges' | 'lodgings', Float64Array> {
  const [staffed, schools, colleges, lodgings] = [0, 0, 0, 0].map(() => new Float64Array(map.aois.count));
  const kept = new Set(
    places.nearestPois({ x: 0, y: 0 }, map.pois.count, { destinationsOnly: true }).map(({ row }) => row),
  );
  for (const poi of kept) {
    const aoi = map.aoiIndex(map.pois.aoiId[poi]);
    if (aoi < 0) continue;
    const category = places.poiCategory(poi);
    if (!UNSTAFFED.has(category)) staffed[aoi]++;
    if (SCHOOLS.has(category)) schools[aoi]++;
    if (COLLEGES.has(category)) colleges[aoi]++;
    if (LODGINGS.has(category)) lodgings[aoi]++;
  }
  return { staffed, schools, colleges, lodgings };
}
