import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '@itinera/base';
import { AoiType, CityMap, createProjection, FirstId, LaneType, projectionOf } from '@itinera/city';
import { buildCity } from '@itinera/city-build';
import { commuteLaw, type PeopleOptions, type PopulationGrid, synthesizePeople } from '@itinera/people';
import { readTracts, TractFinder } from './tracts.js';

/** Files required in the data folder. */
export const COMMUTING_FILES = [
  'osm-honolulu/honolulu.osm.pbf',
  'commuting-honolulu-2018',
  'commuting-columbia-2018',
] as const;
const COMMUTING_SEEDS = [1, 2, 3];
/** People of a small population, for the share who work. */
const FEW = 1000;
/** Homes and workplaces of a tract of a county without a map. */
const PLACES_OF_TRACT = 60;

/** A method of synthesising people compared with observations: figures by name, one value per seed. */
export interface CommutingComparison {
  readonly name: string;
  readonly figures: ReadonlyMap<string, readonly number[]>;
}

/**
 * Synthetic people of Honolulu compared with the commutes of 2018: homes by the population of census tracts, jobs of the map,
 * or those of tracts; tracts are given by centroid or outline.
 */
export async function compareHonolulu(data: string): Promise<CommutingComparison[]> {
  const [extract, flows] = COMMUTING_FILES;
  const { map } = await buildCity(join(data, extract), { inferAois: 'always' });
  const { centres, outlines, jobs, workers, compared } = openCounty(map, join(data, flows));
  return compared([
    ['jobs of the map', { grid: centres }],
    ['… exponential law', { grid: centres, commute: commuteLaw({ law: 'exponential' }) }],
    ['… outlines', { grid: outlines }],
    ['given jobs', { grid: centres, jobs: jobs(centres) }],
    ['given jobs and workers', { grid: centres, jobs: jobs(centres), workers: workers(centres) }],
    ['… outlines', { grid: outlines, jobs: jobs(outlines), workers: workers(outlines) }],
  ]);
}

/** The same for Columbia, on a map of places at random within each tract, because there is no other one. */
export function compareColumbia(data: string): CommutingComparison[] {
  const folder = join(data, COMMUTING_FILES[2]);
  const { centres, outlines, jobs, workers, compared } = openCounty(mapOfTracts(readTracts(folder)), folder);
  return compared([
    ['given jobs', { grid: centres, jobs: jobs(centres) }],
    ['given jobs and workers', { grid: centres, jobs: jobs(centres), workers: workers(centres) }],
    ['… outlines', { grid: outlines, jobs: jobs(outlines), workers: workers(outlines) }],
  ]);
}

function openCounty(map: CityMap, folder: string) {
  const tracts = readTracts(folder);
  const flows = readFlows(folder);
  const [from, to] = [new Float64Array(tracts.lons.length), new Float64Array(tracts.lons.length)];
  for (const flow of flows) {
    from[flow.from]! += flow.people;
    to[flow.to]! += flow.people;
  }
  const centres: PopulationGrid = { lons: tracts.lons, lats: tracts.lats, people: tracts.people };
  const tractOf = tractsOfAois(map, new TractFinder(tracts));
  // As many commuters as observed: a smaller sample of the observed flows themselves has less in common with them.
  const { workers } = synthesizePeople(map, { count: FEW, seed: 1 }).report;
  const count = Math.round((flows.reduce((sum, { people }) => sum + people, 0) * FEW) / workers);
  return {
    centres,
    outlines: { ...centres, rings: tracts.rings },
    jobs: (grid: PopulationGrid) => ({ ...grid, people: to }),
    workers: (grid: PopulationGrid) => ({ ...grid, people: from }),
    compared: (ways: readonly [string, Partial<PeopleOptions>][]) =>
      ways.map(([name, options]): CommutingComparison => {
        const figures = new Map<string, number[]>();
        for (const seed of COMMUTING_SEEDS) {
          const { people } = synthesizePeople(map, { count, seed, ...options });
          const pairs = people.flatMap(({ home, work }) =>
            work === null ? [] : [[tractOf[map.aoiIndex(home)]!, tractOf[map.aoiIndex(work)]!] as const],
          );
          const homes = people.map(({ home }) => tractOf[map.aoiIndex(home)]!);
          const known = pairs.filter(([a, b]) => a >= 0 && b >= 0);
          for (const [figure, value] of Object.entries(compare(known, homes, flows, tracts)))
            figures.set(figure, [...(figures.get(figure) ?? []), value]);
        }
        return { name, figures };
      }),
  };
}

