import { power, Random, UserError } from '@itinera/base';
import type { CityMap, GroundShape } from '@itinera/city/browser';
import { buildMap } from '../../layout/build-map.js';
import type { LinkKind, NetworkArea, NetworkLink, NetworkNode, NetworkPoi, RoadNetwork } from '../../layout/network.js';
import { layArterials, type River } from './arterials.js';
import { bendOf } from './bend.js';
import { layLots } from './lots.js';
import type { PlanPoint } from './polygon.js';
import { riverName, streetName } from './street-names.js';
import { metresAlong, type PlanNode, type Street, StreetPlan } from './street-plan.js';
import { subdivide } from './subdivide.js';
import { DISTRICTS, districtOf } from './zoning.js';

/** Sizes by name, in residents. */
export const CITY_SIZES = { village: 2_000, town: 20_000, city: 150_000, metropolis: 2_500_000 } as const;
export type CitySizeName = keyof typeof CITY_SIZES;

const MIN_RESIDENTS = 500;
const MAX_RESIDENTS = 5_000_000;
const MAX_SPRAWL = 20;
/** Width of the grass between the water and the street along it, metres. */
const BANK = 9;

export interface SynthesisOptions {
  /** A whole number; the same seed and size produce the same city. */
  readonly seed: number;
  /** A name of `CITY_SIZES`, or a number of residents from 500 to 5 million. */
  readonly size: CitySizeName | number;
  /** Factor on the width of the city and of all its blocks and places, the number of which does not change; default: 1. */
  readonly sprawl?: number;
  /** Receives the current phase and its completed share. */
  readonly onProgress?: (phase: string, share: number) => void;
}

/**
 * Generates a synthetic city: ring roads and radial streets around an old town, a river, districts of blocks with homes,
 * workplaces, shops, schools and parks, each with points of interest. Its name marks it as synthetic.
 *
 * The number of residents sets the area, from 25 people per hectare in a village to 76 in a metropolis. All places can
 * be reached and left by car and on foot.
 *
 * @returns the map, at longitude 0 and latitude 0; the same options produce the same bytes
 * @throws UserError if the seed or the size is invalid
 */
export function synthesizeCity(options: SynthesisOptions): CityMap {
  const { onProgress } = options;
  return buildMap(synthesizeNetwork(options), { ...(onProgress && { onProgress }) });
}

/**
 * Generates the streets and places of a synthetic city.
 *
 * @returns a network for `buildMap`, at longitude 0 and latitude 0
 * @throws UserError if the seed or the size is invalid
 */
export function synthesizeNetwork({ seed, size, sprawl = 1, onProgress }: SynthesisOptions): RoadNetwork {
  const residents = residentsOf(size);
  if (!Number.isSafeInteger(seed)) throw new UserError(`seed ${seed}: expected a whole number, such as 1.`);
  if (!(sprawl >= 1 && sprawl <= MAX_SPRAWL))
    throw new UserError(`sprawl ${sprawl}: expected a number from 1 to ${MAX_SPRAWL}.`);
  const radius = radiusOf(residents);
  const stream = (name: string) => namedStream(seed, name);

  const plan = new StreetPlan();
  const { cells, river } = layArterials(plan, radius, stream('arterials'));
  // The plan is drawn at the usual density and scaled after bending.
  const bent = bendOf(radius, stream('bend'));
  const bend = (point: PlanPoint) => {
    const { x, y } = bent(point);
    return { x: sprawl * x, y: sprawl * y };
  };
  const areas: NetworkArea[] = [];
  const pois: NetworkPoi[] = [];
  cells.forEach((cell, i) => {
    onProgress?.('laying out districts', i / cells.length);
    const random = stream(`cell ${i}`);
    const district = districtOf(cell, random);
    for (const block of subdivide(plan, cell.corners, DISTRICTS[district].grain, random)) {
      layLots(block, district, { bend, sprawl }, random, { areas, pois });
    }
  });
  const { nodes, links } = connect(plan, bend, stream('names'));
  return {
    name: `Synthetic ${nameOf(residents)} (seed ${seed})`,
    date: '',
    projection: '+proj=tmerc +lat_0=0 +lon_0=0',
    drivingSide: 'right',
    nodes,
    links,
    bans: [],
    areas,
    pois,
    ...(river && { ground: layGround(river, bend, stream('ground')) }),
  };
}

