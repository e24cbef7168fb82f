import { type GroupedRows, groupValues, NumberList } from '@itinera/city/map-making';
import type { RoadDraft } from './draft.js';
import { DraftJunctions } from './draft-junctions.js';
import type { RoadNumber } from './draft-roads.js';
import { type Crossroads, TurnLayer } from './driving-lanes.js';
import type { StreetNetwork, TurnBan } from './network.js';
import { ShortcutLayer } from './shortcuts.js';
import { signalsOf } from './signals.js';
import { type Direction, eachTurn, type NodeEnds } from './turns.js';
import { CrossingLayer } from './walking-lanes.js';

/** Lays a junction with lanes, lane groups and lights at every node where a link ends. */
export function layJunctions(draft: RoadDraft, network: StreetNetwork, ends: NodeEnds): DraftJunctions {
  const { roads } = draft;
  const junctions = new DraftJunctions();
  const drivers = new Drivers(draft, junctions, network, ends);
  const walkers = new CrossingLayer(draft);
  const shortcuts = new ShortcutLayer(draft);
  /** The directions that leave the node. */
  const outward = new NumberList(Int32Array);
  for (let node = 0; node < network.nodes.length; node++) {
    outward.length = 0;
    let entering = 0;
    let driven = 0;
    for (let i = ends.start[node]; i < ends.start[node + 1]; i++) {
      const end = ends.ends[i];
      outward.push(end);
      const enters = roads.ofDirection(end ^ 1) >= 0;
      if (enters) entering++;
      if (enters || roads.ofDirection(end) >= 0) driven++;
    }
    if (outward.length === 0) continue;
    const id = junctions.nextId;
    const hasLights = network.nodes[node].signals && entering > 1;
    const firstLane = draft.lanes.count;
    drivers.connect({ id, runsOn: driven === 2, hasLights }, node, outward);
    const firstCrossing = draft.lanes.count;
    const crossings = walkers.connect(id, network.nodes[node], outward);
    shortcuts.add(id, outward, walkers.corners, crossings);
    // A footpath that ends here has nothing to connect to.
    if (draft.lanes.count === firstLane) continue;
    const lights = hasLights ? signalsOf(roads, junctions.openTurns(), crossings) : undefined;
    junctions.close(firstCrossing, draft.lanes.count, lights);
  }
  return junctions;
}

/** Connects the roads of a network at its nodes. */
class Drivers {
  readonly #turns: TurnLayer;
  readonly #links: StreetNetwork['links'];
  /** The directions that drivers can turn into, by the direction from which they come. */
  readonly #nexts: GroupedRows;
  /** The copies of the road of a direction. */
  readonly #copiesOf = new Map<Direction, string[]>();
  /** Turns with limits, by node. */
  readonly #gates = new Map<number, TurnBan[]>();
  /** Of the road that is being connected. */
  readonly #exits = { roads: new NumberList(Int32Array), access: new NumberList(Uint8Array) };

  constructor(
    private readonly draft: RoadDraft,
    junctions: DraftJunctions,
    network: StreetNetwork,
    ends: NodeEnds,
  ) {
    this.#turns = new TurnLayer(draft, junctions);
    this.#links = network.links;
    const froms = new NumberList(Int32Array);
    const tos = new NumberList(Int32Array);
    eachTurn(network, ends, (into, out) => {
      froms.push(into);
      tos.push(out);
    });
    this.#nexts = groupValues(2 * network.links.length, froms.view(), tos.view());
    for (const way of draft.copies.keys()) addTo(this.#copiesOf, Number(way.slice(way.lastIndexOf(',') + 1)), way);
    for (const ban of network.bans) if (ban.access !== undefined) addTo(this.#gates, ban.via, ban);
  }

  /** Lays the turns at a node between the directions that leave it. */
  connect(junction: Crossroads, node: number, outward: NumberList<Int32Array>): void {
    const { roads, copies } = this.draft;
    for (let i = 0; i < outward.length; i++) {
      const into = outward.at(i) ^ 1;
      const road = roads.ofDirection(into);
      if (road < 0) continue;
      this.#connectRoad(junction, node, into, road);
      for (const way of this.#copiesOf.get(into) ?? []) {
        const copy = copies.get(way)!;
        this.#connectRoad(junction, node, into, copy.road, way, copy.banned);
      }
    }
  }

  #connectRoad(
    junction: Crossroads,
    node: number,
    into: Direction,
    road: RoadNumber,
    way?: string,
    banned?: ReadonlySet<Direction>,
  ): void {
    const { roads } = this.draft;
    const gates = this.#gates.get(node);
    const exits = this.#exits;
    exits.roads.length = 0;
    exits.access.length = 0;
    const { offsets, items } = this.#nexts;
    for (let i = offsets[into]; i < offsets[into + 1]; i++) {
      const next = items[i];
      if (banned?.has(next)) continue;
      exits.roads.push(
        this.#copiesOf.has(next) ? roadAfter(this.draft, way ?? String(into), next) : roads.ofDirection(next),
      );
      const gate = gates?.findLast(({ from, to }) => from === into >> 1 && to === next >> 1);
      exits.access.push(gate?.access ?? 0);
    }
    const { marks, signs } = this.#links[into >> 1];
    const rules = { marks: marks?.[into & 1], sign: signs?.[into & 1] };
    this.#turns.connect(junction, road, roads.ofDirection(into ^ 1), exits, rules);
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
