import { stepLength } from '@itinera/base';
import { NumberList } from '@itinera/city/map-making';
import { angleBetween, type Lines, pathLength, pointAlong, reverseLast } from './geometry.js';
import type { LinkKind, NetworkLink, StreetNetwork } from './network.js';
import type { Direction, NodeEnds } from './turns.js';

/** Metres between the centre lines of neighbouring driving lanes. */
export const LANE_WIDTH = 3.2;
/** Width of a sidewalk or a path, metres. */
export const WALK_WIDTH = 2;
/** Walking speed, used as the limit of walking lanes, m/s. */
export const WALK_SPEED = 1.34;

/** Whether cars drive on a street, in either direction. */
export const isDriven = ({ lanes }: Pick<LinkKind, 'lanes'>): boolean => lanes[0] + lanes[1] > 0;

/** Half the width of the carriageway, metres; for a footpath, half of its width. */
export function halfWidth(kind: LinkKind): number {
  return isDriven(kind) ? (lanesAcross(kind) * LANE_WIDTH) / 2 : WALK_WIDTH / 2;
}

/** Lanes side by side, those of buses and in the middle included. */
export function lanesAcross({ lanes, busLanes = NONE, middleLanes = 0, shared }: LinkKind): number {
  return shared ? 1 : lanes[0] + lanes[1] + busLanes[0] + busLanes[1] + middleLanes;
}

const NONE = [0, 0] as const;

/** Minimum and maximum distance from the meeting point of links to the start of their lanes, metres. */
const TRIM = { least: 3, most: 20, share: 0.4 };

/** Metres of each link. */
export function linkLengths(links: readonly NetworkLink[]): Float64Array {
  const lengths = new Float64Array(links.length);
  for (let i = 0; i < links.length; i++) lengths[i] = pathLength(links[i].path);
  return lengths;
}

/**
 * Length of each link that is inside the junction at either end, metres: `[2 * link]` at its start, `[2 * link + 1]` at its
 * end. Lanes begin where the edges of neighbouring streets no longer overlap.
 *
 * @param lengths of the links
 */
export function trimLengths({ links, nodes }: StreetNetwork, ends: NodeEnds, lengths: Float64Array): Float64Array {
  const trims = new Float64Array(2 * links.length);
  const widths = Float64Array.from(links, ({ kind }) => halfWidth(kind));
  const tips = new Tips(links, lengths);
  for (let node = 0; node < nodes.length; node++) {
    const first = ends.start[node];
    const last = ends.start[node + 1];
    for (let i = first; i < last; i++) {
      const a = ends.ends[i];
      let trim: number = TRIM.least;
      for (let j = first; j < last; j++) {
        const b = ends.ends[j];
        if (a === b) continue;
        const angle = Math.abs(angleBetween(tips.angles[a], tips.angles[b]));
        // Streets that continue in nearly the same line need no clearance.
        if (last - first === 2 && angle > 2.6) continue;
        trim = Math.max(trim, 1 + clearance(tips.apart(a, b), angle, widths[a >> 1], widths[b >> 1]));
      }
      trims[a] = Math.min(trim, TRIM.most, TRIM.share * lengths[a >> 1]);
    }
  }
  return trims;
}

/** Metres from the start of a street until it is beside another, by the distance and the angle between them and half their widths. */
function clearance(apart: number, angle: number, wide: number, other: number): number {
  if (apart > 1) return other + 2;
  if (angle < 0.3) return TRIM.most;
  return angle > 2.8 ? other : (other + wide * Math.cos(angle)) / Math.sin(angle);
}

/** The ends of links at junctions, by the direction that leaves the junction, and their directions over the first 15 m. */
class Tips {
  readonly angles: Float64Array;
  readonly #xs: Float64Array;
  readonly #ys: Float64Array;

  constructor(links: readonly NetworkLink[], lengths: Float64Array) {
    const count = 2 * links.length;
    [this.angles, this.#xs, this.#ys] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
    const line: Lines = new NumberList(Float64Array);
    for (let tip = 0; tip < count; tip++) {
      if ((tip & 1) === 0) {
        line.length = 0;
        line.pushAll(links[tip >> 1].path);
      } else reverseLast(line, 0);
      const ahead = pointAlong(line.array, Math.min(15, lengths[tip >> 1] / 2), 0, line.length);
      this.#xs[tip] = line.at(0);
      this.#ys[tip] = line.at(1);
      this.angles[tip] = Math.atan2(ahead.y - line.at(1), ahead.x - line.at(0));
    }
  }

  /** Metres between two ends. */
  apart(a: Direction, b: Direction): number {
    return stepLength(this.#xs[a] - this.#xs[b], this.#ys[a] - this.#ys[b]);
  }
}
