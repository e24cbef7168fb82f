import { expect, test } from 'vitest';
import { buildCustomizableHierarchy } from './customizable-hierarchy.js';
import { drawnNetwork, networkCity } from './network-city.fixture.js';
import { buildRoutingData } from './routing-data.js';

// Two blocks with one bridge.
const made = networkCity(
  drawnNetwork(`
A---B   E---F
|   |   |   |
C---D---G---I
`),
);
const { graph, points } = buildRoutingData(made.city, { hierarchies: false }).drive;
const hierarchy = buildCustomizableHierarchy(graph, points);
const road = (name: string) => made.city.roadIndex(made.id(name));
const top = made.city.roads.count - 1;

test('the roads that hold a city together are the most important, first those one way, then those the other', () => {
  const { ranks } = hierarchy;
  expect(ranks.toSorted()).toEqual(Int32Array.from(ranks.keys()));
  expect([ranks[road('DG')], ranks[road('GD')]].sort()).toEqual([top - 1, top]);
});

test('an arc wherever a way over less important nodes may lead, and no other', () => {
  const { ranks, upOffsets, downOffsets, ends, parents } = hierarchy;
  const upEnds = (rank: number) => [...ends.subarray(upOffsets[rank], upOffsets[rank + 1])];
  const downEnds = (rank: number) => [...ends.subarray(downOffsets[rank], downOffsets[rank + 1])];
  for (let from = 0; from <= top; from++) {
    const reached = reachedOverLess(from);
    expect(upEnds(from)).toEqual(reached.filter((to) => to > from));
    for (const to of reached) if (to < from) expect(downEnds(to)).toContain(from);
    const ancestors = new Set<number>();
    for (let at = parents[from]!; at >= 0; at = parents[at]!) ancestors.add(at);
    for (const end of [...upEnds(from), ...downEnds(from)]) expect(ancestors).toContain(end);
  }
  expect(ends.length).toBe([...ranks.keys()].reduce((sum, rank) => sum + reachedOverLess(rank).length, 0));

  /** Ranks that ways from a rank lead to, over nodes less important than both. */
  function reachedOverLess(from: number): number[] {
    const nodes = ranks.toSorted().map((rank) => ranks.indexOf(rank));
    const heads = (rank: number) =>
      [...graph.heads.subarray(graph.offsets[nodes[rank]!], graph.offsets[nodes[rank]! + 1])].map((v) => ranks[v]!);
    const found = new Set<number>();
    for (let to = 0; to <= top; to++) {
      if (to === from) continue;
      const seen = new Set([from]);
      for (const rank of seen)
        for (const next of heads(rank)) {
          if (next === to) found.add(to);
          if (next < Math.min(from, to)) seen.add(next);
        }
    }
    return [...found].sort((a, b) => a - b);
  }
});
