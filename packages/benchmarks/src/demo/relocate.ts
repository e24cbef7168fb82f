import { UserError } from '@itinera/base';
import { type CityMap, connectivity, Reach } from '@itinera/city/browser';
import type { Profile } from '@itinera/engine/browser';
import { RandomStream, StreamPurpose } from '@itinera/engine/browser';

/**
 * Scale of the decline of attraction of jobs with distance, metres. If opportunities are spread evenly, an attraction of
 * exp(−d / scale) results in commutes of 2 · scale on average: 11.1 km, the mean of Beijing (China Academy of Urban
 * Planning and Design, commuting monitoring report 2020).
 */
const COMMUTE_SCALE = 5550;
/** Area of an AOI without a stated one, square metres: one building. */
const POINT_AREA = 100;
/** Weight of a POI, in square metres of workspace. */
const AREA_PER_POI = 200;
/** Number of rejected workplaces after which the next one is used. */
const MAX_DRAWS = 1000;

/** People with homes and workplaces on another map. */
export interface Relocation {
  readonly profiles: readonly Profile[];
  readonly report: RelocationReport;
}

export interface RelocationReport {
  readonly people: number;
  /** Distinct homes in the profiles, and candidate AOIs of the map. */
  readonly homes: number;
  readonly homeCandidates: number;
  /** Distinct workplaces in the profiles, and candidate AOIs of the map. */
  readonly workplaces: number;
  readonly workCandidates: number;
  /** How the candidates were selected, as text: by land use or a substitute. */
  readonly homesBy: string;
  readonly workBy: string;
  /** Straight-line distance from home to work, kilometres; null if nobody works away from home. */
  readonly meanCommute: number | null;
  readonly medianCommute: number | null;
}

/**
 * Moves people to another city: homes to residential land, in proportion to area, and workplaces to commercial, public and
 * industrial land, in proportion to area and POIs and decreasing with distance. People who shared a home or a workplace
 * still do, and home workers remain home workers. Only AOIs that can be reached and left count. The same seed, profiles
 * and map produce the same places.
 * @throws UserError when the map has no reachable AOI.
 */
export function relocate(
  profiles: readonly Profile[],
  map: CityMap,
  seed: number,
  commuteScale = COMMUTE_SCALE,
): Relocation {
  const centroids = map.aoiCentroids;
  const reachable = reachableRows(map);
  const area = (row: number) => (map.aois.area.present[row] ? map.aois.area.values[row]! : POINT_AREA) || POINT_AREA;
  const pois = (row: number) => map.aois.poiIds.offsets[row + 1]! - map.aois.poiIds.offsets[row]!;
  const homes = candidates(map, reachable, [
    ['residential land (R)', (row, use) => (use.startsWith('R') ? area(row) : 0)],
    ['any land without POIs', (row) => (pois(row) === 0 ? area(row) : 0)],
    ['any land', area],
  ]);
  const works = candidates(map, reachable, [
    ['commercial, public and industrial land (A, B, M)', (row, use) => (/^[ABM]/.test(use) ? workFloor(row) : 0)],
    ['land with POIs', (row) => (pois(row) > 0 ? workFloor(row) : 0)],
    ['any land', area],
  ]);
  function workFloor(row: number): number {
    return area(row) + AREA_PER_POI * pois(row);
  }

  const homeOf = new Map<number, number>();
  const workOf = new Map<number, number>();
  const homeRows = drawnByWeight(homes, seed);
  for (const { home } of profiles) {
    // More homes than AOIs: the first ones are shared.
    if (!homeOf.has(home)) homeOf.set(home, homeRows[homeOf.size % homeRows.length]!);
  }
  const drawWork = drawer(works);
  for (const { home, work } of profiles) {
    if (work === null || work === home || workOf.has(work)) continue;
    const random = new RandomStream(seed, work, StreamPurpose.RELOCATE);
    const from = homeOf.get(home)!;
    let row = drawWork(random);
    for (let draws = 1; draws < MAX_DRAWS; draws++) {
      if (random.chance(Math.exp(-distance(centroids, from, row) / commuteScale))) break;
      row = drawWork(random);
    }
    workOf.set(work, row);
  }

  const idOf = (row: number) => map.aois.id[row]!;
  const commutes: number[] = [];
  const moved = profiles.map((profile) => {
    const home = homeOf.get(profile.home)!;
    if (profile.work === null) return { ...profile, home: idOf(home) };
    const work = profile.work === profile.home ? home : workOf.get(profile.work)!;
    if (work !== home) commutes.push(distance(centroids, home, work) / 1000);
    return { ...profile, home: idOf(home), work: idOf(work) };
  });
  commutes.sort((a, b) => a - b);
  const report: RelocationReport = {
    people: profiles.length,
    homes: homeOf.size,
    homeCandidates: homes.rows.length,
    workplaces: workOf.size,
    workCandidates: works.rows.length,
    homesBy: homes.by,
    workBy: works.by,
    meanCommute: commutes.length > 0 ? commutes.reduce((sum, km) => sum + km, 0) / commutes.length : null,
    medianCommute: commutes[commutes.length >> 1] ?? null,
  };
  return { profiles: moved, report };
}

