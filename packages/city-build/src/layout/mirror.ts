import { type Header, LaneTurn } from '@itinera/city/browser';
import type { RowColumns } from '@itinera/city/map-making';
import type { Path } from './geometry.js';
import { mirrorMarks } from './lane-marks.js';
import type { LaidPlaces } from './lay-places.js';
import type { LinkKind, NetworkArea, NetworkLink, NetworkNode, NetworkPlaces, RoadNetwork } from './network.js';
import { PathRoom } from './path-room.js';

/** The network mirrored east to west, for building a map with left-hand traffic. */
export function mirrorNetwork(network: RoadNetwork): RoadNetwork {
  return { ...network, ...mirrorStreets(network), ...mirrorAreas(network) };
}

/** The streets of a network mirrored east to west. */
function mirrorStreets({ nodes, links }: Pick<RoadNetwork, 'nodes' | 'links'>) {
  const kinds = new Map<LinkKind, LinkKind>();
  const mirrorKind = (kind: LinkKind): LinkKind => {
    const { left, right } = kind.sidewalks;
    const mirrored = kinds.get(kind) ?? { ...kind, sidewalks: { left: right, right: left } };
    kinds.set(kind, mirrored);
    return mirrored;
  };
  const room = new PathRoom();
  // Fields one by one, which is faster than a spread of so many; `Required`, so that none is forgotten.
  const link = ({ from, to, name, kind, speed, marks, signs, path }: NetworkLink): Required<NetworkLink> => ({
    from,
    to,
    name,
    kind: mirrorKind(kind),
    speed,
    marks: marks && [marks[0] && mirrorMarks(marks[0]), marks[1] && mirrorMarks(marks[1])],
    signs,
    path: mirrorPath(path, room.take(path.length)),
  });
  const node = ({ x, y, signals, gate }: NetworkNode): Required<NetworkNode> => ({ x: -x, y, signals, gate });
  return { nodes: nodes.map(node), links: links.map(link) };
}

/** The areas and the points of interest of a network mirrored east to west. */
function mirrorAreas({ areas, pois, spares = [] }: NetworkPlaces) {
  const room = new PathRoom();
  const mirror = (path: Path) => mirrorPath(path, room.take(path.length));
  const area = (a: NetworkArea): NetworkArea => ({ ...a, ring: mirror(a.ring), holes: a.holes.map(mirror) });
  return {
    areas: areas.map(area),
    pois: pois.map((poi) => ({ ...poi, x: -poi.x })),
    spares: spares.map((spare) => ({ ...spare, ring: mirror(spare.ring), x: -spare.x })),
  };
}

/** The junctions mirrored east to west. */
export function mirrorJunctions(junctions: RowColumns<'junctions'>): RowColumns<'junctions'> {
  const groups = junctions.drivingLaneGroups!;
  return {
    ...junctions,
    drivingLaneGroups: {
      ...groups,
      turn: groups.turn!.map(mirrorTurn),
      inAngle: groups.inAngle!.map(mirrorAngle),
      outAngle: groups.outAngle!.map(mirrorAngle),
    },
  };
}

/**
 * The roads mirrored east to west.
 * @param isDriving whether a lane is for driving
 */
export function mirrorRoads(roads: RowColumns<'roads'>, isDriving: (lane: number) => boolean): RowColumns<'roads'> {
  const { offsets, values } = roads.laneIds!;
  const plans = roads.nextRoadLanePlans!;
  const { laneIdA, laneIdB, ...next } = plans.nextRoadLanes!;
  const laneIds = values!.slice();
  const [lefts, rights] = [laneIdB!.slice(), laneIdA!.slice()];
  for (let road = 0; road + 1 < offsets!.length; road++) {
    const start = offsets![road];
    const stop = offsets![road + 1];
    // Left to right: the driving lanes, then the sidewalks.
    let firstSidewalk = start;
    while (firstSidewalk < stop && isDriving(laneIds[firstSidewalk])) firstSidewalk++;
    reverse(laneIds, start, firstSidewalk);
    reverse(laneIds, firstSidewalk, stop);
    const driving = firstSidewalk - start;
    const first = next.offsets![plans.offsets![road]];
    const last = next.offsets![plans.offsets![road + 1]];
    for (let i = first; i < last; i++) {
      lefts[i] = driving - 1 - lefts[i];
      rights[i] = driving - 1 - rights[i];
    }
  }
  return {
    ...roads,
    laneIds: { offsets, values: laneIds },
    nextRoadLanePlans: { ...plans, nextRoadLanes: { ...next, laneIdA: lefts, laneIdB: rights } },
  };
}

/** The lanes mirrored east to west. */
export function mirrorLanes(lanes: RowColumns<'lanes'>): RowColumns<'lanes'> {
  const { centerLine, turn, leftLaneIds, rightLaneIds } = lanes;
  const { nodes } = centerLine!;
  return {
    ...lanes,
    turn: turn!.map(mirrorTurn),
    centerLine: { ...centerLine, nodes: { ...nodes, xy: mirrorPath(nodes!.xy!) } },
    leftLaneIds: rightLaneIds,
    rightLaneIds: leftLaneIds,
  };
}

/** The places of a map mirrored east to west. */
export function mirrorPlaces(places: LaidPlaces): LaidPlaces {
  const { aois, pois } = places;
  const points = <T extends { readonly xy?: Path | undefined }>(column: T | undefined) => ({
    ...column!,
    xy: mirrorPath(column!.xy!),
  });
  return {
    ...places,
    aois: {
      ...aois,
      positions: points(aois.positions),
      drivingGates: points(aois.drivingGates),
      walkingGates: points(aois.walkingGates),
    },
    pois: { ...pois, position: points(pois.position) },
  };
}

/** The header mirrored east to west. */
export function mirrorHeader(header: Header): Header {
  return { ...header, west: -header.east, east: -header.west };
}

/** The path mirrored east to west. @param mirrored receives it; a new array by default */
function mirrorPath(path: Path, mirrored: Path = new Float64Array(path.length)): Path {
  for (let i = 0; i < path.length; i += 2) {
    mirrored[i] = -path[i];
    mirrored[i + 1] = path[i + 1];
  }
  return mirrored;
}

/** Reverses the values from `start` to `end`, excluded; most roads have one lane, for which no view is made. */
function reverse(values: Int32Array, start: number, end: number): void {
  if (end - start > 1) values.subarray(start, end).reverse();
}

function mirrorTurn(turn: number): number {
  if (turn === LaneTurn.LEFT) return LaneTurn.RIGHT;
  return turn === LaneTurn.RIGHT ? LaneTurn.LEFT : turn;
}

function mirrorAngle(angle: number): number {
  return angle >= 0 ? Math.PI - angle : -Math.PI - angle;
}
