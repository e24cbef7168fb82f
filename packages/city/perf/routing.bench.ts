import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import {
  buildRoutingData,
  type CityMap,
  checkRoutes,
  packRoutingData,
  projectionOf,
  Router,
  type Travel,
} from '@itinera/city';
import { buildCity, buildMap, type NetworkLink, type RoadClass, synthesizeCity } from '@itinera/city-build';
import { exponent } from '../../base/perf/exponent.js';
import { processorSeconds } from '../../base/perf/processor-seconds.js';
import type { Row } from '../../base/perf/row.js';
import { type LonLat, valhalla, valhallaRoutes } from '../../city-build/perf/peers.js';
import { extracts } from './extracts.js';

/** Residents of the SYNTHETIC cities: about 7,000 and 28,000 roads. */
const SIZES = [100_000, 500_000];
/** Streets per side of the SYNTHETIC grid: about 50,000 roads. */
const GRID = 120;
const ROUTES = 2000;
/** Routes by A*. */
const AIMED_ROUTES = 100;
/** Pairs that a plain Dijkstra search checks. */
const CHECKED_ROUTES = 1000;
const VALHALLA_ROUTES = 500;
const HONOLULU = 'osm-honolulu/honolulu.osm.pbf';
const EXTRACTS = [
  HONOLULU,
  'osm-monaco/monaco-latest.osm.pbf',
  'osm-beijing-haidian/overpass_2021-03-17.json',
  'osm-harrisburg/harrisburg.osm.pbf',
  'osm-helsinki-centre/Helsinki.osm.pbf',
];

/**
 * Routes by labels compared with A* on the same pairs, including changed costs, and the cost of preparing them. If
 * `ITINERA_DATA` is set, real cities are included, with Valhalla's routes by car; in small ones, random pairs are compared
 * with a plain Dijkstra search.
 */
export default async function bench(): Promise<Row[]> {
  const cities = SIZES.map((size) => ({
    name: `SYNTHETIC city of ${size} residents`,
    map: synthesizeCity({ seed: 1, size }),
  }));
  cities.push({ name: `SYNTHETIC grid of ${GRID} × ${GRID} streets`, map: gridCity(GRID) });
  const measured = cities.map(({ name, map }) => measure(name, map).rows);
  const sizes = cities.map(({ map }) => map.roads.count);
  const largest = measured.at(-1)!.map((row, i) => {
    const costs = measured.map((rows) => rows[i]!.ours);
    return { ...row, exponent: exponent(sizes, costs) };
  });
  const rows: Row[] = [...largest];
  for (const path of extracts(EXTRACTS)) {
    const name = basename(dirname(path));
    const { map } = await buildCity(path);
    const { router, rows: own } = measure(name, map);
    const [drive, walk] = own.splice(-2) as [Row, Row];
    const isSmall = !path.endsWith(HONOLULU);
    rows.push(...own);
    rows.push({ ...drive, fault: isSmall ? check(map, router, 'drive') : undefined });
    rows.push({ ...walk, fault: isSmall ? check(map, router, 'walk') : undefined });
    if (path.endsWith('.pbf')) rows.push(await againstValhalla(path, map, drive));
  }
  return rows;
}

/** What is wrong with routes; the times of those on foot may differ by destination-only streets. */
function check(map: CityMap, router: Router, travel: Travel): string | undefined {
  const found = checkRoutes(map, router, travel, { pairs: CHECKED_ROUTES, random: randomNumbers(2) });
  const { pairs, reached, disagreements, worstDifference } = found;
  console.log(
    `  ${travel}: ${pairs} pairs compared with a plain Dijkstra search, ${reached} reached, ` +
      `${disagreements} disagreements, worst difference ${worstDifference.toExponential(1)} s`,
  );
  const isRight = disagreements === 0 && (travel === 'walk' || worstDifference < 1e-6);
  return isRight ? undefined : 'other than a plain search';
}

interface Measured {
  readonly router: Router;
  /** The last two are routes by car and on foot. */
  readonly rows: Row[];
}

function measure(name: string, city: CityMap): Measured {
  const start = processorSeconds();
  const data = buildRoutingData(city);
  const preparing = processorSeconds() - start;
  const router = new Router(city, data);
  const aiming = new Router(city, { ...data, driveHierarchy: null, walkHierarchy: null });
  const routes = (['drive', 'walk'] as const).map((travel) => {
    const pairs = randomPairs(city, travel, ROUTES);
    median(router, travel, pairs);
    const ours = median(router, travel, pairs);
    return row(`route ${travel === 'drive' ? 'by car' : 'on foot'}, ${name}`, ours, aiming, travel, pairs);
  });
  console.log(`${name}: ${city.roads.count} roads, ${city.lanes.count} lanes`);
  return {
    router,
    rows: [
      { work: `routing data, ${name}`, ours: preparing, unit: 's' },
      { work: `routing data, ${name}: size`, ours: packRoutingData(data).buffer.byteLength / 1e6, unit: 'MB' },
      ...measureChanged(name, city, router, aiming),
      ...routes,
    ],
  };
}

/** A route, compared with A*. */
function row(what: string, ours: number, aiming: Router, travel: Travel, pairs: readonly Pair[]): Row {
  const cost = median(aiming, travel, pairs.slice(0, AIMED_ROUTES));
  return { work: `${what}, by the clock`, ours, unit: 'µs', peer: { name: 'A*', cost } };
}

