import { ConnectionType, type Lane, LaneType } from '../../map/message.js';
import type { DraftRoad, RoadDraft, WalkEnd } from './draft.js';
import { pathLength } from './geometry.js';
import { WALK_SPEED, WALK_WIDTH } from './roads.js';
import type { Direction } from './turns.js';

/** A lane on foot in a junction, and the driving roads that it crosses there. */
export interface Crossing {
  readonly lane: Lane;
  readonly entering: readonly DraftRoad[];
  readonly leaving: readonly DraftRoad[];
}

/**
 * Joins the sidewalks that end at a junction into a ring around it: round the corner from one street to the next, and
 * across every street. Whatever sidewalks meet there, people can get from each to each.
 *
 * @param outward the directions that leave the junction, one per arm, also those that nobody may drive
 */
export function connectSidewalks(draft: RoadDraft, centre: { x: number; y: number }, outward: Direction[]): Crossing[] {
  const arms = outward
    .map((direction) => {
      const arm = draft.arms[direction];
      return { direction, arm, angle: Math.atan2(arm.y - centre.y, arm.x - centre.x) };
    })
    .sort((a, b) => a.angle - b.angle || a.direction - b.direction);
  // Anticlockwise: the right side of an arm, the arm itself, its left side, the next arm.
  const around: (WalkEnd | Direction)[] = arms.flatMap(({ arm, direction }) => [
    ...(arm.right ? [arm.right] : []),
    direction,
    ...(arm.left ? [arm.left] : []),
  ]);
  const first = around.findIndex((item) => typeof item !== 'number');
  if (first < 0) return [];
  const crossings: Crossing[] = [];
  const ring = [...around.slice(first), ...around.slice(0, first + 1)];
  let from = ring[0] as WalkEnd;
  let crossed: Direction[] = [];
  for (const item of ring.slice(1)) {
    if (typeof item === 'number') {
      crossed.push(item);
      continue;
    }
    // Two ends are joined once, not there and back; a single one is not joined to itself.
    const done = item === ring[0] && crossings.length < 2;
    if (!done) {
      const roads = (directions: Direction[]) => directions.flatMap((d) => draft.byDirection.get(d) ?? []);
      crossings.push({
        lane: connect(draft, from, item),
        entering: roads(crossed.map((d) => d ^ 1)),
        leaving: roads(crossed),
      });
    }
    from = item;
    crossed = [];
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
