import type { Path } from '../../layout/geometry.js';
import type { Box } from '../../map/box.js';

/** Lines with more ends than this are left as they are: to look for the nearest would take too long. */
const MOST_ENDS = 2000;

/**
 * Closes gaps of borders that a file holds in part: an end within the box goes on to the nearest start of a line, where that
 * is nearer than the edge of the box.
 */
export function bridgeGaps(lines: readonly Path[], box: Box): Path[] {
  const isClosed = (line: Path) => line[0] === line.at(-2) && line[1] === line.at(-1);
  const done = lines.filter(isClosed);
  const open = lines.filter((line) => !isClosed(line));
  if (open.length > MOST_ENDS) return [...lines];
  while (open.length > 0) {
    let line = open.shift()!;
    for (;;) {
      const [x, y] = [line.at(-2)!, line.at(-1)!];
      let [nearest, least] = [-2, metresToEdge(x, y, box)];
      const look = (to: Path, i: number) => {
        const gap = Math.hypot(to[0] - x, to[1] - y);
        if (gap < least) [nearest, least] = [i, gap];
      };
      look(line, -1);
      open.forEach(look);
      if (nearest === -1) line = Float64Array.from([...line, line[0], line[1]]);
      if (nearest < 0) break;
      line = Float64Array.from([...line, ...open[nearest]]);
      open.splice(nearest, 1);
    }
    done.push(line);
  }
  return done;
}

/** Negative outside. */
function metresToEdge(x: number, y: number, { west, east, south, north }: Box): number {
  return Math.min(x - west, east - x, y - south, north - y);
}
