import { type CityMap, LaneFinder, type LanePlace, LaneType, type NearPlace, projectionOf } from '@itinera/city';

/** Maximum distance from a lane to a car's position according to another tool or a device, metres. */
const REACH = 60;
/** Lanes farther than this from the nearest one belong to another street: by car those of the other carriageway, metres. */
const STREET = { car: 3.5, foot: 8, bike: 8 };
/** Percent of the speed of cyclists at which they push. */
export const PUSHED = 28;
/** Cosine of the maximum difference between directions of one street. */
const PARALLEL = 0.9;

/** Finds the lanes of streets near points in degrees. */
export class PlaceFinder {
  readonly #lanes: LaneFinder;
  readonly #width: number;
  readonly #nameOf: (lane: number) => string;
  readonly #toXY: (lon: number, lat: number) => { x: number; y: number };

  constructor(map: CityMap, by: keyof typeof STREET = 'car') {
    this.#width = STREET[by];
    const { type, parentId, rideAlong, rideAgainst } = map.lanes;
    const isUsed: Record<keyof typeof STREET, (lane: number) => boolean> = {
      car: (lane) => type[lane] === LaneType.DRIVING && map.roadIndex(parentId[lane]!) >= 0,
      foot: (lane) => type[lane] === LaneType.WALKING,
      bike: (lane) => rideAlong.values[lane]! > PUSHED || rideAgainst.values[lane]! > PUSHED,
    };
    this.#lanes = new LaneFinder(map, isUsed[by]);
    // A lane beside it may be that of a ramp, or of a street above it.
    this.#nameOf = (lane) => (by === 'car' ? map.text(map.roads.name[map.roadIndex(parentId[lane]!)]!) : '');
    this.#toXY = projectionOf(map).toXY;
  }

  /** The street nearest to a point: its lanes, both ways. Empty when there is none. */
  street(lon: number, lat: number): NearPlace[] {
    const near = this.#near(lon, lat);
    const first = near[0];
    if (first === undefined) return [];
    return near.filter(
      ({ lane, distance, dx, dy }) =>
        distance < first.distance + this.#width &&
        Math.abs(dx * first.dx + dy * first.dy) > PARALLEL &&
        this.#nameOf(lane) === this.#nameOf(first.lane),
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
