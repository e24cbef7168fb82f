import type { Box } from '@itinera/city/browser';
import type { Path } from '../../layout/geometry.js';

/** With more ends than this, lines stay unchanged: finding the nearest would take too long. */
const MOST_ENDS = 300;

/**
 * Closes gaps in borders that a file contains only partly: an end inside the box is connected to the nearest start of a line,
 * if that is nearer than the edge of the box.
 */
export function bridgeGaps(lines: readonly Path[], box: Box): Path[] {
  const done = lines.filter(isClosed);
  const open = lines.filter((line) => !isClosed(line));
  if (open.length > MOST_ENDS) return [...lines];
  for (let i = 0; i < open.length; ) {
    const next = nearestStart(open, i, box);
    if (next < 0) {
      i++;
      continue;
    }
    const line = open[i];
    if (next === i) done.push(Float64Array.from([...line, line[0], line[1]]));
    else open.push(Float64Array.from([...line, ...open[next]]));
    for (const used of new Set([Math.max(i, next), Math.min(i, next)])) open.splice(used, 1);
    i = 0;
  }
  return [...done, ...open];
}

/**
 * The line (possibly the same one) whose start is nearest to the end of a line, and nearer than the edge; -1 if there is
 * none.
 */
function nearestStart(lines: readonly Path[], i: number, box: Box): number {
  const [x, y] = [lines[i].at(-2)!, lines[i].at(-1)!];
  let [nearest, least] = [-1, metresToEdge(x, y, box)];
  lines.forEach((to, k) => {
    const gap = Math.hypot(to[0] - x, to[1] - y);
    if (gap < least) [nearest, least] = [k, gap];
  });
  return nearest;
}

function isClosed(line: Path): boolean {
  return line[0] === line.at(-2) && line[1] === line.at(-1);
}

/** Negative outside. */
function metresToEdge(x: number, y: number, { west, east, south, north }: Box): number {
  return Math.min(x - west, east - x, y - south, north - y);
}
