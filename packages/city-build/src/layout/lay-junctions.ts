import { groupByRow, NumberList } from '@itinera/city/map-making';
import type { RoadDraft } from './draft.js';
import { DraftJunctions } from './draft-junctions.js';
import type { RoadNumber } from './draft-roads.js';
import { type Crossroads, connectRoad, type TurnLanes } from './driving-lanes.js';
import type { LaneId } from './lane-lines.js';
import type { StreetNetwork, TurnBan } from './network.js';
import { addShortcuts } from './shortcuts.js';
import { signalsOf } from './signals.js';
import { type Direction, eachTurn, type NodeEnds } from './turns.js';
import { type Crossing, connectRiding, connectSidewalks, cornersAround, gateBetween } from './walking-lanes.js';

/** Lays a junction with lanes, lane groups and lights at every node where a link ends. */
export function layJunctions(draft: RoadDraft, network: StreetNetwork, ends: NodeEnds): DraftJunctions {
  const { roads } = draft;
  const exits = new Exits(draft, network, ends);
  const junctions = new DraftJunctions();
  for (let node = 0; node < network.nodes.length; node++) {
    const here: Direction[] = [];
    let entering = 0;
    let driven = 0;
    for (let i = ends.start[node]; i < ends.start[node + 1]; i++) {
      const end = ends.ends[i];
      here.push(end);
      const enters = roads.ofDirection(end ^ 1) >= 0;
      if (enters) entering++;
      if (enters || roads.ofDirection(end) >= 0) driven++;
    }
    if (here.length === 0) continue;
    const id = junctions.nextId;
    const hasLights = network.nodes[node].signals && entering > 1;
    const movements = exits.connect({ id, runsOn: driven === 2, hasLights }, node, here);
    const crossings = connectOnFoot(draft, id, network, node, here);
    const lanes: LaneId[] = [];
    for (const movement of movements) for (const lane of movement.lanes) lanes.push(lane);
    for (const { lane } of crossings) lanes.push(lane);
    // A footpath that ends here has nothing to connect to.
    if (lanes.length === 0) continue;
    junctions.add(lanes, movements, hasLights ? signalsOf(roads, lanes, movements, crossings) : undefined);
  }
  return junctions;
}

/** The lanes of people on foot and of bicycles in a junction. */
function connectOnFoot(
  draft: RoadDraft,
  id: number,
  network: StreetNetwork,
  node: number,
  here: readonly Direction[],
): Crossing[] {
  const centre = network.nodes[node];
  const corners = cornersAround(draft, centre, here);
  const gate = gateBetween(centre, here);
  const crossings = connectSidewalks(draft, id, corners, gate);
  crossings.push(...connectRiding(draft, id, here, gate));
  crossings.push(...addShortcuts(draft, id, here, corners, crossings));
  return crossings;
}

/** The turns of a network, and the roads that they lead to. */
class Exits {
  readonly #draft: RoadDraft;
  readonly #links: StreetNetwork['links'];
  /** The directions that drivers can turn into, by the direction from which they come. */
  readonly #offsets: Uint32Array;
  readonly #exits: Int32Array;
  /** The copies of the road of a direction. */
  readonly #copiesOf = new Map<Direction, string[]>();
  /** Turns with limits, by node. */
  readonly #gates = new Map<number, TurnBan[]>();

  constructor(draft: RoadDraft, network: StreetNetwork, ends: NodeEnds) {
    this.#draft = draft;
    this.#links = network.links;
    const froms = new NumberList(Int32Array);
    const tos = new NumberList(Int32Array);
    eachTurn(network, ends, (into, out) => {
      froms.push(into);
      tos.push(out);
    });
    const { offsets, items } = groupByRow(2 * network.links.length, froms.view());
    this.#offsets = offsets;
    this.#exits = new Int32Array(items.length);
    for (let i = 0; i < items.length; i++) this.#exits[i] = tos.at(items[i]);
    for (const way of draft.copies.keys()) addTo(this.#copiesOf, Number(way.slice(way.lastIndexOf(',') + 1)), way);
    for (const ban of network.bans) if (ban.access !== undefined) addTo(this.#gates, ban.via, ban);
  }

  /** Lays the turns at a node between the directions that leave it. */
  connect(junction: Crossroads, node: number, here: readonly Direction[]): TurnLanes[] {
    const { roads, copies } = this.#draft;
    const movements: TurnLanes[] = [];
    for (const end of here) {
      const into = end ^ 1;
      const road = roads.ofDirection(into);
      if (road < 0) continue;
      movements.push(...this.#connectRoad(junction, node, into, road, String(into)));
      for (const way of this.#copiesOf.get(into) ?? []) {
        const copy = copies.get(way)!;
        movements.push(...this.#connectRoad(junction, node, into, copy.road, way, copy.banned));
      }
    }
    return movements;
  }

  #connectRoad(
    junction: Crossroads,
    node: number,
    into: Direction,
    road: RoadNumber,
    way: string,
    banned?: ReadonlySet<Direction>,
  ): TurnLanes[] {
    const { roads } = this.#draft;
    const gates = this.#gates.get(node);
    const exits: RoadNumber[] = [];
    const access: number[] = [];
    for (let i = this.#offsets[into]; i < this.#offsets[into + 1]; i++) {
      const exit = this.#exits[i];
      if (banned?.has(exit)) continue;
      exits.push(this.#copiesOf.has(exit) ? roadAfter(this.#draft, way, exit) : roads.ofDirection(exit));
      const gate = gates?.findLast(({ from, to }) => from === into >> 1 && to === exit >> 1);
      access.push(gate?.access ?? 0);
    }
    const { marks, signs } = this.#links[into >> 1];
    const rules = { marks: marks?.[into & 1], sign: signs?.[into & 1], access };
    return connectRoad(this.#draft, junction, road, roads.ofDirection(into ^ 1), exits, rules);
  }
}

function addTo<T>(lists: Map<number, T[]>, key: number, value: T): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** The road by which drivers continue in a direction, after a way of several directions: a copy, if it depends on the way. */
function roadAfter(draft: RoadDraft, way: string, exit: Direction): RoadNumber {
  for (let rest = way; ; rest = rest.slice(rest.indexOf(',') + 1)) {
    const copy = draft.copies.get(`${rest},${exit}`);
    if (copy) return copy.road;
    if (!rest.includes(',')) break;
  }
  return draft.roads.ofDirection(exit);
}
