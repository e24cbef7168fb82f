import type { CityMap } from '../map/city-map.js';
import { LaneType } from '../map/message.js';
import type { LanePlace } from '../routing/route.js';
import type { Travel } from '../routing/router.js';

/**
 * The gates of an AOI for a kind of travel; gates on lanes missing from the map are omitted.
 * @param aoi its row in the map, as from `map.aoiIndex(id)`
 * @throws RangeError if the map has no such row, such as the -1 of an unknown id
 */
export function gatesOf(city: CityMap, aoi: number, travel: Travel): LanePlace[] {
  const { offsets, laneId, s } = travel === 'drive' ? city.aois.drivingPositions : city.aois.walkingPositions;
  if (!(aoi >= 0 && aoi < city.aois.count))
    throw new RangeError(
      `gatesOf: AOI row ${aoi} of a map with ${city.aois.count} AOIs. An id that is not on the map has the row -1.`,
    );
  const places: LanePlace[] = [];
  for (let i = offsets[aoi]; i < offsets[aoi + 1]; i++) {
    const lane = city.laneIndex(laneId[i]);
    if (lane >= 0) places.push({ lane, s: s[i] });
  }
  return places;
}

/**
 * Transfer from a position on a lane to the lanes of another kind of travel: the same position if the lane is of that
 * kind, otherwise next to it, on the lanes of that kind of the same road (the rightmost for driving), or, inside a
 * junction, of the roads at its two ends.
 */
export function placesBeside(city: CityMap, place: LanePlace, travel: Travel): LanePlace[] {
  const { lanes } = city;
  const wanted = travel === 'drive' ? LaneType.DRIVING : LaneType.WALKING;
  if (lanes.type[place.lane] === wanted && (travel !== 'drive' || roadOf(city, place.lane) >= 0)) return [place];
  if (travel === 'ride' && lanes.type[place.lane] === LaneType.UNSPECIFIED) return [place];
  const beside = (lane: number, s: number): LanePlace[] => {
    const road = roadOf(city, lane);
    if (road < 0) return [];
    const { offsets, values } = city.roads.laneIds;
    const found = Array.from(values.subarray(offsets[road], offsets[road + 1]), (id) => city.laneIndex(id)).filter(
      (other) => other >= 0 && lanes.type[other] === wanted,
    );
    const share = lanes.length[lane] > 0 ? s / lanes.length[lane] : 0;
    return (travel === 'drive' ? found.slice(-1) : found).map((other) => ({
      lane: other,
      s: share * lanes.length[other],
    }));
  };
  if (roadOf(city, place.lane) >= 0) return beside(place.lane, place.s);
  return [lanes.predecessors, lanes.successors].flatMap((list, isAfter) =>
    Array.from({ length: list.offsets[place.lane + 1] - list.offsets[place.lane] }, (_, i) => {
      const at = list.offsets[place.lane] + i;
      const lane = city.laneIndex(list.id[at]);
      const atHead = (list.type[at] || (isAfter ? 1 : 2)) === 1;
      return lane < 0 ? [] : beside(lane, atHead ? 0 : lanes.length[lane]);
    }).flat(),
  );
}

function roadOf(city: CityMap, lane: number): number {
  return city.roadIndex(city.lanes.parentId[lane]);
}
