import type { CityMap } from '../map/city-map.js';
import type { AoiMessage, Subline } from '../map/message.js';
import { rewriteMap } from '../map/rewrite-map.js';
import type { HopWays } from './hop-ways.js';

/** The additions of public transport to a map. */
export interface TransitAdditions {
  readonly stations: readonly AoiMessage[];
  readonly sublines: readonly Subline[];
  readonly ways: Pick<HopWays, 'railLanes' | 'railRoads'>;
}

/** The map with stations, lines and rails. Existing rows keep their positions; new ones follow. */
export function withTransit(map: CityMap, { stations, sublines, ways }: TransitAdditions): CityMap {
  const aoisOfLane = new Map<number, number[]>();
  for (const { id, drivingPositions, walkingPositions } of stations)
    for (const { laneId } of [...drivingPositions, ...walkingPositions])
      aoisOfLane.set(laneId, [...(aoisOfLane.get(laneId) ?? []), id]);
  return rewriteMap(map, {
    change: { lanes: (lane) => ({ ...lane, aoiIds: [...lane.aoiIds, ...(aoisOfLane.get(lane.id) ?? [])] }) },
    add: { lanes: ways.railLanes, roads: ways.railRoads, aois: stations, sublines },
  });
}