/** Summarises the move. */
export function describeRelocation(report: RelocationReport): string {
  const { people, homes, homeCandidates, homesBy, workplaces, workCandidates, workBy, meanCommute, medianCommute } =
    report;
  const commute =
    meanCommute === null
      ? ''
      : ` Home to work: mean ${meanCommute.toFixed(1)} km, median ${medianCommute!.toFixed(1)} km.`;
  return (
    `${people} people moved: ${homes} homes to ${homeCandidates} AOIs by ${homesBy}, ` +
    `${workplaces} workplaces to ${workCandidates} AOIs by ${workBy}.${commute}`
  );
}

interface Candidates {
  /** The criterion. */
  readonly by: string;
  readonly rows: readonly number[];
  readonly weights: Float64Array;
}

/**
 * Draws all rows without replacement, in proportion to weight, and returns them in the order drawn. Efraimidis and
 * Spirakis 2006, doi:10.1016/j.ipl.2005.11.003.
 */
function drawnByWeight({ rows, weights }: Candidates, seed: number): number[] {
  const keys = weights.map(
    (weight, i) => -Math.log(1 - new RandomStream(seed, rows[i]!, StreamPurpose.RELOCATE).next()) / weight,
  );
  return Array.from(rows.keys())
    .sort((a, b) => keys[a]! - keys[b]! || a - b)
    .map((i) => rows[i]!);
}

/** Draws a row in proportion to weight. */
function drawer({ rows, weights }: Candidates): (random: RandomStream) => number {
  const sums = weights.slice();
  for (let i = 1; i < sums.length; i++) sums[i]! += sums[i - 1]!;
  const total = sums.at(-1)!;
  return (random) => {
    const wanted = random.between(0, total);
    let low = 0;
    let high = sums.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle]! > wanted) high = middle;
      else low = middle + 1;
    }
    return rows[low]!;
  };
}

type Weight = (row: number, landUse: string) => number;

/** Returns the rows of the first rule that has any, and that rule. */
function candidates(
  map: CityMap,
  rows: readonly number[],
  rules: readonly (readonly [by: string, weight: Weight])[],
): Candidates {
  const { urbanLandUse } = map.aois;
  for (const [by, weight] of rules) {
    const weights = rows.map((row) =>
      weight(row, urbanLandUse.present[row] ? map.text(urbanLandUse.values[row]!) : ''),
    );
    const chosen = rows.map((_, i) => i).filter((i) => weights[i]! > 0);
    if (chosen.length > 0)
      return { by, rows: chosen.map((i) => rows[i]!), weights: Float64Array.from(chosen, (i) => weights[i]!) };
  }
  throw new UserError('relocate: no AOI of this map has a position. See: asbench map info');
}

/** Returns the AOIs that can be reached and left by car; if there are none, on foot. */
function reachableRows(map: CityMap): number[] {
  const { drive, walk } = connectivity(map);
  for (const { aois } of [drive, walk]) {
    const rows = Array.from(aois.keys()).filter((row) => aois[row] === Reach.BOTH);
    if (rows.length > 0) return rows;
  }
  throw new UserError('relocate: no AOI of this map can be reached and left. See: asbench map info');
}

function distance(centroids: Float64Array, a: number, b: number): number {
  return Math.hypot(centroids[2 * a]! - centroids[2 * b]!, centroids[2 * a + 1]! - centroids[2 * b + 1]!);
}
