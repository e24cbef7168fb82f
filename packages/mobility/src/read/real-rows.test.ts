import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '@itinera/base';
import { openFile } from '@itinera/tables/node';
import { expect, test } from 'vitest';
import {
  cpc,
  type Flows,
  fitGravity,
  fromRows,
  generators,
  gravity,
  places,
  radiation,
  realism,
  type Trajectories,
} from '../index.js';
import { readTrajectories } from './read-trajectories.js';

// On real rows, which are not part of this repository: set ITINERA_DATA to the folder that holds them.
const data = process.env.ITINERA_DATA ?? '';
const yjmob = join(data, 'yjmob100k-sample', 'df_all_1k.csv.gz');
const newYork = join(data, 'ny-commuting-2011');

/** Measures in which a model may be closer than other people of the same city, with the reason. */
const BLIND: Readonly<Record<string, string>> = {
  homeWorkDistance: 'DITRAS keeps it: five seeds score 0.031 to 0.052, the other half 0.038 (95 %: 0.016 to 0.059)',
  transitions: 'most records follow one at the same place, which any model of waiting at places has',
  meanSquareDisplacement: 'one distance a person, 12 hours after the first record',
  visitsByPlaceAndTime: 'so sparse that two halves of the truth score 0.89',
  homesPerLocation: 'so sparse that two halves of the truth score 0.97',
};
/** Maximum difference by chance between two draws from the same law. */
const CHANCE = 0.005;

/** A random half of the people, and the other half. */
function halvesOf(all: Trajectories): [Trajectories, Trajectories] {
  const order = [...new Random(1).shuffled(all.people.length)];
  const rows = (person: number) =>
    Array.from({ length: all.starts[person + 1]! - all.starts[person]! }, (_, i) => {
      const row = all.starts[person]! + i;
      return { uid: all.people[person]!, time: all.times[row]!, lon: all.lons[row]!, lat: all.lats[row]! };
    });
  const half = (side: number) => fromRows(order.filter((_, i) => i % 2 === side).flatMap(rows));
  return [half(0), half(1)];
}

test.skipIf(!existsSync(yjmob))(
  'people of Japan: no model fitted to one half is closer to the other half than the first half itself',
  async () => {
    const [real, half] = halvesOf((await readTrajectories(openFile(yjmob))).trajectories);
    const order = new Random(2).shuffled(half.times.length);
    const anywhere = {
      ...half,
      lons: Float64Array.from(order, (row) => half.lons[row]!),
      lats: Float64Array.from(order, (row) => half.lats[row]!),
    };
    const train = places(half, { by: 'grid' });
    const made = ['d-epr', 'ditras', 'markov', 'markov-by-hour', 'nobody-moves'].map((name) => {
      const { places: _, ...set } = generators
        .find((model) => model.name === name)!
        .fit(train)
        .generate({ people: half.people.length, days: 40, seed: 1 });
      return [name, set] as const;
    });
    const report = (set: Trajectories) => realism(real, set, { places: { by: 'grid' }, baselines: [] }).measures;
    const best = new Map(report(half).map((row) => [row.name, row]));
    for (const { name, jsd, ceiling } of best.values()) expect([name, jsd! <= ceiling! + 0.02]).toEqual([name, true]);
    for (const [model, set] of [['shuffled', anywhere] as const, ...made]) {
      for (const { name, jsd } of report(set)) {
        if (jsd === null || name in BLIND) continue;
        expect([model, name, jsd >= best.get(name)!.jsd! - CHANCE]).toEqual([model, name, true]);
      }
    }
  },
);

/** Commuters between the counties of New York, their centres and people. */
function commuters() {
  const { features } = JSON.parse(readFileSync(join(newYork, 'NY_counties_2011.geojson'), 'utf8')) as {
    features: {
      properties: { tile_id: string; population: number };
      geometry: { type: string; coordinates: number[][][] | number[][][][] };
    }[];
  };
  const ids = features.map(({ properties }) => properties.tile_id);
  const centres = features.map(({ geometry: { type, coordinates } }) =>
    centroid(
      type === 'Polygon' ? [(coordinates as number[][][])[0]!] : (coordinates as number[][][][]).map(([ring]) => ring!),
    ),
  );
  const lines = readFileSync(join(newYork, 'NY_commuting_flows_2011.csv'), 'utf8').trim().split('\n').slice(1);
  const trips = lines
    .map((line) => line.split(','))
    .map(([flow, origin, destination]) => [Number(flow), ids.indexOf(origin!), ids.indexOf(destination!)] as const)
    .filter(([, origin, destination]) => origin >= 0 && destination >= 0 && origin !== destination);
  const flows: Flows = {
    origins: Uint32Array.from(trips, ([, origin]) => origin),
    destinations: Uint32Array.from(trips, ([, , destination]) => destination),
    flows: Float64Array.from(trips, ([flow]) => flow),
  };
  const sums = (ends: Uint32Array) => {
    const total = new Float64Array(ids.length);
    for (const [i, tile] of ends.entries()) total[tile]! += flows.flows[i]!;
    return total;
  };
  const tiles = {
    lons: centres.map(([x]) => x),
    lats: centres.map(([, y]) => y),
    relevance: features.map(({ properties }) => properties.population),
  };
  const inflows = sums(flows.destinations);
  const jobs = inflows.slice();
  for (const [flow, origin, destination] of lines.map((line) => line.split(',')))
    if (origin === destination) jobs[ids.indexOf(origin!)]! += Number(flow);
  return { tiles, jobs: { ...tiles, relevance: jobs }, flows, outflows: sums(flows.origins), inflows };
}

function centroid(rings: readonly number[][][]): readonly [number, number] {
  let [area, x, y] = [0, 0, 0];
  for (const ring of rings) {
    for (const [i, [ax, ay]] of (ring as [number, number][]).slice(0, -1).entries()) {
      const [bx, by] = ring[i + 1] as [number, number];
      const cross = ax * by - bx * ay;
      area += cross;
      x += (ax + bx) * cross;
      y += (ay + by) * cross;
    }
  }
  return [x / (3 * area), y / (3 * area)];
}

test.skipIf(!existsSync(newYork))('commuters of New York: models reach the agreement stated in the docs', () => {
  const { tiles, jobs, flows, outflows, inflows } = commuters();
  const n = outflows.length;
  const matrix = (made: Flows) => {
    const cells = new Float64Array(n * n);
    for (const [i, flow] of made.flows.entries()) cells[made.origins[i]! * n + made.destinations[i]!]! += flow;
    return cells;
  };
  const common = (made: Flows) => cpc(matrix(flows), matrix(made));
  expect(common(radiation(tiles, { outflows }))).toBeCloseTo(0.53, 2);
  const fit = (law: 'power' | 'exponential') => fitGravity(tiles, flows, { law });
  expect(common(gravity(tiles, { outflows, ...fit('power') }))).toBeCloseTo(0.523, 2);
  expect(common(gravity(tiles, { outflows, ...fit('exponential') }))).toBeCloseTo(0.579, 2);
  expect(common(radiation(jobs, { outflows }))).toBeCloseTo(0.602, 2);
  for (const [law, shared] of [
    ['power', 0.689],
    ['exponential', 0.788],
  ] as const)
    expect(common(gravity(jobs, { outflows, ...fitGravity(jobs, flows, { law }) }))).toBeCloseTo(shared, 2);
  const { deterrence } = fit('exponential');
  expect(common(gravity(tiles, { outflows, inflows, constraint: 'doubly', deterrence }))).toBeCloseTo(0.831, 2);
});