/** Routes by car if 2 % of the roads are closed and half of the others take up to four times as long. */
function measureChanged(name: string, city: CityMap, router: Router, aiming: Router): Row[] {
  const factorsOf = (seed: number) => {
    const random = randomNumbers(seed);
    return Float64Array.from({ length: city.roads.count }, () =>
      random() < 0.02 ? Infinity : random() < 0.5 ? 1 : 1 + 3 * random(),
    );
  };
  const pairs = randomPairs(city, 'drive', ROUTES);
  /** Milliseconds of processor time until a router with these costs returns its first route. */
  const toFirst = (factors: Float64Array) => {
    const start = processorSeconds();
    router.withRoadFactors(factors).route('drive', [pairs[0]![0]], [pairs[0]![1]]);
    return 1000 * (processorSeconds() - start);
  };
  const first = toFirst(factorsOf(4));
  const again = [5, 6, 7, 8, 9].map((seed) => toFirst(factorsOf(seed))).sort((a, b) => a - b)[2]!;
  const changed = router.withRoadFactors(factorsOf(4));
  const astarChanged = aiming.withRoadFactors(factorsOf(4));
  for (const [from, to] of pairs.slice(0, AIMED_ROUTES)) {
    const [a, b] = [changed, astarChanged].map((one) => one.route('drive', [from], [to])?.seconds ?? Infinity);
    if (a !== b && !(Math.abs(a! - b!) < 1e-6)) throw new Error(`${name}: ${a} s by changed costs, ${b} s by A*`);
  }
  median(changed, 'drive', pairs);
  return [
    { work: `order for changed costs, ${name}`, ours: first - again, unit: 'ms' },
    { work: `changing the costs, ${name}`, ours: again, unit: 'ms' },
    row(`route by car at changed costs, ${name}`, median(changed, 'drive', pairs), astarChanged, 'drive', pairs),
  ];
}

/** Routes by car once more, compared with Valhalla's between random lanes likewise; it cannot read JSON. */
async function againstValhalla(path: string, map: CityMap, row: Row): Promise<Row> {
  const { toLonLat } = projectionOf(map);
  const start = ({ lane }: { lane: number }): LonLat => {
    const [x, y] = map.laneShape(lane);
    const { lon, lat } = toLonLat(x!, y!);
    return [lon, lat];
  };
  const pairs = randomPairs(map, 'drive', VALHALLA_ROUTES).map(([from, to]) => [start(from), start(to)] as const);
  const folder = await mkdtemp(join(tmpdir(), 'routing-bench-'));
  try {
    const milliseconds = valhalla(path, folder) !== undefined ? valhallaRoutes(pairs, folder) : undefined;
    const cost = milliseconds === undefined ? undefined : 1000 * milliseconds;
    return { ...row, peer: { name: 'Valhalla', cost } };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * A plan of irregular blocks 120 m wide with gaps; every tenth street is an arterial, and some of the others are
 * one-way.
 */
function gridCity(size: number): CityMap {
  const random = randomNumbers(3);
  const jitter = () => (random() - 0.5) * 50;
  const nodes = Array.from({ length: size * size }, (_, i) => ({
    x: (i % size) * 120 + jitter(),
    y: Math.floor(i / size) * 120 + jitter(),
    signals: false,
  }));
  const links: NetworkLink[] = [];
  const link = (from: number, to: number, street: number): void => {
    const arterial = street % 10 === 0;
    const draw = random();
    if (!arterial && draw < 0.1) return;
    const [a, b] = [nodes[from]!, nodes[to]!];
    const speed = arterial ? 50 / 3.6 : 30 / 3.6;
    const roadClass: RoadClass = arterial ? 'primary' : 'residential';
    links.push({
      from,
      to,
      name: '',
      kind: {
        class: roadClass,
        ramp: false,
        lanes: arterial ? [2, 2] : draw < 0.15 ? [1, 0] : [1, 1],
        sidewalks: { left: true, right: true },
      },
      speed: [speed, speed],
      path: Float64Array.of(a.x, a.y, b.x, b.y),
    });
  };
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      if (x + 1 < size) link(y * size + x, y * size + x + 1, y);
      if (y + 1 < size) link(y * size + x, (y + 1) * size + x, x);
    }
  return buildMap({
    name: 'SYNTHETIC grid',
    date: '',
    projection: '+proj=tmerc +lat_0=40 +lon_0=116',
    drivingSide: 'right',
    nodes,
    links,
    bans: [],
    areas: [],
    pois: [],
  });
}

type Pair = readonly [{ lane: number; s: number }, { lane: number; s: number }];

function randomPairs(city: CityMap, travel: Travel, count: number): Pair[] {
  const random = randomNumbers(1);
  const wanted = travel === 'drive' ? 1 : 2;
  const lanes = [...city.lanes.id.keys()].filter(
    (lane) => city.lanes.type[lane] === wanted && city.roadIndex(city.lanes.parentId[lane]!) >= 0,
  );
  const place = () => ({ lane: lanes[Math.floor(random() * lanes.length)]!, s: random() * 50 });
  return Array.from({ length: count }, () => [place(), place()] as const);
}

/** Median microseconds of a route, by the clock. */
function median(router: Router, travel: Travel, pairs: readonly Pair[]): number {
  const times = pairs.map(([from, to]) => {
    const start = performance.now();
    router.route(travel, [from], [to]);
    return 1000 * (performance.now() - start);
  });
  return times.sort((a, b) => a - b)[times.length >> 1]!;
}

function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
