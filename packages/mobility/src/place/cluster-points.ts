import { EARTH_RADIUS, haversine } from '../distance.js';
import { exactNumbers } from './place-numbers.js';

/** The definition of a cluster. */
export interface ClusterOptions {
  /** Metres between neighbours, included. */
  readonly radius?: number;
  /** Number of points within the radius of a core point, including itself; with 1, chains of neighbours join. */
  readonly minimum?: number;
}

const RADIANS = Math.PI / 180;

/**
 * Clusters of points by DBSCAN on the sphere. Points are binned into cubes whose diagonal is the radius, so that all
 * points of a cube are neighbours, and only near cubes are compared.
 *
 * @returns by point: 0 for the largest cluster (ties: the first one seen) and so on; −1 for noise
 * @see M. Ester et al. (1996), A density-based algorithm for discovering clusters in large spatial databases with noise
 */
export function clusterPoints(
  lons: Float64Array,
  lats: Float64Array,
  { radius = 100, minimum = 1 }: ClusterOptions = {},
): Int32Array {
  if (!(radius > 0)) throw new RangeError(`clusterPoints: the radius must be above 0 metres, got ${radius}.`);
  // Equal points become one with a weight.
  const point = exactNumbers(lons, lats);
  const sites = distinctSites(lons, lats, point);
  const cubes = binned(sites, radius);
  const core = corePoints(sites, cubes, radius, minimum);
  const parents = joined(sites, cubes, core, radius);
  const labels = labelled(sites, cubes, core, parents, radius);
  return numberedBySize(Int32Array.from(point, (site) => labels[site]));
}

interface Sites {
  readonly lons: Float64Array;
  readonly lats: Float64Array;
  readonly weights: Uint32Array;
}

function distinctSites(lons: Float64Array, lats: Float64Array, point: Uint32Array): Sites {
  let count = 0;
  for (const site of point) if (site >= count) count = site + 1;
  const out = { lons: new Float64Array(count), lats: new Float64Array(count), weights: new Uint32Array(count) };
  for (let i = point.length - 1; i >= 0; i--) {
    out.lons[point[i]] = lons[i];
    out.lats[point[i]] = lats[i];
    out.weights[point[i]]++;
  }
  return out;
}

interface Cubes {
  /** Sites by cube. */
  readonly members: readonly number[][];
  readonly weights: readonly number[];
  /** Cube of each site. */
  readonly of: Uint32Array;
  /** Cubes that may contain neighbours, except itself. */
  near(cube: number): readonly number[];
}

function binned({ lons, lats, weights }: Sites, radius: number): Cubes {
  // A chord is shorter than its arc; slightly less than radius / √3 keeps the diagonal inside after rounding.
  const chord = 2 * EARTH_RADIUS * Math.sin(Math.min(radius / (2 * EARTH_RADIUS), Math.PI / 2));
  const side = (chord / Math.sqrt(3)) * (1 - 1e-9);
  const span = Math.ceil((2 * EARTH_RADIUS) / side) + 8;
  const key = (x: number, y: number, z: number) => (x * span + y) * span + z;
  const numbers = new Map<number | string, number>();
  const keyOf = span < 200_000 ? key : (x: number, y: number, z: number) => `${x} ${y} ${z}`;
  const members: number[][] = [];
  const cubeWeights: number[] = [];
  const corners: [number, number, number][] = [];
  const of = new Uint32Array(lons.length);
  for (let site = 0; site < lons.length; site++) {
    const flat = Math.cos(lats[site] * RADIANS);
    const x = Math.floor((EARTH_RADIUS * (1 + flat * Math.cos(lons[site] * RADIANS))) / side) + 3;
    const y = Math.floor((EARTH_RADIUS * (1 + flat * Math.sin(lons[site] * RADIANS))) / side) + 3;
    const z = Math.floor((EARTH_RADIUS * (1 + Math.sin(lats[site] * RADIANS))) / side) + 3;
    const at = keyOf(x, y, z);
    let cube = numbers.get(at);
    if (cube === undefined) {
      cube = members.length;
      numbers.set(at, cube);
      members.push([]);
      cubeWeights.push(0);
      corners.push([x, y, z]);
    }
    members[cube].push(site);
    cubeWeights[cube] += weights[site];
    of[site] = cube;
  }
  const near = (cube: number) => {
    const [x, y, z] = corners[cube];
    const found: number[] = [];
    for (let dx = -2; dx <= 2; dx++) {
      for (let dy = -2; dy <= 2; dy++) {
        for (let dz = -2; dz <= 2; dz++) {
          const other = numbers.get(keyOf(x + dx, y + dy, z + dz));
          if (other !== undefined && other !== cube) found.push(other);
        }
      }
    }
    return found;
  };
  return { members, weights: cubeWeights, of, near };
}

