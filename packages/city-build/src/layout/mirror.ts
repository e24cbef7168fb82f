import { type Header, LaneTurn } from '@itinera/city/browser';
import type { RowColumns } from '@itinera/city/map-making';
import type { Path } from './geometry.js';
import { mirrorMarks } from './lane-marks.js';
import type { LaidPlaces } from './lay-places.js';
import type { LinkKind, NetworkArea, NetworkLink, NetworkNode, NetworkPlaces, RoadNetwork } from './network.js';

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
  const mirror = new PathMirror(links.reduce((total, { path }) => total + path.length, 0));
  const link = ({ from, to, name, kind, speed, marks, signs, path }: NetworkLink): Required<NetworkLink> => ({
    from,
    to,
    name,
    kind: mirrorKind(kind),
    speed,
    marks: marks && [marks[0] && mirrorMarks(marks[0]), marks[1] && mirrorMarks(marks[1])],
    signs,
    path: mirror.path(path),
  });
  const node = ({ x, y, signals, gate }: NetworkNode): Required<NetworkNode> => ({ x: -x, y, signals, gate });
  return { nodes: nodes.map(node), links: links.map(link) };
}

/** Mirrors paths, which share one array because there are many. */
class PathMirror {
  readonly #xy: Float64Array;
  #length = 0;

  constructor(room: number) {
    this.#xy = new Float64Array(room);
  }

  path(path: Path): Path {
    const start = this.#length;
    const end = start + path.length;
    for (let i = 0; i < path.length; i += 2) {
      this.#xy[start + i] = -path[i];
      this.#xy[start + i + 1] = path[i + 1];
    }
    this.#length = end;
    return this.#xy.subarray(start, end);
  }
}

/** The areas and the points of interest of a network mirrored east to west. */
function mirrorAreas({ areas, pois, spares = [] }: NetworkPlaces) {
  const area = (a: NetworkArea): NetworkArea => ({ ...a, ring: mirrorPath(a.ring), holes: a.holes.map(mirrorPath) });
  return {
    areas: areas.map(area),
    pois: pois.map((poi) => ({ ...poi, x: -poi.x })),
    spares: spares.map((spare) => ({ ...spare, ring: mirrorPath(spare.ring), x: -spare.x })),
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
    // Left to right: the driving lanes, then the sidewalks.
    const lanes = laneIds.subarray(offsets![road], offsets![road + 1]);
    const driving = lanes.filter(isDriving).length;
    lanes.subarray(0, driving).reverse();
    lanes.subarray(driving).reverse();
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

function mirrorPath(path: Path): Path {
  const mirrored = path.slice();
  for (let i = 0; i < mirrored.length; i += 2) mirrored[i] = -mirrored[i];
  return mirrored;
}

function mirrorTurn(turn: number): number {
  if (turn === LaneTurn.LEFT) return LaneTurn.RIGHT;
  return turn === LaneTurn.RIGHT ? LaneTurn.LEFT : turn;
}

function mirrorAngle(angle: number): number {
  return angle >= 0 ? Math.PI - angle : -Math.PI - angle;
}