/** A map with dwellings at random points of each tract, and a lane. */
function mapOfTracts(tracts: ReturnType<typeof readTracts>): CityMap {
  const { lons, lats, rings } = tracts;
  const projection = `+proj=tmerc +lat_0=${lats[0]} +lon_0=${lons[0]}`;
  const { toXY } = createProjection(projection);
  const finder = new TractFinder(tracts);
  const random = new Random(1);
  const points = rings.flatMap((parts, tract) => {
    const [xs, ys] = [0, 1].map((axis) => parts.flatMap((ring) => [...ring].filter((_, i) => i % 2 === axis)));
    const between = (values: readonly number[]) =>
      Math.min(...values) + random.uniform() * (Math.max(...values) - Math.min(...values));
    const found: { x: number; y: number }[] = [];
    while (found.length < PLACES_OF_TRACT) {
      const [lon, lat] = [between(xs!), between(ys!)];
      if (finder.tractAt(lon, lat) === tract) found.push(toXY(lon, lat));
    }
    return found;
  });
  const none = { predecessors: [], successors: [], leftLaneIds: [], rightLaneIds: [], overlaps: [], aoiIds: [] };
  return CityMap.fromMessage({
    header: { name: 'tracts', date: '', north: 0, south: 0, east: 0, west: 0, projection },
    lanes: [{ id: 0, type: LaneType.DRIVING, turn: 0, maxSpeed: 10, length: 1, width: 3, parentId: 0, ...none }],
    roads: [],
    junctions: [],
    aois: points.map((point, i) => ({
      id: FirstId.AOI + i,
      type: AoiType.OTHER,
      drivingPositions: [{ laneId: 0, s: 0 }],
      walkingPositions: [],
      positions: [point],
      drivingGates: [point],
      walkingGates: [],
      area: 1000,
      poiIds: [],
      name: '',
      urbanLandUse: 'R',
      sublineIds: [],
    })),
    pois: [],
    sublines: [],
  });
}

interface Flow {
  readonly from: number;
  readonly to: number;
  readonly people: number;
}

function readFlows(folder: string): Flow[] {
  const [, ...lines] = readFileSync(join(folder, 'flows.csv'), 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [from, to, people] = line.split(',').map(Number) as [number, number, number];
    return { from, to, people };
  });
}

function tractsOfAois(map: CityMap, finder: TractFinder): Int32Array {
  const centres = map.aoiCentroids;
  const { toLonLat } = projectionOf(map);
  return Int32Array.from({ length: map.aois.count }, (_, aoi) => {
    const { lon, lat } = toLonLat(centres[2 * aoi]!, centres[2 * aoi + 1]!);
    return finder.tractAt(lon, lat);
  });
}

/** Common part of commuters (flows scaled to equal sums), of homes and of work places, and distances in km. */
function compare(
  pairs: readonly (readonly [number, number])[],
  homes: readonly number[],
  flows: readonly Flow[],
  tracts: ReturnType<typeof readTracts>,
): Record<string, number> {
  const count = tracts.lons.length;
  const made = new Float64Array(count * count);
  for (const [from, to] of pairs) made[from * count + to]! += 1 / pairs.length;
  const all = flows.reduce((sum, { people }) => sum + people, 0);
  const real = new Float64Array(count * count);
  for (const { from, to, people } of flows) real[from * count + to]! += people / all;
  const common = (a: ArrayLike<number>, b: ArrayLike<number>) =>
    Array.from(a).reduce((sum, value, i) => sum + Math.min(value, b[i]!), 0);
  const margin = (matrix: Float64Array, ofDestinations: boolean) => {
    const sums = new Float64Array(count);
    matrix.forEach((value, i) => {
      sums[ofDestinations ? i % count : Math.floor(i / count)]! += value;
    });
    return sums;
  };
  const distances = (matrix: Float64Array) => {
    const list = Array.from(matrix, (weight, i) => ({ weight, km: tracts.km(Math.floor(i / count), i % count) }))
      .filter(({ weight, km }) => weight > 0 && km < 200)
      .sort((a, b) => a.km - b.km);
    const sum = list.reduce((total, { weight }) => total + weight, 0);
    const at = (share: number) => {
      let left = share * sum;
      return list.find(({ weight }) => {
        left -= weight;
        return left <= 0;
      })!.km;
    };
    return { list, sum, mean: list.reduce((total, { weight, km }) => total + weight * km, 0) / sum, at };
  };
  const [synthetic, observed] = [distances(made), distances(real)];
  const bins = (of: typeof synthetic) => {
    const shares = new Float64Array(40);
    for (const { weight, km } of of.list) shares[Math.min(39, Math.floor(km / 2))]! += weight / of.sum;
    return shares;
  };
  const people = tracts.people.reduce((sum, value) => sum + value, 0);
  const living = new Float64Array(count);
  for (const tract of homes) if (tract >= 0) living[tract]! += 1 / homes.length;
  return {
    'CPC of flows': common(made, real),
    'common part of residents': common(
      living,
      tracts.people.map((value) => value / people),
    ),
    'common part of workplaces': common(margin(made, true), margin(real, true)),
    'common part of distances': common(bins(synthetic), bins(observed)),
    'mean km, synthetic': synthetic.mean,
    'mean km, observed': observed.mean,
    'median km, synthetic': synthetic.at(0.5),
    'median km, observed': observed.at(0.5),
    '90 % km, synthetic': synthetic.at(0.9),
    '90 % km, observed': observed.at(0.9),
  };
}
