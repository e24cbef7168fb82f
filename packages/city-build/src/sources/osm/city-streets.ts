import { attachPaths } from './attach-paths.js';
import { closeEdges } from './close-edges.js';
import { drivingSideOf, placeSidewalks, roundaboutPaths } from './driving-side.js';
import type { OsmExtract } from './extract.js';
import { joinLinks } from './join-links.js';
import { type Disconnected, keepConnected, keepWalkable } from './keep-connected.js';
import { keepPavements } from './keep-pavements.js';
import { mergeJunctions } from './merge-junctions.js';
import { placeLights, placeSigns } from './place-signs.js';
import { pruneSpurs } from './prune-spurs.js';
import type { ExtractedRoad } from './road-tags.js';
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
  const { graph: streets, counts } = joinStreets(extract, driven, project);
  const drivingSide = side === 'auto' ? drivingSideOf(streets, roundaboutPaths(extract, project)) : side;
  // People on foot last: paths meet the pavements of streets that are final.
  const paths = addPaths(placeSidewalks(streets, drivingSide), extract, driven, project);
  const ferries = lengthOf(paths.graph.links.filter((link) => link.ferry));
  return {
    graph: paths.graph,
    counts: { ...counts, pathsDropped: paths.dropped, pavementsDropped: paths.pavementsDropped, ferries },
    drivingSide,
  };
}

/** The streets for cars. Each step forgets the one before it, since all of them together would take much memory. */
function joinStreets(
  extract: OsmExtract,
  driven: readonly ExtractedRoad[],
  project: Project,
): { graph: WorkGraph; counts: Omit<StreetCounts, 'pathsDropped' | 'pavementsDropped' | 'ferries'> } {
  let { graph, ...counts } = cutStreets(extract, driven, project);
  let pruned = counts.tagged - lengthOf(graph.links);
  // What leaves the extract on one side comes back on the other: else all of it would be a trap, and go below.
  const edges = closeEdges(graph);
  // Links end at real junctions only, now that they are known; lights and signs on the way go to the junction they stand for.
  graph = placeSigns(placeLights(joinLinks(edges.graph)));
  pruned += lengthOf(graph.links);
  // Two carriageways cross in four nodes, which drivers see as one junction; what is left of them inside are spurs.
  graph = pruneSpurs(mergeJunctions(graph));
  pruned -= lengthOf(graph.links);
  const bansOverWays = graph.wayBans.length;
  // Nobody may be sent where there is no way back.
  const disconnected: Disconnected = { walked: 0, dropped: 0, parts: [] };
  graph = keepConnected(graph, disconnected);
  // What was taken out leaves nodes that are no junctions any more, and joining these may close a way round.
  for (let next = joinLinks(graph); next.links.length < graph.links.length; next = joinLinks(graph)) {
    graph = keepConnected(next, disconnected);
  }
  const restrictions = extract.restrictions.length;
  return { graph, counts: { ...counts, pruned, disconnected, closedEdges: edges.closed, restrictions, bansOverWays } };
}

/** The streets from junction to junction, without yards and driveways, which would make a junction of each house. */
function cutStreets(extract: OsmExtract, driven: readonly ExtractedRoad[], project: Project) {
  // A way runs over many corners, and ends where somebody stopped drawing: cut where streets meet.
  const split = splitWays(extract, driven, project);
  const { unusedRestrictions, barriers } = split;
  return { graph: pruneSpurs(split), tagged: lengthOf(split.links), unusedRestrictions, barriers };
}

function lengthOf(links: readonly WorkLink[]): number {
  return links.reduce((sum, link) => sum + link.length, 0);
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
