import { type CityMap, middleLane, type Projection, projectionOf, WayPaths } from '@itinera/city';
import { DEGREES, type TripWay } from '@itinera/run';

type LonLat = readonly [longitude: number, latitude: number];

/** Rounds degrees to the precision of a run, about a centimetre. */
export function rounded(degrees: number): number {
  return Math.round(degrees / DEGREES) / DECIMALS;
}
const DECIMALS = Math.round(1 / DEGREES);

/** The positions of AOIs, roads and routes of a run. */
export class Geography {
  readonly map: CityMap;
  readonly #projection: Projection;
  readonly #centroids: Float64Array;
  #paths: WayPaths | undefined;

  constructor(map: CityMap) {
    this.map = map;
    this.#projection = projectionOf(map);
    this.#centroids = map.aoiCentroids;
  }

  /** Returns the centre of an AOI in metres; null if it is unknown or has no positions. */
  centre(aoi: number | null): readonly [x: number, y: number] | null {
    const row = aoi === null ? -1 : this.map.aoiIndex(aoi);
    if (row < 0 || Number.isNaN(this.#centroids[2 * row]!)) return null;
    return [this.#centroids[2 * row]!, this.#centroids[2 * row + 1]!];
  }

  aoi(id: number | null): LonLat | null {
    const centre = this.centre(id);
    return centre && this.lonLat(centre[0], centre[1]);
  }

  lonLat(x: number, y: number): LonLat {
    const { lon, lat } = this.#projection.toLonLat(x, y);
    return [rounded(lon), rounded(lat)];
  }

  /** Returns a point in metres of the plane of the map, to a decimetre. */
  metres([lon, lat]: LonLat): readonly [x: number, y: number] {
    const { x, y } = this.#projection.toXY(lon, lat);
    return [Math.round(10 * x) / 10, Math.round(10 * y) / 10];
  }

  /** Returns the row of a lane's road; -1 in a junction. */
  roadOfLane(id: number): number {
    const lane = this.map.laneIndex(id);
    return lane < 0 ? -1 : this.map.roadIndex(this.map.lanes.parentId[lane]!);
  }

  /** Returns a road as one line. */
  road(row: number): readonly LonLat[] {
    const lane = middleLane(this.map, row);
    if (lane < 0) return [];
    const { offsets, xy } = this.map.lanes.centerLine.nodes;
    const line: LonLat[] = [];
    for (let node = offsets[lane]!; node < offsets[lane + 1]!; node++)
      line.push(this.lonLat(xy[2 * node]!, xy[2 * node + 1]!));
    return line;
  }

  /** Returns the points of a trip with their times: from the origin AOI along its lanes to the destination AOI. */
  way({ trip, stretches }: TripWay): { readonly coordinates: LonLat[]; readonly times: number[] } {
    this.#paths ??= new WayPaths(this.map, (aoi) => this.centre(aoi));
    const { departure, arrival, seconds, origin, destination } = trip;
    const end = arrival ?? departure + seconds;
    const lanes = stretches.map((stretch) => ({ ...stretch, mode: stretch.status }));
    const path = this.#paths.points({
      departure,
      end,
      arrived: arrival !== null,
      origin,
      destination,
      stretches: lanes,
    });
    const coordinates: LonLat[] = [];
    const times: number[] = [];
    for (let i = 0; i < path.t.length; i++) {
      const [lon, lat] = this.lonLat(path.x[i]!, path.y[i]!);
      const time = Math.round(path.t[i]! * 1000) / 1000;
      const last = coordinates.at(-1);
      if (last !== undefined && last[0] === lon && last[1] === lat && times.at(-1) === time) continue;
      coordinates.push([lon, lat]);
      times.push(time);
    }
    return { coordinates, times };
  }
}
