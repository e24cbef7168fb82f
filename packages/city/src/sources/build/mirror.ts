import { LaneTurn, LaneType, type MapMessage, type XYPosition } from '../../map/message.js';
import type { Path } from './geometry.js';
import type { NetworkArea, NetworkLink, RoadNetwork } from './network.js';

/** The network with east and west exchanged, for building a map where people drive on the left. */
export function mirrorNetwork(network: RoadNetwork): RoadNetwork {
  const link = (l: NetworkLink): NetworkLink => ({
    ...l,
    path: mirrorPath(l.path),
    sidewalks: { left: l.sidewalks.right, right: l.sidewalks.left },
  });
  const area = (a: NetworkArea): NetworkArea => ({ ...a, ring: mirrorPath(a.ring), holes: a.holes.map(mirrorPath) });
  return {
    ...network,
    nodes: network.nodes.map((node) => ({ ...node, x: -node.x })),
    links: network.links.map(link),
    areas: network.areas.map(area),
    pois: network.pois.map((poi) => ({ ...poi, x: -poi.x })),
  };
}

/** The map with east and west exchanged, in place: what was on the right is on the left. */
export function mirrorMap(map: MapMessage): MapMessage {
  const flip = (points: XYPosition[]) => {
    for (const point of points) point.x = -point.x;
  };
  const driving = new Set<number>();
  for (const lane of map.lanes) {
    flip(lane.centerLine!.nodes);
    lane.turn = mirrorTurn(lane.turn);
    [lane.leftLaneIds, lane.rightLaneIds] = [lane.rightLaneIds, lane.leftLaneIds];
    if (lane.type === LaneType.DRIVING) driving.add(lane.id);
  }
  for (const road of map.roads) {
    // Left to right: the driving lanes, then the sidewalks.
    const lanes = road.laneIds.filter((id) => driving.has(id)).reverse();
    const walks = road.laneIds.filter((id) => !driving.has(id)).reverse();
    road.laneIds = [...lanes, ...walks];
    for (const { nextRoadLanes } of road.nextRoadLanePlans) {
      for (const next of nextRoadLanes) {
        const last = lanes.length - 1;
        [next.laneIdA, next.laneIdB] = [last - next.laneIdB, last - next.laneIdA];
      }
    }
  }
  for (const junction of map.junctions) {
    for (const group of junction.drivingLaneGroups) {
      group.turn = mirrorTurn(group.turn);
      group.inAngle = mirrorAngle(group.inAngle);
      group.outAngle = mirrorAngle(group.outAngle);
    }
  }
  for (const aoi of map.aois) {
    // The last point of a ring is its first, the same object.
    flip([...new Set(aoi.positions)]);
    flip(aoi.drivingGates);
    flip(aoi.walkingGates);
  }
  for (const poi of map.pois) if (poi.position) flip([poi.position]);
  if (map.header) [map.header.west, map.header.east] = [-map.header.east, -map.header.west];
  return map;
}

function mirrorPath(path: Path): Path {
  return path.map((value, i) => (i % 2 === 0 ? -value : value));
}

function mirrorTurn(turn: number): number {
  if (turn === LaneTurn.LEFT) return LaneTurn.RIGHT;
  return turn === LaneTurn.RIGHT ? LaneTurn.LEFT : turn;
}

function mirrorAngle(angle: number): number {
  return angle >= 0 ? Math.PI - angle : -Math.PI - angle;
}
