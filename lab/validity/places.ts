import { type CityMap, LaneFinder, type LanePlace, LaneType, type NearPlace, projectionOf } from '@itinera/city';

/** Maximum distance from a lane to a car's position according to another tool or a device, metres. */
const REACH = 60;
/** Lanes within this distance of the nearest one belong to the same street; carriageways of divided streets are farther apart. */
const STREET = { [LaneType.DRIVING]: 5, [LaneType.WALKING]: 8 };
/** Cosine of the maximum difference between directions of one street. */
const PARALLEL = 0.9;

/** Finds the lanes of streets near points in degrees. */
export class PlaceFinder {
  readonly #lanes: LaneFinder;
  readonly #width: number;
  readonly #toXY: (lon: number, lat: number) => { x: number; y: number };

  constructor(map: CityMap, type: typeof LaneType.DRIVING | typeof LaneType.WALKING = LaneType.DRIVING) {
    this.#width = STREET[type];
    const { type: types, parentId } = map.lanes;
    const isOfRoad = (lane: number) => type === LaneType.WALKING || map.roadIndex(parentId[lane]!) >= 0;
    this.#lanes = new LaneFinder(map, (lane) => types[lane] === type && isOfRoad(lane));
    this.#toXY = projectionOf(map).toXY;
  }

  /** The street nearest to a point: its lanes, both ways. Empty when there is none. */
  street(lon: number, lat: number): LanePlace[] {
    const near = this.#near(lon, lat);
    const first = near[0];
    if (first === undefined) return [];
    return near.filter(
      ({ distance, dx, dy }) =>
        distance < first.distance + this.#width && Math.abs(dx * first.dx + dy * first.dy) > PARALLEL,
    );
  }

  /** The nearest lane in a direction, radians from east, as a list of one; empty if there is none. */
  lane(lon: number, lat: number, heading: number): LanePlace[] {
    const [dx, dy] = [Math.cos(heading), Math.sin(heading)];
    return this.#near(lon, lat)
      .filter((place) => place.dx * dx + place.dy * dy > PARALLEL)
      .slice(0, 1);
  }

  #near(lon: number, lat: number): NearPlace[] {
    const { x, y } = this.#toXY(lon, lat);
    return this.#lanes.near(x, y, REACH);
  }
}
