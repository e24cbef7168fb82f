import type { Path } from './geometry.js';

/** A lane of the map under construction. Lanes are numbered from 0 in the order in which they are laid, those of roads first. */
export type LaneId = number;

/** What {@link LaneLines} contains, as plain data that can be sent to another thread. */
export interface LaneLineColumns {
  /** The points of all lanes, x and y interleaved, and the end of each lane's line among them. */
  readonly xy: Float64Array;
  readonly stops: Int32Array;
  /** Metres. */
  readonly lengths: Float64Array;
  /** See `RoadDraft`. */
  readonly accessLanes: Int32Array;
  readonly walkLanes: Int32Array;
  /** By lane, -1 for those without an opposite lane. */
  readonly oppositeOf: Int32Array;
}

/** The lanes of the roads of a map under construction, as places see them. */
export class LaneLines {
  constructor(readonly columns: LaneLineColumns) {}

  pathOf(lane: LaneId): Path {
    const { xy, stops } = this.columns;
    return xy.subarray(lane === 0 ? 0 : stops[lane - 1], stops[lane]);
  }

  lengthOf(lane: LaneId): number {
    return this.columns.lengths[lane];
  }
}

/** How the lanes of a map are connected: by lane, the ends of lanes that one in a junction connects, -1 for lanes of roads. */
export interface LaneJoins {
  readonly froms: Int32Array;
  readonly tos: Int32Array;
}