function areNeighbours({ lons, lats }: Sites, a: number, b: number, radius: number): boolean {
  return haversine(lons[a], lats[a], lons[b], lats[b]) <= radius;
}

function corePoints(sites: Sites, cubes: Cubes, radius: number, minimum: number): Uint8Array {
  const core = new Uint8Array(sites.lons.length);
  for (const [cube, members] of cubes.members.entries()) {
    if (cubes.weights[cube] >= minimum) {
      for (const site of members) core[site] = 1;
      continue;
    }
    const near = cubes.near(cube);
    for (const site of members) {
      let count = cubes.weights[cube];
      for (const other of near) {
        for (const neighbour of cubes.members[other]) {
          if (areNeighbours(sites, site, neighbour, radius)) count += sites.weights[neighbour];
        }
      }
      if (count >= minimum) core[site] = 1;
    }
  }
  return core;
}

/** For each cube, a cube that represents its cluster. Core points of one cube are neighbours. */
function joined(sites: Sites, cubes: Cubes, core: Uint8Array, radius: number): Int32Array {
  const parents = Int32Array.from(cubes.members, (_, cube) => cube);
  const cores = cubes.members.map((members) => members.filter((site) => core[site] === 1));
  for (let cube = 0; cube < cores.length; cube++) {
    if (cores[cube].length === 0) continue;
    for (const other of cubes.near(cube)) {
      if (other < cube || rootOf(parents, cube) === rootOf(parents, other)) continue;
      if (cores[cube].some((a) => cores[other].some((b) => areNeighbours(sites, a, b, radius)))) {
        parents[rootOf(parents, cube)] = rootOf(parents, other);
      }
    }
  }
  return parents;
}

function rootOf(parents: Int32Array, cube: number): number {
  let at = cube;
  while (parents[at] !== at) {
    parents[at] = parents[parents[at]];
    at = parents[at];
  }
  return at;
}

/** Cluster of each site; a border point goes to the cluster whose first core point comes first; −1 for noise. */
function labelled(sites: Sites, cubes: Cubes, core: Uint8Array, parents: Int32Array, radius: number): Int32Array {
  const labels = new Int32Array(core.length).fill(-1);
  const firstCore = new Map<number, number>();
  for (let site = 0; site < core.length; site++) {
    if (core[site] === 0) continue;
    labels[site] = rootOf(parents, cubes.of[site]);
    if (!firstCore.has(labels[site])) firstCore.set(labels[site], site);
  }
  for (let site = 0; site < core.length; site++) {
    if (core[site] === 1) continue;
    let first = Infinity;
    for (const cube of [cubes.of[site], ...cubes.near(cubes.of[site])]) {
      for (const other of cubes.members[cube]) {
        if (core[other] === 0 || !areNeighbours(sites, site, other, radius)) continue;
        const root = rootOf(parents, cube);
        const at = firstCore.get(root) as number;
        if (at < first) {
          first = at;
          labels[site] = root;
        }
      }
    }
  }
  return labels;
}

/** Renumbers labels: 0 for the most frequent (ties: the first one seen); −1 is unchanged. */
function numberedBySize(labels: Int32Array): Int32Array {
  const sizes = new Map<number, number>();
  for (const label of labels) if (label >= 0) sizes.set(label, (sizes.get(label) ?? 0) + 1);
  // A map keeps the order of insertion, and the sort is stable.
  const order = [...sizes].sort(([, a], [, b]) => b - a);
  const names = new Map(order.map(([label], name) => [label, name]));
  return labels.map((label) => names.get(label) ?? -1);
}
