import { NumberList } from '@itinera/city/map-making';
import { DraftLanes } from './draft-lanes.js';
import { DraftRoads, type LaneId, type RoadNumber } from './draft-roads.js';
import type { Direction } from './turns.js';

/** A road that only those who came from certain others use, because fewer turns are open to them at its end. */
export interface RoadCopy {
  readonly road: RoadNumber;
  /** The directions that may not follow it. */
  readonly banned: ReadonlySet<Direction>;
}

/** The roads and lanes of a map under construction. */
export class RoadDraft {
  readonly roads = new DraftRoads();
  readonly lanes = new DraftLanes();
  /** By the directions that lead into it, the last being its own: `from,…,own`. */
  readonly copies = new Map<string, RoadCopy>();
  /** Whether the network says where bicycles may be ridden. */
  hasRiding = false;
  /**
   * The ends of links at junctions, by the direction that leaves the junction: their direction from its node, radians
   * anticlockwise from east, and the ends of their lanes: of the sidewalks as seen when leaving the junction, and of a lane for
   * bicycles only.
   */
  readonly arms = {
    angle: new NumberList(Float64Array),
    right: new NumberList(Int32Array),
    left: new NumberList(Int32Array),
    riding: new NumberList(Int32Array),
  };
  /** Rightmost lanes of roads with access to places: no motorways, no ramps. */
  readonly accessLanes: LaneId[] = [];
  /** Sidewalks and paths with access to places: no ramps, no crossings in junctions. */
  readonly walkLanes: LaneId[] = [];
}
