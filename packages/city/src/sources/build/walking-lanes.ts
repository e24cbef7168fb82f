import { ConnectionType, type Lane, LaneType } from '../../map/message.js';
import type { DraftRoad, RoadDraft, WalkEnd } from './draft.js';
import { pathLength } from './geometry.js';
import { WALK_SPEED, WALK_WIDTH } from './roads.js';

/** A lane on foot in a junction, and the driving roads that it crosses there. */
export interface Crossing {
  readonly lane: Lane;
  readonly entering: readonly DraftRoad[];
  readonly leaving: readonly DraftRoad[];
}

interface Bearing<T> {
  readonly at: T;
  readonly angle: number;
}

/**
 * Joins the sidewalks that end at a junction into a ring around it: round the corner from one street to the next, and
 * across every street. Whatever sidewalks meet there, people can get from each to each.
 *
 * @param entering roads that end at the junction, @param leaving roads that start at it
 */
export function connectSidewalks(
  draft: RoadDraft,
  walkEnds: readonly WalkEnd[],
  entering: readonly DraftRoad[],
  leaving: readonly DraftRoad[],
): Crossing[] {
  if (walkEnds.length < 2) return [];
  const x = walkEnds.reduce((sum, end) => sum + end.x, 0) / walkEnds.length;
  const y = walkEnds.reduce((sum, end) => sum + end.y, 0) / walkEnds.length;
  const bearing = <T>(at: T, px: number, py: number): Bearing<T> => ({ at, angle: Math.atan2(py - y, px - x) });
  const ring = walkEnds
    .map((end) => bearing(end, end.x, end.y))
    .sort((a, b) => a.angle - b.angle || a.at.lane.id - b.at.lane.id);
  const mouthsIn = entering.map((road) => {
    const path = road.paths[road.paths.length >> 1];
    return bearing(road, path[path.length - 2], path[path.length - 1]);
  });
  const mouthsOut = leaving.map((road) => {
    const path = road.paths[road.paths.length >> 1];
    return bearing(road, path[0], path[1]);
  });
  const crossings: Crossing[] = [];
  const count = ring.length === 2 ? 1 : ring.length;
  for (let i = 0; i < count; i++) {
    const a = ring[i];
    const b = ring[(i + 1) % ring.length];
    const between = <T>(mouths: readonly Bearing<T>[]) =>
      mouths
        .filter(({ angle }) =>
          b.angle > a.angle ? angle > a.angle && angle < b.angle : angle > a.angle || angle < b.angle,
        )
        .map(({ at }) => at);
    crossings.push({ lane: connect(draft, a.at, b.at), entering: between(mouthsIn), leaving: between(mouthsOut) });
  }
  return crossings;
}

function connect(draft: RoadDraft, a: WalkEnd, b: WalkEnd): Lane {
  const path = Float64Array.of(a.x, a.y, b.x, b.y);
  const lane = draft.addLane(LaneType.WALKING, path, WALK_WIDTH, WALK_SPEED);
  // Two sidewalks may end at the very same point; a lane still has a length.
  lane.length = Math.max(pathLength(path), 0.1);
  const side = ({ end }: WalkEnd) => (end === 'start' ? ConnectionType.HEAD : ConnectionType.TAIL);
  lane.predecessors.push({ id: a.lane.id, type: side(a) });
  lane.successors.push({ id: b.lane.id, type: side(b) });
  connectionsAt(a).push({ id: lane.id, type: ConnectionType.HEAD });
  connectionsAt(b).push({ id: lane.id, type: ConnectionType.TAIL });
  return lane;
}

function connectionsAt({ lane, end }: WalkEnd) {
  return end === 'start' ? lane.predecessors : lane.successors;
}
