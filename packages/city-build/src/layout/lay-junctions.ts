import { FirstId, type JunctionMessage } from '@itinera/city/browser';
import { groupByRow, NumberList } from '@itinera/city/map-making';
import type { RoadDraft } from './draft.js';
import { connectRoad, laneGroup } from './driving-lanes.js';
import type { RoadNetwork } from './network.js';
import { signalsOf } from './signals.js';
import { type Direction, eachTurn, lanesOf, type NodeEnds } from './turns.js';
import { connectSidewalks } from './walking-lanes.js';

/**
 * Lays a junction with lanes, lane groups and lights at every node where a link ends.
 * @param add receives each finished junction
 */
export function layJunctions(
  draft: RoadDraft,
  network: RoadNetwork,
  ends: NodeEnds,
  add: (junction: JunctionMessage) => void,
): void {
  const exitsOf = findExits(network, ends);
  let id: number = FirstId.JUNCTION;
  for (let node = 0; node < network.nodes.length; node++) {
    const here = Array.from(ends.ends.subarray(ends.start[node], ends.start[node + 1]));
    if (here.length === 0) continue;
    const entering = here.map((end) => end ^ 1).filter((direction) => draft.byDirection[direction]);
    const driven = here.filter((end) => lanesOf(network.links, end) + lanesOf(network.links, end ^ 1) > 0);
    const hasLights = network.nodes[node].signals && entering.length > 1;
    const crossroads = { id, runsOn: driven.length === 2, hasLights };
    const movements = entering.flatMap((direction) => {
      const link = network.links[direction >> 1];
      const [road, back] = [draft.byDirection[direction]!, draft.byDirection[direction ^ 1]];
      return connectRoad(
        draft,
        crossroads,
        road,
        back,
        exitsOf(direction).map((exit) => draft.byDirection[exit]!),
        { marks: link.marks?.[direction & 1], sign: link.signs?.[direction & 1] },
      );
    });
    const crossings = connectSidewalks(draft, id, network.nodes[node], here);
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

/** The directions that drivers can turn into from each direction. */
function findExits(network: RoadNetwork, ends: NodeEnds): (into: Direction) => Direction[] {
  const froms = new NumberList(Int32Array);
  const tos = new NumberList(Int32Array);
  eachTurn(network, ends, (into, out) => {
    froms.push(into);
    tos.push(out);
  });
  const { offsets, items } = groupByRow(2 * network.links.length, froms.view());
  return (into) => Array.from(items.subarray(offsets[into], offsets[into + 1]), (turn) => tos.at(turn));
}
