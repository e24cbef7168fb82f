import type { CityMap } from '../map/city-map.js';
import { LaneType } from '../map/message.js';
import { isLaneOf } from '../routing/drive-network.js';
import { LaneFinder } from '../routing/lane-finder.js';
import type { LanePlace } from '../routing/route.js';

/** How far from a stop its walking lane may be, metres. */
const WALK_REACH = 200;
/** How far a road's kerb may be, and by how much another road may be farther away than the nearest, metres. */
const KERB_REACH = 100;
const NOT_NEAREST = 25;
/** A road that leads the wrong way counts as so many metres farther away. */
const WRONG_WAY = 60;

/** Finds where the stops of a feed meet the lanes of a map. */
export class StationFinder {
  readonly #walking: LaneFinder;
  readonly #kerbs: LaneFinder;

  constructor(private readonly city: CityMap) {
    const { lanes } = city;
    const isOnRoad = (lane: number) => city.roadIndex(lanes.parentId[lane]) >= 0;
    const isAtKerb = kerbOf(city);
    this.#walking = new LaneFinder(city, (lane) => isLaneOf(city, lane, LaneType.WALKING) && isOnRoad(lane));
    this.#kerbs = new LaneFinder(
      city,
      (lane) => isLaneOf(city, lane, LaneType.DRIVING) && isOnRoad(lane) && isAtKerb(lane),
    );
  }

  /** Where people on foot meet a stop; undefined when no way leads near it. */
  walkingPlace(x: number, y: number): LanePlace | undefined {
    return this.#walking.near(x, y, WALK_REACH)[0];
  }

  /**
   * Where a bus stops: at the kerb of a road near by, rather of one that leads in its direction.
   * @param dx, dy the direction in which buses go on, as a vector of length 0 … 1
   */
  kerb(x: number, y: number, dx: number, dy: number): LanePlace | undefined {
    const near = this.#kerbs.near(x, y, KERB_REACH);
    const nearest = near[0]?.distance ?? Infinity;
    let best: LanePlace | undefined;
    let least = Infinity;
    for (const place of near) {
      if (place.distance > nearest + NOT_NEAREST) break;
      const along = place.dx * dx + place.dy * dy;
      const cost = place.distance + (WRONG_WAY / 2) * (1 - along);
      if (cost < least) [best, least] = [place, cost];
    }
    if (best === undefined) return undefined;
    // A metre from the ends of the lane, so that no bus stands in a junction.
    const length = this.city.lanes.length[best.lane];
    return { lane: best.lane, s: length < 2 ? length / 2 : Math.min(length - 1, Math.max(1, best.s)) };
  }
}

/** Whether a lane is at the kerb: the outermost on the side where the map's gates are. */
function kerbOf(city: CityMap): (lane: number) => boolean {
  const { lanes, aois } = city;
  const has = ({ offsets }: CityMap['lanes']['leftLaneIds'], lane: number) => offsets[lane + 1] > offsets[lane];
  let [offRight, offLeft] = [0, 0];
  for (const id of aois.drivingPositions.laneId) {
    const lane = city.laneIndex(id);
    if (lane < 0) continue;
    if (has(lanes.rightLaneIds, lane)) offRight++;
    if (has(lanes.leftLaneIds, lane)) offLeft++;
  }
  const inner = offRight <= offLeft ? lanes.rightLaneIds : lanes.leftLaneIds;
  return (lane) => !has(inner, lane);
}
