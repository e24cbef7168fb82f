import { basename } from 'node:path';
import { buildRoutingData, type CityMap, checkRoutes, packRoutingData, Router, type Travel } from '@itinera/city';
import { buildCity, buildMap, type NetworkLink, type RoadClass, synthesizeCity } from '@itinera/city-build';
import { exponent } from '../../base/perf/exponent.js';
import { extracts, LARGE_EXTRACTS } from './extracts.js';

/** Residents of the SYNTHETIC cities: about 7,000 and 28,000 roads. */
const SIZES = [100_000, 500_000];
/** Streets per side of the SYNTHETIC grid: about 300,000 roads. */
const GRID = 295;

/**
 * Searches by labels compared with A* on the same pairs, including changed costs, and the cost of preparing them. If
 * `ITINERA_DATA` is set, real cities are included: in small ones, 10,000 random pairs by car and on foot are compared
 * with a plain Dijkstra search.
 */
export default async function bench(): Promise<void> {
  const cities = SIZES.map((size) => ({ name: `${size} residents`, map: synthesizeCity({ seed: 1, size }) }));
  cities.push({ name: `grid of ${GRID} × ${GRID} streets`, map: gridCity(GRID) });
  const sizes = cities.map(({ map }) => map.roads.count);
  const costs = cities.map(({ name, map }) => measure(`SYNTHETIC, ${name}`, map));
  const growth = (of: (cost: Cost) => number) => exponent(sizes, costs.map(of)).toFixed(2);
  console.log(
    `Cost by number of roads: exponent ${growth(({ preparing }) => preparing)} to prepare, ${growth(({ query }) => query)} of a query by car`,
  );
  for (const path of extracts(LARGE_EXTRACTS)) measure(basename(path), (await buildCity(path)).map);
  for (const path of extracts()) {
    const { map } = await buildCity(path);
    const { router } = measure(basename(path), map);
    for (const travel of ['drive', 'walk'] as const) {
      const check = checkRoutes(map, router, travel, { pairs: 10_000, random: randomNumbers(2) });
      console.log(
        `  ${travel}: ${check.pairs} pairs compared with a plain Dijkstra search, ${check.reached} reached, ` +
          `${check.disagreements} disagreements, worst difference ${check.worstDifference.toExponential(1)} s`,
      );
    }
  }
}

interface Cost {
  readonly router: Router;
  /** Processor seconds. */
  readonly preparing: number;
  /** Median milliseconds of a route by car. */
  readonly query: number;
}

function measure(name: string, city: CityMap): Cost {
  const start = performance.now();
  const before = process.cpuUsage().user;
  const data = buildRoutingData(city);
  const cpu = (process.cpuUsage().user - before) / 1e6;
  const wall = (performance.now() - start) / 1000;
  const megabytes = packRoutingData(data).buffer.byteLength / 1e6;
  console.log(
    `\n${name}: ${city.roads.count} roads, ${city.lanes.count} lanes; routing data of ${megabytes.toFixed(0)} MB in ` +
      `${wall.toFixed(1)} s (${cpu.toFixed(1)} s of CPU), at most ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB so far`,
  );
  const router = new Router(city, data);
  const aiming = new Router(city, { ...data, driveHierarchy: null, walkHierarchy: null });
  let query = 0;
  console.table(
    (['drive', 'walk'] as const).map((travel) => {
      const pairs = randomPairs(city, travel, 5000);
      times(router, travel, pairs);
      const labels = times(router, travel, pairs);
      if (travel === 'drive') query = labels.median;
      const astar = times(aiming, travel, pairs.slice(0, 200));
      return {
        travel,
        nodes: data[travel].graph.offsets.length - 1,
        'labels, median ms': labels.median.toFixed(4),
        'p95 ms': labels.p95.toFixed(4),
        'A*, median ms': astar.median.toFixed(3),
        'A*, p95 ms': astar.p95.toFixed(3),
        'A* / labels': (astar.median / labels.median).toFixed(0),
      };
    }),
  );
  measureChanged(city, router, aiming);
  return { router, preparing: cpu, query };
}

/** Routes by car if 2 % of the roads are closed and half of the others take up to four times as long. */
function measureChanged(city: CityMap, router: Router, aiming: Router): void {
  const factorsOf = (seed: number) => {
    const random = randomNumbers(seed);
    return Float64Array.from({ length: city.roads.count }, () =>
      random() < 0.02 ? Infinity : random() < 0.5 ? 1 : 1 + 3 * random(),
    );
  };
  const pairs = randomPairs(city, 'drive', 5000);
  /** Milliseconds of CPU time until a router with these costs returns its first route. */
  const cpuToFirst = (factors: Float64Array) => {
    const before = process.cpuUsage();
    router.withRoadFactors(factors).route('drive', [pairs[0]![0]], [pairs[0]![1]]);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  const first = cpuToFirst(factorsOf(4));
  const again = [5, 6, 7, 8, 9].map((seed) => cpuToFirst(factorsOf(seed))).sort((a, b) => a - b)[2]!;
  const changed = router.withRoadFactors(factorsOf(4));
  const astarChanged = aiming.withRoadFactors(factorsOf(4));
  times(changed, 'drive', pairs);
  const custom = times(changed, 'drive', pairs);
  const astar = times(astarChanged, 'drive', pairs.slice(0, 200));
  let worst = 0;
  for (const [from, to] of pairs.slice(0, 200)) {
    const [a, b] = [changed, astarChanged].map((one) => one.route('drive', [from], [to])?.seconds ?? Infinity);
    if (a !== b) worst = Math.max(worst, Math.abs(a! - b!));
  }
  console.table([
    {
      'changed costs': 'drive',
      'order and arcs, ms of CPU': (first - again).toFixed(0),
      'customisation, ms of CPU': again.toFixed(0),
      'median ms': custom.median.toFixed(4),
      'p95 ms': custom.p95.toFixed(4),
      'A*, median ms': astar.median.toFixed(3),
      'A*, p95 ms': astar.p95.toFixed(3),
      'A* / median': (astar.median / custom.median).toFixed(0),
      'worst difference, s': worst.toExponential(1),
    },
  ]);
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
      class: roadClass,
      ramp: false,
      name: '',
      lanes: arterial ? [2, 2] : draw < 0.15 ? [1, 0] : [1, 1],
      speed: [speed, speed],
      sidewalks: { left: true, right: true },
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

function times(router: Router, travel: Travel, pairs: readonly Pair[]): { median: number; p95: number } {
  const all = pairs
    .map(([from, to]) => {
      const start = performance.now();
      router.route(travel, [from], [to]);
      return performance.now() - start;
    })
    .sort((a, b) => a - b);
  return { median: all[all.length >> 1]!, p95: all[Math.floor(all.length * 0.95)]! };
}

function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
