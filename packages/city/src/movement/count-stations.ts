import type { CityMap } from '../map/city-map.js';
import { LaneType } from '../map/message.js';
import { projectionOf } from '../map/projection.js';
import { LaneFinder, type NearPlace } from '../routing/lane-finder.js';

/** Maximum distance between a counting station and its road, metres. */
const WITHIN = 50;
/** Maximum difference between the directions of a station and its road, degrees. */
const MOST_TURNED = 45;

/** A counting location, WGS 84 degrees. */
export interface CountStation {
  readonly lon: number;
  readonly lat: number;
  /** Direction of travel, degrees clockwise from north; without it, both directions are counted. */
  readonly direction?: number | undefined;
}

/** Finds the roads of counting stations. */
export class CountStations {
  readonly #map: CityMap;
  readonly #lanes: LaneFinder;
  readonly #projection: ReturnType<typeof projectionOf>;

  constructor(map: CityMap) {
    const { type, parentId } = map.lanes;
    this.#map = map;
    this.#projection = projectionOf(map);
    this.#lanes = new LaneFinder(map, (lane) => type[lane] === LaneType.DRIVING && map.roadIndex(parentId[lane]) >= 0);
  }

  /**
   * The row of the nearest road for cars in the station's direction, at most 50 m away; without a direction also the nearest
   * one in the opposite direction. Empty if there is none.
   */
  roadsAt({ lon, lat, direction }: CountStation): number[] {
    const { x, y } = this.#projection.toXY(lon, lat);
    const near = this.#lanes.near(x, y, WITHIN);
    const roadOf = ({ lane }: NearPlace) => this.#map.roadIndex(this.#map.lanes.parentId[lane]);
    const leads = (bearing: number) => near.find((place) => turned(bearingOf(place), bearing) <= MOST_TURNED);
    if (direction !== undefined) {
      const found = leads(direction);
      return found ? [roadOf(found)] : [];
    }
    const [nearest] = near;
    if (nearest === undefined) return [];
    const back = leads(bearingOf(nearest) + 180);
    return back ? [roadOf(nearest), roadOf(back)] : [roadOf(nearest)];
  }
}

function bearingOf({ dx, dy }: NearPlace): number {
  return (Math.atan2(dx, dy) * 180) / Math.PI;
}

/** Difference between two bearings in degrees, 0 to 180. */
function turned(a: number, b: number): number {
  return Math.abs(((((a - b + 180) % 360) + 360) % 360) - 180);
}
