import { closeEdges } from './close-edges.js';
import type { ExtractedRoad, OsmExtract } from './extract.js';
import { joinLinks } from './join-links.js';
import { type Disconnected, keepConnected } from './keep-connected.js';
import { mergeJunctions } from './merge-junctions.js';
import { placeLights } from './place-lights.js';
import { pruneSpurs } from './prune-spurs.js';
import { type Project, splitWays } from './split-ways.js';
import type { WorkGraph } from './work-graph.js';

/** What became of the streets of an extract, metres of street and counts. */
export interface StreetCounts {
  /** Streets in the file. */
  tagged: number;
  /** Short dead ends, and pieces within junctions. */
  pruned: number;
  /** Streets without a way in or out by car: kept for people on foot, or left out. */
  disconnected: Disconnected;
  /** Divided streets cut off by the edge of the extract, whose carriageways were joined there. */
  closedEdges: number;
  /** Turn restrictions in the file for cars, and those of them that name no street of the city. */
  restrictions: number;
  unusedRestrictions: number;
}

/** The streets of an extract: split, joined where nothing else meets, junctions merged, one connected part. */
export function cityStreets(extract: OsmExtract, project: Project): { graph: WorkGraph; counts: StreetCounts } {
  const driven: ExtractedRoad[] = extract.roads.filter(({ tags }) => tags.lanes[0] + tags.lanes[1] > 0);
  const split = splitWays(extract, driven, project);
  const length = (graph: WorkGraph) => graph.links.reduce((sum, link) => sum + link.length, 0);
  const { graph: whole, closed } = closeEdges(joinLinks(pruneSpurs(split)));
  const joined = placeLights(joinLinks(whole));
  const merged = joinLinks(pruneSpurs(mergeJunctions(joined)));
  const disconnected: Disconnected = { walked: 0, dropped: 0 };
  let graph = keepConnected(merged, disconnected);
  for (let next = joinLinks(graph); next.links.length < graph.links.length; next = joinLinks(graph)) {
    graph = keepConnected(next, disconnected);
  }
  const counts: StreetCounts = {
    tagged: length(split),
    pruned: length(split) - length(merged),
    disconnected,
    closedEdges: closed,
    restrictions: extract.restrictions.length,
    unusedRestrictions: split.unusedRestrictions,
  };
  return { graph, counts };
}
