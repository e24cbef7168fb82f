import { ringArea } from '@itinera/city/browser';
import { insideRing } from '@itinera/city/map-making';
import type { Path } from '../../layout/geometry.js';

/**
 * Joins ways end to end into closed rings.
 *
 * @param ways indices of nodes
 * @returns rings without the repeated last node; ways that form no ring are omitted
 */
export function joinRings(ways: readonly Int32Array[]): Int32Array[] {
  // Most are one ring already.
  const lines = ways.length > 1 ? joinWays(ways) : ways;
  return lines
    .filter((line) => line.length > 3 && line[0] === line[line.length - 1])
    .map((ring) => ring.subarray(0, -1));
}

/**
 * Joins ways end to end as far as possible.
 * @returns lines; rings among them repeat their first node
 */
export function joinWays(ways: readonly Int32Array[]): Int32Array[] {
  const lines: Int32Array[] = [];
  const open: Int32Array[] = [];
  for (const way of ways) {
    if (way.length < 2) continue;
    if (way[0] === way[way.length - 1]) lines.push(way);
    else open.push(way);
  }
  if (open.length === 0) return lines;
  const byEnd = new Map<number, Set<Int32Array>>();
  for (const way of open) {
    for (const end of [way[0], way[way.length - 1]]) {
      const there = byEnd.get(end);
      if (there) there.add(way);
      else byEnd.set(end, new Set([way]));
    }
  }
  const take = (way: Int32Array) => {
    byEnd.get(way[0])?.delete(way);
    byEnd.get(way[way.length - 1])?.delete(way);
  };
  for (const first of open) {
    if (!byEnd.get(first[0])?.has(first)) continue;
    take(first);
    const line = Array.from(first);
    while (line[0] !== line[line.length - 1]) {
      const end = line[line.length - 1];
      const [next] = byEnd.get(end) ?? [];
      if (!next) break;
      take(next);
      const along = next[0] === end ? next : next.slice().reverse();
      for (let i = 1; i < along.length; i++) line.push(along[i]);
    }
    lines.push(Int32Array.from(line));
  }
  return lines;
}

/** Assigns each hole to the smallest outline that contains it. */
export function assignHoles(outers: readonly Path[], inners: readonly Path[]): Path[][] {
  const holes: Path[][] = outers.map(() => []);
  const sizes = outers.map((ring) => ringArea(ring));
  for (const inner of inners) {
    let smallest = -1;
    outers.forEach((outer, i) => {
      // One point of a hole may touch the outline; most do not.
      const within = insideRing(outer, inner[0], inner[1]) || insideRing(outer, inner[2], inner[3]);
      if (within && (smallest < 0 || sizes[i] < sizes[smallest])) smallest = i;
    });
    if (smallest >= 0) holes[smallest].push(inner);
  }
  return holes;
}
