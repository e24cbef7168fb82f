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

/** Statistics on the streets of an extract, in metres of street and counts. */
export interface StreetCounts {
  /** Streets in the file. */
  tagged: number;
  /** Short dead ends, and pieces within junctions. */
  pruned: number;
  /** Streets without a way in or out by car: kept for pedestrians, or omitted. */
  disconnected: Disconnected;
  /** Footpaths that lead nowhere else. */
  pathsDropped: number;
  /** Mapped sidewalks and crossings that duplicate those of streets. */
  pavementsDropped: number;
  /** Divided streets cut off by the edge of the extract, whose carriageways were connected there. */
  closedEdges: number;
  /** Turn restrictions for cars in the file, and those that refer to no street of the city. */
  restrictions: number;
  unusedRestrictions: number;
  /** Turn bans over intermediate ways that are not part of one junction; ignored. */
  bansOverWays: number;
  /** Ferry lines in the map. */
  ferries: number;
  /** Streets closed to cars by a bollard, a locked gate or the like. */
  barriers: number;
}

/**
 * The streets of an extract: split at junctions, joined elsewhere, with merged junctions, in one connected part.
 * @param side driving side; `auto` detects it
 */
export function cityStreets(
  extract: OsmExtract,
  project: Project,
  side: 'auto' | 'right' | 'left',
): { graph: WorkGraph; counts: StreetCounts; drivingSide: 'right' | 'left' } {
  // Cars first: paths must not split streets, or every park gate would be a junction that costs drivers time.
  const driven: ExtractedRoad[] = extract.roads.filter(({ tags }) => tags.lanes[0] + tags.lanes[1] > 0);
  const { graph: streets, counts } = joinStreets(extract, driven, project);
  const drivingSide = side === 'auto' ? drivingSideOf(streets, roundaboutPaths(extract, project)) : side;
  // Pedestrians last: paths meet the sidewalks of finished streets.
  const paths = addPaths(placeSidewalks(streets, drivingSide), extract, driven, project);
  const ferries = lengthOf(paths.graph.links.filter((link) => link.ferry));
  return {
    graph: paths.graph,
    counts: { ...counts, pathsDropped: paths.dropped, pavementsDropped: paths.pavementsDropped, ferries },
    drivingSide,
  };
}

/** The streets for cars. Each step releases the previous result, because together they would take too much memory. */
function joinStreets(
  extract: OsmExtract,
  driven: readonly ExtractedRoad[],
  project: Project,
): { graph: WorkGraph; counts: Omit<StreetCounts, 'pathsDropped' | 'pavementsDropped' | 'ferries'> } {
  let { graph, ...counts } = cutStreets(extract, driven, project);
  let pruned = counts.tagged - lengthOf(graph.links);
  // Streets that leave the extract on one side come back on the other; otherwise all of it would be a trap and be removed
  // below.
  const edges = closeEdges(graph);
  // Links now end at real junctions only; lights and signs along them move to the junction they belong to.
  graph = placeSigns(placeLights(joinLinks(edges.graph)));
  pruned += lengthOf(graph.links);
  // Two carriageways cross in four nodes, which drivers see as one junction; the remains inside are spurs.
  graph = pruneSpurs(mergeJunctions(graph));
  pruned -= lengthOf(graph.links);
  const bansOverWays = graph.wayBans.length;
  // No one may be routed to a place without a way back.
  const disconnected: Disconnected = { walked: 0, dropped: 0, parts: [] };
  graph = keepConnected(graph, disconnected);
  // Removed streets leave nodes that are no longer junctions, and joining their links may close a loop.
  for (let next = joinLinks(graph); next.links.length < graph.links.length; next = joinLinks(graph)) {
    graph = keepConnected(next, disconnected);
  }
  const restrictions = extract.restrictions.length;
  return { graph, counts: { ...counts, pruned, disconnected, closedEdges: edges.closed, restrictions, bansOverWays } };
}

/** The streets from junction to junction, without yards and driveways, which would turn every house into a junction. */
function cutStreets(extract: OsmExtract, driven: readonly ExtractedRoad[], project: Project) {
  // A way crosses many junctions, and ends wherever its mapper stopped: split where streets meet.
  const split = splitWays(extract, driven, project);
  const { unusedRestrictions, barriers } = split;
  return { graph: pruneSpurs(split), tagged: lengthOf(split.links), unusedRestrictions, barriers };
}

function lengthOf(links: readonly WorkLink[]): number {
  return links.reduce((sum, link) => sum + link.length, 0);
}

/** Adds the ways for pedestrians that can be reached on foot. */
function addPaths(streets: WorkGraph, extract: OsmExtract, driven: readonly ExtractedRoad[], project: Project) {
  const walked = extract.roads.filter(({ tags }) => tags.lanes[0] + tags.lanes[1] === 0);
  const split = splitWays(extract, walked, project, driven);
  const onStreet = new Uint8Array(extract.nodes.size);
  for (const { nodes } of driven) for (const node of nodes) if (node >= 0) onStreet[node] = 1;
  // Every street has sidewalks, so separately mapped ones would be duplicates.
  const { paths, dropped: pavementsDropped, loose } = keepPavements(streets, split);
  const attached = attachPaths(streets, paths, {
    isShared: (node) => onStreet[split.storeNodes[node]] === 1,
    isLoose: (node) => loose.has(node),
  });
  const { graph, dropped } = keepWalkable(pruneSpurs(attached));
  return { graph: joinLinks(graph), dropped, pavementsDropped };
}
