import type { CityMap } from '../map/city-map.js';
import { LaneType } from '../map/message.js';
import type { Signals } from '../map/signals.js';
import type { DriveNetwork } from '../routing/drive-network.js';
import type { MovementOptions } from './options.js';

/** The road (row) of each driving lane; -1 for other lanes. */
export function roadOfLanes(city: CityMap): Int32Array {
  const { lanes } = city;
  return Int32Array.from({ length: lanes.count }, (_, lane) =>
    lanes.type[lane] === LaneType.DRIVING ? city.roadIndex(lanes.parentId[lane]) : -1,
  );
}

/** The share of a lane that its direction has: half of one that both directions share. */
export function shareOfLane({ lanes }: CityMap, lane: number): number {
  return lanes.shared.values[lane] === 1 ? 0.5 : 1;
}

/**
 * Cars per hour that a road lets through, by row: lane capacity × driving lanes × share of simulated traffic × mean share of
 * green of the turns at its end.
 */
export function roadCapacities(
  city: CityMap,
  network: DriveNetwork,
  signals: Signals,
  options: MovementOptions,
): Float64Array {
  const lanes = new Float64Array(city.roads.count);
  roadOfLanes(city).forEach((road, lane) => {
    if (road >= 0) lanes[road] += shareOfLane(city, lane);
  });
  const { graph, laneOffsets } = network;
  return Float64Array.from(lanes, (count, road) => {
    let green = 0;
    let turns = 0;
    for (let i = laneOffsets[graph.offsets[road]]; i < laneOffsets[graph.offsets[road + 1]]; i++) {
      green += options.signals === 'none' ? 1 : signals.greenShare(network.lanes[i]);
      turns++;
    }
    return count * options.laneCapacity * options.sampleFactor * (turns > 0 ? green / turns : 1);
  });
}
