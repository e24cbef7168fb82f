import { stepLength } from '@itinera/base';
import type { CityMap } from './city-map.js';

/** A trip and its lanes, from any source. */
export interface LaneWay {
  /** Seconds since the first midnight. */
  readonly departure: number;
  /** Arrival, interruption, or the end of the run. */
  readonly end: number;
  readonly arrived: boolean;
  /** AOIs; null if the trip begins on a lane. */
  readonly origin: number | null;
  readonly destination: number;
  readonly stretches: readonly LaneStretch[];
}

/** Lanes covered consecutively with one mode of movement. */
export interface LaneStretch {
  /** Mode of movement, numbered by the caller. */
  readonly mode: number;
  /** When the first lane is entered, seconds. */
  readonly begin: number;
  readonly startS: number;
  readonly endS: number;
  /** Ids. */
  readonly lanes: ArrayLike<number>;
  /** 1 for a lane that is walked against its direction. */
  readonly backward: ArrayLike<number>;
  /** Milliseconds after `begin`. */
  readonly entered: ArrayLike<number>;
  readonly reached: ArrayLike<number>;
}

/** Points of a path in time. */
export interface PathPoints {
  readonly t: number[];
  readonly x: number[];
  readonly y: number[];
  /** Mode of movement after each point; -1 before the first stretch of a trip without any. */
  readonly mode: number[];
}

/** For a trip without stretches. */
export const NO_MODE = -1;

type Add = (t: number, x: number, y: number) => void;

/** Paths of trips over the lanes of a map, point by point. */
export class WayPaths {
  readonly #map: CityMap;
  readonly #centres: (aoi: number) => readonly [number, number] | null;
  /** Metres from the start of its lane, for every node of the map. */
  readonly #along: Float32Array;

  constructor(map: CityMap, centres: (aoi: number) => readonly [number, number] | null) {
    this.#map = map;
    this.#centres = centres;
    const { offsets, xy } = map.lanes.centerLine.nodes;
    this.#along = new Float32Array(xy.length / 2);
    for (let lane = 0; lane < map.lanes.count; lane++)
      for (let node = offsets[lane]! + 1; node < offsets[lane + 1]!; node++)
        this.#along[node] =
          this.#along[node - 1]! + stepLength(xy[2 * node]! - xy[2 * node - 2]!, xy[2 * node + 1]! - xy[2 * node - 1]!);
  }

  /** The points of a trip, metres and seconds; lanes missing from the map are skipped. */
  points(way: LaneWay): PathPoints {
    const path: PathPoints = { t: [], x: [], y: [], mode: [] };
    let mode = way.stretches[0]?.mode ?? NO_MODE;
    const add: Add = (t, x, y) => {
      path.t.push(t);
      path.x.push(x);
      path.y.push(y);
      path.mode.push(mode);
    };
    const from = way.origin === null ? null : this.#centres(way.origin);
    if (from) add(way.departure, from[0], from[1]);
    for (const stretch of way.stretches) {
      mode = stretch.mode;
      for (let i = 0; i < stretch.lanes.length; i++) this.#addLane(stretch, way.end, i, add);
    }
    const to = way.arrived ? this.#centres(way.destination) : null;
    if (to) add(way.end, to[0], to[1]);
    else if (path.t.length > 0 && path.t.at(-1)! < way.end) add(way.end, path.x.at(-1)!, path.y.at(-1)!);
    return path;
  }

  #addLane(way: LaneStretch, end: number, i: number, add: Add): void {
    const lane = this.#map.laneIndex(way.lanes[i]!);
    if (lane < 0) return;
    const { offsets, xy } = this.#map.lanes.centerLine.nodes;
    const [first, last] = [offsets[lane]!, offsets[lane + 1]! - 1];
    if (last < first) return;
    const length = this.#along[last]!;
    // Lane lengths in the map may differ slightly from those of their lines.
    const scale = this.#map.lanes.length[lane]! > 0 ? length / this.#map.lanes.length[lane]! : 1;
    const isBackward = way.backward[i] === 1;
    const s0 = i === 0 ? way.startS * scale : isBackward ? length : 0;
    const s1 = i === way.lanes.length - 1 ? way.endS * scale : isBackward ? 0 : length;
    const t0 = way.begin + way.entered[i]! / 1000;
    const t1 = Math.min(end, way.begin + way.reached[i]! / 1000);
    const at = (s: number) => t0 + (s1 === s0 ? 0 : ((s - s0) / (s1 - s0)) * (t1 - t0));
    const [low, high] = [Math.min(s0, s1), Math.max(s0, s1)];
    this.#addPoint(lane, s0, t0, add);
    const step = s1 >= s0 ? 1 : -1;
    for (let node = step > 0 ? first : last; node >= first && node <= last; node += step) {
      const s = this.#along[node]!;
      if (s > low && s < high) add(at(s), xy[2 * node]!, xy[2 * node + 1]!);
    }
    this.#addPoint(lane, s1, t1, add);
    const leaves = i + 1 < way.lanes.length ? way.begin + way.entered[i + 1]! / 1000 : t1;
    if (leaves > t1) this.#addPoint(lane, s1, leaves, add);
  }

  #addPoint(lane: number, s: number, t: number, add: Add): void {
    const { offsets, xy } = this.#map.lanes.centerLine.nodes;
    const [first, last] = [offsets[lane]!, offsets[lane + 1]! - 1];
    let node = first;
    while (node < last - 1 && this.#along[node + 1]! < s) node++;
    const next = Math.min(last, node + 1);
    const span = this.#along[next]! - this.#along[node]!;
    const share = span > 0 ? Math.min(1, Math.max(0, (s - this.#along[node]!) / span)) : 0;
    add(
      t,
      xy[2 * node]! + share * (xy[2 * next]! - xy[2 * node]!),
      xy[2 * node + 1]! + share * (xy[2 * next + 1]! - xy[2 * node + 1]!),
    );
  }
}