/** Radius in metres of a city with this many residents: larger cities are denser. */
function radiusOf(residents: number): number {
  const perSquareKilometre = 760 * power(residents, 0.156);
  return 1000 * Math.sqrt(residents / perSquareKilometre / Math.PI);
}

function residentsOf(size: CitySizeName | number): number {
  const residents = typeof size === 'number' ? size : CITY_SIZES[size];
  if (residents >= MIN_RESIDENTS && residents <= MAX_RESIDENTS) return residents;
  throw new UserError(
    `size ${size}: expected ${Object.keys(CITY_SIZES).join(', ')}, or a number of residents ` +
      `from ${MIN_RESIDENTS} to ${MAX_RESIDENTS}.`,
  );
}

function nameOf(residents: number): string {
  const names = Object.entries(CITY_SIZES).filter(([, least]) => residents >= least);
  return names.at(-1)?.[0] ?? 'hamlet';
}

/** Streets as links between their nodes, bent. */
function connect(
  plan: StreetPlan,
  bend: (point: PlanPoint) => PlanPoint,
  random: Random,
): { nodes: NetworkNode[]; links: NetworkLink[] } {
  const names = new Map<number, string>();
  const nodes: NetworkNode[] = [];
  const links: NetworkLink[] = [];
  const numbers = new Map<PlanNode, number>();
  const numberOf = (node: PlanNode) => {
    let number = numbers.get(node);
    if (number === undefined) {
      number = nodes.length;
      numbers.set(node, number);
      nodes.push({ ...bend(node), signals: hasSignals(node) });
    }
    return number;
  };
  for (const street of plan.streets) {
    let name = names.get(street.group);
    if (name === undefined) {
      name = streetName(street.class, random);
      names.set(street.group, name);
    }
    const kind: LinkKind = {
      class: street.class,
      ramp: false,
      lanes: [street.lanes, street.lanes],
      sidewalks: { left: true, right: true },
    };
    const stops = street.nodes
      .map((node) => ({ node, at: metresAlong(street.line, node) }))
      .sort((a, b) => a.at - b.at);
    const bends = street.line.map((point) => ({ point, at: metresAlong(street.line, point) }));
    for (let i = 1; i < stops.length; i++) {
      const [a, b] = [stops[i - 1], stops[i]];
      const between = bends.filter(({ at }) => at > a.at + 5 && at < b.at - 5);
      const path = [a.node, ...between.map(({ point }) => point), b.node].map(bend);
      links.push({
        from: numberOf(a.node),
        to: numberOf(b.node),
        name,
        kind,
        speed: [street.speed, street.speed],
        path: Float64Array.from(path.flatMap(({ x, y }) => [x, y])),
      });
    }
  }
  return { nodes, links };
}

const RANK: Partial<Record<Street['class'], number>> = { trunk: 4, primary: 3, secondary: 2, tertiary: 1 };

/** Lights are placed where a main street meets another one or a collector street. */
function hasSignals({ streets }: PlanNode): boolean {
  const ranks = new Map<number, number>();
  for (const { group, class: roadClass } of streets) ranks.set(group, RANK[roadClass] ?? 0);
  const great = [...ranks.values()].filter((rank) => rank > 0);
  return great.length >= 2 && Math.max(...great) >= 2;
}

/** The ground of a synthetic city: its river between green banks. Parks are places. */
function layGround(river: River, bend: (point: PlanPoint) => PlanPoint, random: Random): GroundShape[] {
  const line = (left: number) => river.line(left).map(bend);
  const between = (half: number) => flat([...line(-half), ...line(half).reverse()]);
  const name = riverName(random);
  return [
    { kind: 'green', name: '', parts: [between(river.width / 2)] },
    { kind: 'water', name, parts: [between(river.width / 2 - BANK)] },
    { kind: 'river', name, parts: [flat(line(0))] },
  ];
}

function flat(points: readonly PlanPoint[]): Float64Array {
  return Float64Array.from(points.flatMap(({ x, y }) => [x, y]));
}

/** A named stream of random numbers: drawing from one does not affect the others of the same seed. */
function namedStream(seed: number, name: string): Random {
  let hash = 0;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return new Random(seed, hash);
}
