import { attachPaths } from './attach-paths.js';
import { closeEdges } from './close-edges.js';
import { drivingSideOf, placeSidewalks, roundaboutPaths } from './driving-side.js';
import type { ExtractedRoad, OsmExtract } from './extract.js';
import { joinLinks } from './join-links.js';
import { type Disconnected, keepConnected } from './keep-connected.js';
import { keepPavements } from './keep-pavements.js';
import { keepWalkable } from './keep-walkable.js';
import { mergeJunctions } from './merge-junctions.js';
import { placeLights } from './place-lights.js';
import { placeSigns } from './place-signs.js';
import { pruneSpurs } from './prune-spurs.js';
import { type Project, splitWays } from './split-ways.js';
import type { WorkGraph, WorkLink } from './work-graph.js';

/** What became of the streets of an extract, metres of street and counts. */
export interface StreetCounts {
  /** Streets in the file. */
  tagged: number;
  /** Short dead ends, and pieces within junctions. */
  pruned: number;
  /** Streets without a way in or out by car: kept for people on foot, or left out. */
  disconnected: Disconnected;
  /** Paths on foot that lead nowhere else. */
  pathsDropped: number;
  /** Drawn pavements and crossings beside which people walk anyway. */
  pavementsDropped: number;
  /** Divided streets cut off by the edge of the extract, whose carriageways were joined there. */
  closedEdges: number;
  /** Turn restrictions in the file for cars, and those of them that name no street of the city. */
  restrictions: number;
  unusedRestrictions: number;
  /** Turns banned over ways between that are not part of one junction: not kept to. */
  bansOverWays: number;
  /** Ferry lines in the map. */
  ferries: number;
  /** Streets closed to cars by a bollard, a locked gate or the like. */
  barriers: number;
}

/**
 * The streets of an extract: split, joined where nothing else meets, junctions merged, one connected part.
 * @param side on which people drive; `auto` finds out
 */
export function cityStreets(
  extract: OsmExtract,
  project: Project,
  side: 'auto' | 'right' | 'left',
): { graph: WorkGraph; counts: StreetCounts; drivingSide: 'right' | 'left' } {
  // Cars first: paths must not cut streets, or every gate of a park would be a junction that costs drivers time.
  const driven: ExtractedRoad[] = extract.roads.filter(({ tags }) => tags.lanes[0] + tags.lanes[1] > 0);
  // A way runs over many corners, and ends where somebody stopped drawing: cut where streets meet.
  const split = splitWays(extract, driven, project);
  // Yards and driveways look like streets, and would make a junction of each house.
  const streets = pruneSpurs(split);
  // What leaves the extract on one side comes back on the other: else all of it would be a trap, and go below.
  const { graph: whole, closed } = closeEdges(streets);
  // Links end at real junctions only, now that they are known; lights and signs on the way go to the junction they stand for.
  const joined = placeSigns(placeLights(joinLinks(whole)));
  // Two carriageways cross in four nodes, which drivers see as one junction; what is left of them inside are spurs.
  const merged = pruneSpurs(mergeJunctions(joined));
  // Nobody may be sent where there is no way back.
  const disconnected: Disconnected = { walked: 0, dropped: 0, parts: [] };
  let graph = keepConnected(merged, disconnected);
  // What was taken out leaves nodes that are no junctions any more, and joining these may close a way round.
  for (let next = joinLinks(graph); next.links.length < graph.links.length; next = joinLinks(graph)) {
    graph = keepConnected(next, disconnected);
  }
  const drivingSide = side === 'auto' ? drivingSideOf(graph, roundaboutPaths(extract, project)) : side;
  // People on foot last: paths meet the pavements of streets that are final.
  const paths = addPaths(placeSidewalks(graph, drivingSide), extract, driven, project);
  const lengthOf = (links: readonly WorkLink[]) => links.reduce((sum, link) => sum + link.length, 0);
  const length = (graph: WorkGraph) => lengthOf(graph.links);
  const counts: StreetCounts = {
    tagged: length(split),
    pruned: length(split) - length(streets) + length(joined) - length(merged),
    disconnected,
    pathsDropped: paths.dropped,
    pavementsDropped: paths.pavementsDropped,
    closedEdges: closed,
    restrictions: extract.restrictions.length,
    unusedRestrictions: split.unusedRestrictions,
    bansOverWays: merged.wayBans.length,
    ferries: lengthOf(paths.graph.links.filter((link) => link.ferry)),
    barriers: split.barriers,
  };
  return { graph: paths.graph, counts, drivingSide };
}

/** Adds the ways for people on foot, those only that can be walked to. */
function addPaths(streets: WorkGraph, extract: OsmExtract, driven: readonly ExtractedRoad[], project: Project) {
  const walked = extract.roads.filter(({ tags }) => tags.lanes[0] + tags.lanes[1] === 0);
  const split = splitWays(extract, walked, project, driven);
  const onStreet = new Uint8Array(extract.nodes.size);
  for (const { nodes } of driven) for (const node of nodes) if (node >= 0) onStreet[node] = 1;
  // Every street has pavements: those drawn beside it would be there twice.
  const { paths, dropped: pavementsDropped, loose } = keepPavements(streets, split);
  const attached = attachPaths(streets, paths, {
    isShared: (node) => onStreet[split.storeNodes[node]] === 1,
    isLoose: (node) => loose.has(node),
  });
  const { graph, dropped } = keepWalkable(pruneSpurs(attached));
  return { graph: joinLinks(graph), dropped, pavementsDropped };
}
