import { FirstId, type JunctionMessage } from '@itinera/city/browser';
import { groupByRow, NumberList } from '@itinera/city/map-making';
import type { DraftRoad, RoadDraft } from './draft.js';
import { connectRoad, laneGroup } from './driving-lanes.js';
import type { StreetNetwork, TurnBan } from './network.js';
import { addShortcuts } from './shortcuts.js';
import { signalsOf } from './signals.js';
import { type Direction, eachTurn, lanesOf, type NodeEnds } from './turns.js';
import { connectRiding, connectSidewalks, cornersAround } from './walking-lanes.js';

/**
 * Lays a junction with lanes, lane groups and lights at every node where a link ends.
 * @param add receives each finished junction
 */
export function layJunctions(
  draft: RoadDraft,
  network: StreetNetwork,
  ends: NodeEnds,
  add: (junction: JunctionMessage) => void,
): void {
  const exitsOf = findExits(network, ends);
  const copiesOf = new Map<Direction, string[]>();
  for (const key of draft.copies.keys()) {
    const direction = Number(key.slice(key.lastIndexOf(',') + 1));
    copiesOf.set(direction, [...(copiesOf.get(direction) ?? []), key]);
  }
  /** Turns with limits, by node. */
  const gates = new Map<number, TurnBan[]>();
  for (const ban of network.bans)
    if (ban.access !== undefined) gates.set(ban.via, [...(gates.get(ban.via) ?? []), ban]);
  let id: number = FirstId.JUNCTION;
  for (let node = 0; node < network.nodes.length; node++) {
    const here: Direction[] = [];
    for (let i = ends.start[node]; i < ends.start[node + 1]; i++) here.push(ends.ends[i]);
    if (here.length === 0) continue;
    const entering = here.map((end) => end ^ 1).filter((direction) => draft.byDirection[direction]);
    const driven = here.filter((end) => lanesOf(network.links, end) + lanesOf(network.links, end ^ 1) > 0);
    const hasLights = network.nodes[node].signals && entering.length > 1;
    const crossroads = { id, runsOn: driven.length === 2, hasLights };
    const connect = (direction: Direction, road: DraftRoad, way: string, banned?: ReadonlySet<number>) => {
      const link = network.links[direction >> 1];
      const exits = exitsOf(direction).filter((exit) => !banned?.has(exit));
      const gatesHere = gates.get(node);
      const accessInto = (i: number) =>
        gatesHere?.findLast(({ from, to }) => from === direction >> 1 && to === exits[i] >> 1)?.access ?? 0;
      return connectRoad(
        draft,
        crossroads,
        road,
        draft.byDirection[direction ^ 1],
        exits.map((exit) => (copiesOf.has(exit) ? roadAfter(draft, way, exit) : draft.byDirection[exit]!)),
        {
          marks: link.marks?.[direction & 1],
          sign: link.signs?.[direction & 1],
          ...(gatesHere && { accessInto }),
        },
      );
    };
    const movements = entering.flatMap((direction) => [
      ...connect(direction, draft.byDirection[direction]!, String(direction)),
      ...(copiesOf.get(direction) ?? []).flatMap((way) => {
        const { road, banned } = draft.copies.get(way)!;
        return connect(direction, road, way, banned);
      }),
    ]);
    const corners = cornersAround(draft, network.nodes[node], here);
    const crossings = connectSidewalks(draft, id, network.nodes[node], here, corners);
    crossings.push(...connectRiding(draft, id, network.nodes[node], here));
    crossings.push(...addShortcuts(draft, id, here, corners, crossings));
    const laneIds = [...movements.flatMap((m) => m.lanes), ...crossings.map((crossing) => crossing.lane)];
    // A footpath that ends here has nothing to connect to.
    if (laneIds.length === 0) continue;
    add({
      id,
      laneIds,
      drivingLaneGroups: movements.map(laneGroup),
      ...(hasLights ? signalsOf(id, laneIds, movements, crossings) : { phases: [] }),
    });
    id++;
  }
}

/** The road by which drivers continue in a direction, after a way of several directions: a copy, if it depends on the way. */
function roadAfter(draft: RoadDraft, way: string, exit: Direction): DraftRoad {
  for (let rest = way; ; rest = rest.slice(rest.indexOf(',') + 1)) {
    const copy = draft.copies.get(`${rest},${exit}`);
    if (copy) return copy.road;
    if (!rest.includes(',')) break;
  }
  return draft.byDirection[exit]!;
}

/** The directions that drivers can turn into from each direction. */
function findExits(network: StreetNetwork, ends: NodeEnds): (into: Direction) => Direction[] {
  const froms = new NumberList(Int32Array);
  const tos = new NumberList(Int32Array);
  eachTurn(network, ends, (into, out) => {
    froms.push(into);
    tos.push(out);
  });
  const { offsets, items } = groupByRow(2 * network.links.length, froms.view());
  return (into) => {
    const exits: Direction[] = [];
    for (let i = offsets[into]; i < offsets[into + 1]; i++) exits.push(tos.at(items[i]));
    return exits;
  };
}
