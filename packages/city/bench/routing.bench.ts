import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildCity,
  buildRoutingData,
  type CityMap,
  checkRoutes,
  Router,
  synthesizeCity,
  type Travel,
} from '@itinera/city';

const EXTRACTS = [
  'osm-monaco/monaco-latest.osm.pbf',
  'osm-beijing-haidian/overpass_2021-03-17.json',
  'osm-harrisburg/harrisburg.osm.pbf',
  'osm-helsinki-centre/Helsinki.osm.pbf',
  'osm-liechtenstein/liechtenstein-latest.osm.pbf',
];
/** Residents of the SYNTHETIC cities: about 7,000 and 28,000 roads. */
const SIZES = [100_000, 500_000];

/**
 * Searches by labels and by hierarchy against A* on the same pairs, and the price of building both. With `ITINERA_DATA` set also
 * on real cities, where 10,000 random pairs by car and on foot are compared with a plain Dijkstra search.
 */
export default async function bench(): Promise<void> {
  for (const size of SIZES) measure(`SYNTHETIC, ${size} residents`, synthesizeCity({ seed: 1, size }));
  const data = process.env.ITINERA_DATA;
  if (!data) return;
  for (const name of EXTRACTS) {
    const path = join(data, name);
    if (!existsSync(path)) continue;
    const { map } = await buildCity(path);
    const router = measure(name, map);
    for (const travel of ['drive', 'walk'] as const) {
      const check = checkRoutes(map, router, travel, { pairs: 10_000, random: randomNumbers(2) });
      console.log(
        `  ${travel}: ${check.pairs} pairs against a plain Dijkstra, ${check.reached} reached, ` +
          `${check.disagreements} disagreements, worst difference ${check.worstDifference.toExponential(1)} s`,
      );
    }
  }
}

function measure(name: string, city: CityMap): Router {
  const start = performance.now();
  const data = buildRoutingData(city);
  const seconds = (performance.now() - start) / 1000;
  console.log(
    `\n${name}: ${city.roads.count} roads, ${city.lanes.count} lanes; routing data in ${seconds.toFixed(1)} s`,
  );
  const router = new Router(city, data);
  const withoutLabels = { ...data, driveLabels: null, walkLabels: null };
  const climbing = new Router(city, withoutLabels);
  const aiming = new Router(city, { ...withoutLabels, driveHierarchy: null, walkHierarchy: null });
  console.table(
    (['drive', 'walk'] as const).map((travel) => {
      const pairs = randomPairs(city, travel, 2000);
      for (const warm of [router, climbing]) times(warm, travel, pairs);
      const labels = times(router, travel, pairs);
      const hierarchy = times(climbing, travel, pairs);
      const astar = times(aiming, travel, pairs.slice(0, 300));
      return {
        travel,
        'labels, median ms': labels.median.toFixed(4),
        'p95 ms': labels.p95.toFixed(4),
        'hierarchy, median ms': hierarchy.median.toFixed(4),
        'A*, median ms': astar.median.toFixed(3),
        'A* / labels': (astar.median / labels.median).toFixed(0),
        'A* / hierarchy': (astar.median / hierarchy.median).toFixed(0),
      };
    }),
  );
  return router;
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
