import { Random } from '@itinera/base';
import { densityEpr, gravity, haversine, radiation, type Tiles } from '@itinera/mobility';
import { exponent } from '../../base/perf/exponent.js';
import { processorSeconds } from '../../base/perf/processor-seconds.js';
import type { Row } from '../../base/perf/row.js';

/** Numbers of tiles, whose costs show the growth. */
const TILE_SIZES = [250, 500, 1000];
const TILES = TILE_SIZES.at(-1)!;
const AGENTS = 10_000;
const SIZES = [AGENTS / 4, AGENTS / 2, AGENTS];
const DAYS = 14;
/** The plain version of each model does as much as it can in about a second; its time is scaled up. */
const PLAIN_AGENTS = 25;
const PLAIN_ORIGINS = 100;

function city(tiles = TILES): Tiles {
  const random = new Random(1);
  const draw = (of: () => number) => Float64Array.from({ length: tiles }, of);
  return {
    lons: draw(() => random.between(10, 10.5)),
    lats: draw(() => random.between(43, 43.4)),
    relevance: draw(() => 1 + random.integer(1000)),
  };
}

/** As in a comparable library: recomputes the gravity weights of all tiles at every exploration, and sorts all visits at every return. */
function plainDensityEpr({ lons, lats, relevance }: Tiles, agents: number, random: Random): number {
  let moves = 0;
  const choose = (weights: number[]) => {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    let at = random.uniform() * total;
    return weights.findIndex((weight) => {
      at -= weight;
      return at < 0;
    });
  };
  for (let agent = 0; agent < agents; agent++) {
    let current = random.integer(TILES);
    const visits = new Map([[current, 1]]);
    for (let hours = 0; hours < DAYS * 24; hours += (1 - random.uniform()) ** (-1 / 0.8) / 3) {
      const explores = visits.size === 1 || random.uniform() < 0.6 * visits.size ** -0.21;
      if (explores) {
        const from = current;
        current = choose(
          Array.from(relevance, (mass, j) => {
            const metres = haversine(lons[from]!, lats[from]!, lons[j]!, lats[j]!);
            return visits.has(j) ? 0 : (relevance[from]! * mass) / (metres * metres);
          }),
        );
      } else {
        const others = [...visits].filter(([tile]) => tile !== current).sort(([, a], [, b]) => b - a);
        current = others[choose(others.map(([, count]) => count))]![0];
      }
      visits.set(current, (visits.get(current) ?? 0) + 1);
      moves++;
    }
  }
  return moves;
}

/** As in a comparable library: sorts pairs for every origin, and sums up everything nearer for every pair. */
function plainRadiation({ lons, lats, relevance }: Tiles, origins: number): number {
  const masses = Array.from(relevance);
  const total = masses.reduce((sum, mass) => sum + mass, 0);
  let flows = 0;
  for (let i = 0; i < origins; i++) {
    const others = masses
      .map((mass, j) => ({ j, mass, metres: haversine(lons[i]!, lats[i]!, lons[j]!, lats[j]!) }))
      .filter(({ j }) => j !== i)
      .sort((a, b) => a.metres - b.metres);
    others.forEach(({ mass }, rank) => {
      const nearer = others.slice(0, rank).reduce((sum, other) => sum + other.mass, 0);
      flows += (masses[i]! * mass) / ((masses[i]! + nearer) * (masses[i]! + mass + nearer)) / (1 - masses[i]! / total);
    });
  }
  return flows;
}

/** As in a comparable library: a function call per distance of a pair, and rows as lists, normalised one by one. */
function plainGravity({ lons, lats, relevance }: Tiles, origins: number): number {
  let flows = 0;
  for (let i = 0; i < origins; i++) {
    const weights = Array.from(relevance, (mass, j) => {
      const metres = haversine(lons[i]!, lats[i]!, lons[j]!, lats[j]!);
      return i === j ? 0 : relevance[i]! * mass * metres ** -2;
    });
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    flows += weights.map((weight) => (weight / total) * 100).reduce((sum, flow) => sum + flow, 0);
  }
  return flows;
}

/** The least of some runs, milliseconds of processor time. */
function milliseconds(work: () => unknown, runs = 3): number {
  return Math.min(
    ...Array.from({ length: runs }, () => {
      const start = processorSeconds();
      work();
      return 1000 * (processorSeconds() - start);
    }),
  );
}

/** Models on 1,000 tiles, each compared with a plain version in the same run, which does a part and is scaled up. */
export default async function bench(): Promise<Row[]> {
  const tiles = city();
  const cities = TILE_SIZES.map(city);
  const walks = SIZES.map((people) => milliseconds(() => densityEpr(tiles, { people, days: DAYS, seed: 1 }), 1));
  const plainWalks = milliseconds(() => plainDensityEpr(tiles, PLAIN_AGENTS, new Random(1)), 1) / PLAIN_AGENTS;
  const plainRadiated = milliseconds(() => plainRadiation(tiles, PLAIN_ORIGINS), 1) / PLAIN_ORIGINS;
  const plainAttracted = milliseconds(() => plainGravity(tiles, PLAIN_ORIGINS), 1) / PLAIN_ORIGINS;
  const flows = (model: typeof radiation | typeof gravity) => {
    const costs = cities.map((one, i) => {
      const outflows = new Array<number>(TILE_SIZES[i]!).fill(100);
      return milliseconds(() => model(one, { outflows }));
    });
    return { ours: costs.at(-1)!, exponent: exponent(TILE_SIZES, costs) };
  };
  const row = (work: string, ours: { ours: number; exponent: number }, cost: number): Row => ({
    work,
    ...ours,
    unit: 'ms',
    peer: { name: 'plain version (from a part)', cost },
  });
  const walked = { ours: walks.at(-1)!, exponent: exponent(SIZES, walks) };
  return [
    row(`densityEpr, ${AGENTS} agents, ${DAYS} days`, walked, plainWalks * AGENTS),
    row(`radiation, ${TILES} tiles`, flows(radiation), plainRadiated * TILES),
    row(`gravity, ${TILES} tiles`, flows(gravity), plainAttracted * TILES),
  ];
}
