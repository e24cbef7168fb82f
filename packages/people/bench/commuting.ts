import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CityMap, Places, projectionOf } from '@itinera/city';
import { buildCity } from '@itinera/city-build';
import { type CommuteLaw, type PopulationGrid, synthesizePeople, usualCommute } from '@itinera/people';
import { readTracts, TractFinder } from './tracts.js';

/** Files required in the data folder. */
export const COMMUTING_FILES = ['osm-honolulu/honolulu.osm.pbf', 'commuting-honolulu-2018'] as const;
export const COMMUTING_PEOPLE = 200_000;
export const COMMUTING_SEEDS = [1, 2, 3, 4, 5];

/** A method of synthesising people compared with observations: figures by name, one value per seed. */
export interface CommutingComparison {
  readonly name: string;
  readonly figures: ReadonlyMap<string, readonly number[]>;
}

/**
 * Synthetic people of Honolulu compared with the commutes of 2018: homes by the population of census tracts, work
 * places by land use, or by the jobs of tracts for comparison.
 */
export async function compareCommuting(data: string): Promise<CommutingComparison[]> {
  const [extract, flowsFolder] = COMMUTING_FILES;
  const folder = join(data, flowsFolder);
  const { map } = await buildCity(join(data, extract), { inferAois: 'always' });
  const tracts = readTracts(folder);
  const flows = readFlows(folder);
  const grid: PopulationGrid = { lons: tracts.lons, lats: tracts.lats, people: tracts.people };
  const finder = new TractFinder(tracts);
  const tractOf = tractsOfAois(map, finder);
  const byTract = new Float64Array(tracts.lons.length);
  for (const { to, people } of flows) byTract[to]! += people;
  const jobs: PopulationGrid = { ...grid, people: byTract };
  const exponential: CommuteLaw = { law: 'exponential', rate: 0.07048615979185323 / 1000 };
  const ways: [string, { commute: CommuteLaw; jobs?: PopulationGrid }][] = [
    ['work places by the map, power law', { commute: usualCommute }],
    ['work places by the map, exponential law', { commute: exponential }],
    ['jobs of the tracts given, power law', { commute: usualCommute, jobs }],
    ['jobs of the tracts given, exponential law', { commute: exponential, jobs }],
  ];
  return ways.map(([name, options]) => {
    const figures = new Map<string, number[]>();
    for (const seed of COMMUTING_SEEDS) {
      const { people, report } = synthesizePeople(map, { count: COMMUTING_PEOPLE, seed, grid, ...options });
      const pairs = people.flatMap(({ home, work }) =>
        work === null ? [] : [[tractOf[map.aoiIndex(home)]!, tractOf[map.aoiIndex(work)]!] as const],
      );
      const homes = people.map(({ home }) => tractOf[map.aoiIndex(home)]!);
      const known = pairs.filter(([a, b]) => a >= 0 && b >= 0);
      const found = { ...compare(known, homes, flows, tracts), 'error of the grid': report.grid!.error };
      for (const [figure, value] of Object.entries(found)) figures.set(figure, [...(figures.get(figure) ?? []), value]);
    }
    return { name, figures };
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
  const centres = new Places(map).aoiCentroids();
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
