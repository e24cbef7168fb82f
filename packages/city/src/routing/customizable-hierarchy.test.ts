import { expect, test } from 'vitest';
import { slowTest } from '../../../base/src/slow.fixture.js';
import { AstarSearch } from './astar.js';
import { buildCustomizableHierarchy, type CustomizableHierarchy } from './customizable-hierarchy.js';
import { customize } from './customize.js';
import { EliminationSearch } from './elimination-search.js';
import { drawnNetwork, type Network, networkCity } from './network-city.fixture.js';
import { buildRoutingData } from './routing-data.js';

function hierarchyOf(network: Network) {
  const made = networkCity(network);
  const { graph, points } = buildRoutingData(made.city, { hierarchies: false }).drive;
  const road = (name: string) => made.city.roadIndex(made.id(name));
  return { graph, road, hierarchy: buildCustomizableHierarchy(graph, points), count: made.city.roads.count };
}

const rowOf = ({ ends }: CustomizableHierarchy, offsets: Int32Array, rank: number) => [
  ...ends.subarray(offsets[rank], offsets[rank + 1]),
];

const bridge = hierarchyOf(
  drawnNetwork(`
A---B   E---F
|   |   |   |
C---D---G---I
`),
);

/** A grid of streets, distorted so that no two routes take equally long. */
const SIZE = 12;
const grid = hierarchyOf({
  nodes: Object.fromEntries(
    Array.from({ length: SIZE * SIZE }, (_, i) => [
      `${i}.`,
      [(i % SIZE) * 100 + ((i * 37) % 41), Math.floor(i / SIZE) * 100 + ((i * 53) % 43)],
    ]),
  ),
  streets: Array.from({ length: SIZE * SIZE }, (_, i) => [
    ...(i % SIZE < SIZE - 1 ? [{ from: `${i}.`, to: `${i + 1}.`, oneWay: i % 7 === 0 }] : []),
    ...(i < SIZE * (SIZE - 1) ? [{ from: `${i}.`, to: `${i + SIZE}.`, oneWay: i % 11 === 0 }] : []),
  ]).flat(),
});

test('the roads that connect the parts of a city are the most important', () => {
  const { hierarchy, road, count } = bridge;
  expect(hierarchy.ranks.toSorted()).toEqual(Int32Array.from(hierarchy.ranks.keys()));
  expect([hierarchy.ranks[road('DG')]!, hierarchy.ranks[road('GD')]!].sort()).toEqual([count - 2, count - 1]);
});

test('has exactly one arc per path over less important nodes; higher nodes are ancestors', () => {
  const { hierarchy, graph, count } = bridge;
  const { ranks, upOffsets, downOffsets, ends, parents } = hierarchy;
  const nodes = ranks.toSorted().map((rank) => ranks.indexOf(rank));
  const headsOf = (rank: number) =>
    [...graph.heads.subarray(graph.offsets[nodes[rank]!], graph.offsets[nodes[rank]! + 1])].map((v) => ranks[v]!);
  /** Ranks that paths from a rank lead to over nodes less important than both. */
  const reachedOverLess = (from: number) =>
    [...ranks.keys()].filter((to) => {
      const seen = new Set([from]);
      for (const rank of seen) for (const next of headsOf(rank)) if (next < Math.min(from, to)) seen.add(next);
      return to !== from && [...seen].some((rank) => headsOf(rank).includes(to));
    });
  let arcs = 0;
  for (let from = 0; from < count; from++) {
    const reached = reachedOverLess(from);
    arcs += reached.length;
    expect(rowOf(hierarchy, upOffsets, from)).toEqual(reached.filter((to) => to > from));
    const lower = reached.filter((to) => to < from);
    expect(lower.filter((to) => !rowOf(hierarchy, downOffsets, to).includes(from))).toEqual([]);
    const above = new Set<number>();
    for (let at = parents[from]!; at >= 0; at = parents[at]!) above.add(at);
    for (const offsets of [upOffsets, downOffsets])
      expect(rowOf(hierarchy, offsets, from).filter((end) => !above.has(end))).toEqual([]);
  }
  expect(ends.length).toBe(arcs);
});

test('members of a group lead to the same other nodes, and are linked to all members or to none', () => {
  const { hierarchy, count } = grid;
  const { lasts, upOffsets, downOffsets } = hierarchy;
  const sizes = new Map<number, number>();
  for (let rank = 0; rank < count; rank++) {
    const last = lasts[rank]!;
    sizes.set(last, (sizes.get(last) ?? 0) + 1);
    const within = [upOffsets, downOffsets].map((offsets) => {
      const row = rowOf(hierarchy, offsets, rank);
      expect(row.filter((end) => end > last)).toEqual(rowOf(hierarchy, offsets, last));
      return row.filter((end) => end <= last).length;
    });
    expect([[0, 0], Array(2).fill(last - rank)]).toContainEqual(within);
  }
  expect(Math.max(...sizes.values())).toBeGreaterThan(8);
});

slowTest('in a grid, all pairs at any costs equal Dijkstra', () => {
  const { hierarchy, graph, count } = grid;
  for (const factor of [() => 1, (arc: number) => [1, 0, 3, Infinity, 1, 20, 1][(arc * 31) % 7]!]) {
    const costs = graph.costs.map((cost, arc) => cost * factor(arc));
    const search = new EliminationSearch(hierarchy, customize(hierarchy, costs));
    const plain = new AstarSearch({ ...graph, costs }, null);
    let reached = 0;
    for (let i = 0; i < 3000; i++) {
      const seeds = (k: number) => ({ nodes: [(i * k) % count, (i * k * k) % count], costs: [1, i % 50] });
      const [from, to] = [seeds(7), seeds(11)];
      const [got, expected] = [search.find(from, to), plain.find(from, to)];
      expect(got === null).toBe(expected === null);
      if (got === null || expected === null) continue;
      reached++;
      expect(got.cost).toBeCloseTo(expected.cost, 9);
      const along = got.arcs.reduce((sum, arc) => sum + costs[arc]!, from.costs[got.source]! + to.costs[got.target]!);
      expect(along).toBeCloseTo(got.cost, 9);
      // A limit is never reached.
      expect(search.find(from, to, got.cost)).toBeNull();
    }
    expect(reached).toBeGreaterThan(2000);
  }
});
