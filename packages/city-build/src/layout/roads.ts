import { stepLength } from '@itinera/base';
import {
  angleBetween,
  cutPath,
  offsetPath,
  type Path,
  type PathPoint,
  pathLength,
  pointAlong,
  reversePath,
} from './geometry.js';
import type { NetworkLink, StreetNetwork } from './network.js';
import type { NodeEnds } from './turns.js';

/** Metres between the centre lines of neighbouring driving lanes. */
export const LANE_WIDTH = 3.2;
/** Width of a sidewalk or a path, metres. */
export const WALK_WIDTH = 2;
/** Walking speed, used as the limit of walking lanes, m/s. */
export const WALK_SPEED = 1.34;

/** The lanes of a link, clipped at the junctions at both ends. */
export interface LinkLanes {
  /** Centre line of the link. */
  readonly middle: Path;
  /** Driving lanes along the link and against it, each left to right. */
  readonly driving: readonly [forward: Path[], backward: Path[]];
  /** Sidewalk to the left of the link, in its direction. */
  readonly left?: Path;
  /** Sidewalk to the right of the link, in its direction; also the only lane of a footpath. */
  readonly right?: Path;
}

/** Half the width of the carriageway, metres; for a footpath, half of its width. */
export function halfWidth(link: NetworkLink): number {
  return link.lanes[0] + link.lanes[1] === 0 ? WALK_WIDTH / 2 : (laneCount(link) * LANE_WIDTH) / 2;
}

/** Lanes side by side, those of buses and in the middle included. */
function laneCount({ lanes, busLanes = NONE, middleLanes = 0, shared }: NetworkLink): number {
  return shared ? 1 : lanes[0] + lanes[1] + busLanes[0] + busLanes[1] + middleLanes;
}

const NONE = [0, 0] as const;

/** Minimum and maximum distance from the meeting point of links to the start of their lanes, metres. */
const TRIM = { least: 3, most: 20, share: 0.4 };

/**
 * Length of each link that is inside the junction at either end, metres: `[2 * link]` at its start, `[2 * link + 1]` at its
 * end. Lanes begin where the edges of neighbouring streets no longer overlap.
 */
export function trimLengths(network: StreetNetwork, ends: NodeEnds): Float64Array {
  const { links } = network;
  const trims = new Float64Array(2 * links.length);
  const lengths = links.map((link) => pathLength(link.path));
  const widths = Float64Array.from(links, halfWidth);
  const tips = links.flatMap((link, i) => [tip(link.path, lengths[i]), tip(reversePath(link.path), lengths[i])]);
  for (let node = 0; node < network.nodes.length; node++) {
    const here = ends.ends.subarray(ends.start[node], ends.start[node + 1]);
    for (const a of here) {
      let trim: number = TRIM.least;
      const wide = widths[a >> 1];
      for (const b of here) {
        if (a === b) continue;
        const other = widths[b >> 1];
        const apart = stepLength(tips[a].x - tips[b].x, tips[a].y - tips[b].y);
        const angle = Math.abs(angleBetween(tips[a].angle, tips[b].angle));
        // Streets that continue in nearly the same line need no clearance.
        if (here.length === 2 && angle > 2.6) continue;
        const needed =
          apart > 1
            ? other + 2
            : angle < 0.3
              ? TRIM.most
              : angle > 2.8
                ? other
                : (other + wide * Math.cos(angle)) / Math.sin(angle);
        trim = Math.max(trim, needed + 1);
      }
      trims[a] = Math.min(trim, TRIM.most, TRIM.share * lengths[a >> 1]);
    }
  }
  return trims;
}

/** The end of a line that starts at a junction, and its direction over the first 15 m. */
function tip(path: Path, length: number): PathPoint {
  const ahead = pointAlong(path, Math.min(15, length / 2));
  return { x: path[0], y: path[1], angle: Math.atan2(ahead.y - path[1], ahead.x - path[0]) };
}

/** Lays out the lanes of a link between its two junctions. */
export function layLanes(link: NetworkLink, trimStart: number, trimEnd: number): LinkLanes {
  const length = pathLength(link.path);
  const middle = cutPath(link.path, trimStart, length - trimEnd);
  const [forward, backward] = link.lanes;
  if (forward + backward === 0) return { middle, driving: [[], []], right: middle };
  // The carriageway is centred on the path; the line between the directions is offset if they differ in lanes.
  const buses = link.busLanes ?? NONE;
  const half = laneCount(link) / 2;
  const [toForward, toBackward] = [half - forward - buses[0], half - backward - buses[1]].map((n) => n * LANE_WIDTH);
  const lay = (lanes: number, line: Path, shift: number) => {
    const paths: Path[] = [];
    for (let k = 0; k < lanes; k++) paths.push(offsetPath(line, shift + (k + 0.5) * LANE_WIDTH));
    return paths;
  };
  const edge = halfWidth(link) + WALK_WIDTH / 2;
  return {
    middle,
    driving: [lay(forward, middle, toForward), lay(backward, reversePath(middle), toBackward)],
    ...(link.sidewalks.left && { left: offsetPath(middle, -edge) }),
    ...(link.sidewalks.right && { right: offsetPath(middle, edge) }),
  };
}
