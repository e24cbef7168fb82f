import {
  FirstId,
  type Junction,
  type Lane,
  LaneTurn,
  type LaneType,
  type Road,
  type XYPosition,
} from '../../map/message.js';
import { type Path, pathLength } from './geometry.js';
import type { Direction } from './turns.js';

/** A road of the map under construction, with what its junctions need to know. */
export interface DraftRoad {
  readonly road: Road;
  readonly direction: Direction;
  readonly driving: readonly Lane[];
  readonly paths: readonly Path[];
  /** Direction of travel over the first and the last 10 m, radians anticlockwise from east. */
  readonly startAngle: number;
  readonly endAngle: number;
}

/** One end of a sidewalk at a junction. */
export interface WalkEnd {
  readonly lane: Lane;
  /** Whether the lane starts or stops here. */
  readonly end: 'start' | 'stop';
  readonly x: number;
  readonly y: number;
}

/** One end of a link at a junction: where its lanes begin, and its sidewalks as seen when leaving the junction. */
export interface Arm {
  readonly x: number;
  readonly y: number;
  readonly right?: WalkEnd;
  readonly left?: WalkEnd;
}

/** A map without places: what lanes, roads and junctions there are. A lane's id is its index in `lanes`. */
export class RoadDraft {
  readonly lanes: Lane[] = [];
  readonly roads: Road[] = [];
  readonly junctions: Junction[] = [];
  /** Driving roads by direction. */
  readonly byDirection = new Map<Direction, DraftRoad>();
  /** By the direction that leaves the junction. */
  readonly arms: Arm[] = [];
  /** The rightmost lanes of roads from which people can reach a place: no motorways, no ramps. */
  readonly accessLanes: Lane[] = [];
  /** Sidewalks and paths, not the crossings in junctions. */
  readonly walkLanes: Lane[] = [];
  private readonly linePaths: Path[] = [];

  /** Adds a lane that belongs to nothing yet. */
  addLane(type: LaneType, path: Path, width: number, maxSpeed: number): Lane {
    const lane: Lane = {
      id: FirstId.LANE + this.lanes.length,
      type,
      turn: LaneTurn.STRAIGHT,
      maxSpeed,
      length: pathLength(path),
      width,
      centerLine: { nodes: toPoints(path) },
      predecessors: [],
      successors: [],
      leftLaneIds: [],
      rightLaneIds: [],
      parentId: 0,
      overlaps: [],
      aoiIds: [],
    };
    this.lanes.push(lane);
    this.linePaths.push(path);
    return lane;
  }

  /** The line of a lane. */
  pathOf(lane: Lane): Path {
    return this.linePaths[lane.id - FirstId.LANE];
  }
}

/** A path as the points of a message. */
export function toPoints(path: Path): XYPosition[] {
  const points: XYPosition[] = new Array(path.length / 2);
  for (let i = 0; i < points.length; i++) points[i] = { x: path[2 * i], y: path[2 * i + 1] };
  return points;
}
