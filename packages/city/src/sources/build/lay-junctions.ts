import { FirstId, type Junction } from '../../map/message.js';
import type { DraftRoad, RoadDraft } from './draft.js';
import { connectRoad, laneGroup } from './driving-lanes.js';
import type { RoadNetwork } from './network.js';
import { addSignals } from './signals.js';
import { type Direction, eachTurn, lanesOf, type NodeEnds } from './turns.js';
import { connectSidewalks } from './walking-lanes.js';

/** Adds a junction for every node at which a link ends, with its lanes, lane groups and lights. */
export function layJunctions(draft: RoadDraft, network: RoadNetwork, ends: NodeEnds): void {
  const exits = new Map<Direction, DraftRoad[]>();
  eachTurn(network, ends, (into, out) => {
    const list = exits.get(into);
    const road = draft.byDirection.get(out)!;
    if (list) list.push(road);
    else exits.set(into, [road]);
  });
  for (let node = 0; node < network.nodes.length; node++) {
    const here = Array.from(ends.ends.subarray(ends.start[node], ends.start[node + 1]));
    if (here.length === 0) continue;
    const junction: Junction = {
      id: FirstId.JUNCTION + draft.junctions.length,
      laneIds: [],
      drivingLaneGroups: [],
      phases: [],
    };
    const entering = here.flatMap((end) => draft.byDirection.get(end ^ 1) ?? []);
    const driven = here.filter((end) => lanesOf(network.links, end) + lanesOf(network.links, end ^ 1) > 0);
    const movements = entering.flatMap((road) =>
      connectRoad(draft, road, exits.get(road.direction) ?? [], { runsOn: driven.length === 2 }),
    );
    const crossings = connectSidewalks(draft, network.nodes[node], here);
    const lanes = [...movements.flatMap((m) => m.lanes), ...crossings.map((crossing) => crossing.lane)];
    // A path on foot that ends here has nothing to join.
    if (lanes.length === 0) continue;
    draft.junctions.push(junction);
    for (const lane of lanes) {
      lane.parentId = junction.id;
      junction.laneIds.push(lane.id);
    }
    junction.drivingLaneGroups = movements.map(laneGroup);
    if (network.nodes[node].signals && entering.length > 1) addSignals(junction, lanes, movements, crossings);
  }
}
