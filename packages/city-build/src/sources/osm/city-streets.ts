import type { Country } from '@itinera/city/map-making';
import type { PathBan } from '../../layout/network.js';
import { isDriven } from '../../layout/roads.js';
import { attachPaths, StreetFinder } from './attach-paths.js';
import { closeEdges } from './close-edges.js';
import { type DrivingSide, drivingSideOf, placeSidewalks, roundaboutPaths } from './driving-side.js';
import { joinLinks } from './join-links.js';
import { type Disconnected, keepConnected, keepWalkable } from './keep-connected.js';
import { keepPavements } from './keep-pavements.js';
import { mergeJunctions } from './merge-junctions.js';
import { pathBansOf } from './path-bans.js';
import { placeLights, placeSigns } from './place-signs.js';
import { pruneSpurs } from './prune-spurs.js';
import type { RestrictionRefusal } from './restrictions.js';
import { asWalked, type ExtractedRoad } from './road-tags.js';
import { splitWays } from './split-ways.js';
import type { StreetExtract } from './street-elements.js';
import { limitLongTracks, throughTracks } from './through-tracks.js';
import type { WorkGraph, WorkLink } from './work-graph.js';

/** Statistics on the streets of an extract, in metres of street and counts. */
export interface StreetCounts {
  /** Streets in the file. */
  tagged: number;
  /** Tracks without a tag for cars among them, which lead from one street to another. */
  tracks: number;
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
  /** Turn restrictions in the file, and the number of those that are not used, by reason. */
  restrictions: number;
  unusedRestrictions: Readonly<Partial<Record<RestrictionRefusal, number>>>;
  /** Turn bans over intermediate streets, which those who come from the first street cannot make. */
  bansOverWays: number;
  /** Ferry lines in the map. */
  ferries: number;
  /** Streets closed to cars by a bollard, a locked gate or the like. */
  barriers: number;
}

/**
 * The streets of an extract: split at junctions, joined elsewhere, with merged junctions, in one connected part.
 * @param extract with projected nodes
 * @param side driving side; `auto` detects it
 */
export function cityStreets(
  extract: StreetExtract,
  side: 'auto' | 'right' | 'left',
  country: Country | undefined,
): { graph: WorkGraph; pathBans: PathBan[]; counts: StreetCounts; drivingSide: DrivingSide } {
  // Cars first: paths must not split streets, or every park gate would be a junction that costs drivers time.
  const roads = throughTracks(extract.roads, extract.nodes);
  const driven = roads.filter(({ tags }) => isDriven(tags));
  const walked = roads.filter(({ tags }) => !isDriven(tags));
  const { graph: streets, counts } = joinStreets(extract, driven);
  const drivingSide: DrivingSide =
    side === 'auto'
      ? drivingSideOf(streets, roundaboutPaths(extract), country)
      : { side, by: 'the option --driving-side' };
  // Pedestrians last: paths meet the sidewalks of finished streets.
  const paths = addPaths(placeSidewalks(streets, drivingSide.side), extract, { driven, ways: walked });
  const ferries = lengthOf(paths.graph.links.filter(({ kind }) => kind.ferry));
  const { graph, pathBans, without } = pathBansOf(paths.graph);
  const unused = new Map(extract.unusedRestrictions);
  const add = (reason: RestrictionRefusal, count: number) => {
    if (count > 0) unused.set(reason, (unused.get(reason) ?? 0) + count);
  };
  add('on ways or nodes that are not streets of the city', counts.elsewhere + counts.lostBans);
  add('without an exit', without);
  const { elsewhere, lostBans, ...own } = counts;
  return {
    graph,
    pathBans,
    counts: {
      ...own,
      restrictions: extract.restrictionRelations,
      unusedRestrictions: Object.fromEntries(unused),
      bansOverWays: pathBans.length,
      pathsDropped: paths.dropped,
      pavementsDropped: paths.pavementsDropped,
      ferries,
    },
    drivingSide,
  };
}

type JoinedCounts = Pick<StreetCounts, 'tagged' | 'tracks' | 'pruned' | 'disconnected' | 'closedEdges' | 'barriers'> & {
  /** Restrictions that refer to nothing here, and those over streets of which some were removed. */
  readonly elsewhere: number;
  readonly lostBans: number;
};

/** The streets for cars. Each step releases the previous result, because together they would take too much memory. */
function joinStreets(
  extract: StreetExtract,
  driven: readonly ExtractedRoad[],
): { graph: WorkGraph; counts: JoinedCounts } {
  let { graph, ...counts } = cutStreets(extract, driven);
  let pruned = counts.tagged - lengthOf(graph.links);
  // Streets that leave the extract on one side come back on the other; otherwise all of it would be a trap and be removed
  // below.
  const edges = closeEdges(graph);
  // Links now end at real junctions only; lights and signs along them move to the junction they belong to.
  graph = placeSigns(placeLights(limitLongTracks(joinLinks(edges.graph))));
  pruned += lengthOf(graph.links);
  // Two carriageways cross in four nodes, which drivers see as one junction; the remains inside are spurs.
  graph = pruneSpurs(mergeJunctions(graph));
  pruned -= lengthOf(graph.links);
  const overWays = graph.wayBans.length;
  // No one may be routed to a place without a way back.
  const disconnected: Disconnected = { walked: 0, dropped: 0, parts: [] };
  graph = keepConnected(graph, disconnected);
  // Removed streets leave nodes that are no longer junctions. Joining their links changes who gets where only if it closes a loop.
  for (let next = joinLinks(graph); next !== graph; next = joinLinks(graph)) {
    graph = loopsIn(next) > loopsIn(graph) ? keepConnected(next, disconnected) : next;
  }
  const lostBans = overWays - graph.wayBans.length;
  return { graph, counts: { ...counts, pruned, disconnected, closedEdges: edges.closed, lostBans } };
}

/** The streets from junction to junction, without yards and driveways, which would turn every house into a junction. */
function cutStreets(extract: StreetExtract, driven: readonly ExtractedRoad[]) {
  // A way crosses many junctions, and ends wherever its mapper stopped: split where streets meet.
  const split = splitWays(extract, driven);
  const { elsewhere, barriers } = split;
  const tracks = lengthOf(split.links.filter(({ kind }) => kind.untagged));
  return { graph: pruneSpurs(split), tagged: lengthOf(split.links), tracks, elsewhere, barriers };
}

function loopsIn({ links }: WorkGraph): number {
  return links.reduce((sum, { from, to }) => sum + Number(from === to), 0);
}

function lengthOf(links: readonly WorkLink[]): number {
  return links.reduce((sum, link) => sum + link.length, 0);
}

/** The streets for cars of an extract, and the other ways. */
interface RoadsByUse {
  readonly driven: readonly ExtractedRoad[];
  readonly ways: readonly ExtractedRoad[];
}

/** Adds the ways for pedestrians that can be reached on foot. */
function addPaths(streets: WorkGraph, extract: StreetExtract, roads: RoadsByUse) {
  const { driven, ways } = roads;
  const finder = new StreetFinder(streets);
  const yards = yardsWithPaths(finder, extract, roads);
  const split = splitWays(extract, [...ways, ...yards], driven);
  const onStreet = nodesOnStreets(finder, extract, roads, new Set(yards.map(({ id }) => id)));
  // Every street has sidewalks, so separately mapped ones would be duplicates.
  const { paths, dropped: pavementsDropped, loose } = keepPavements(finder.pieces, split);
  const isShared = (node: number) => onStreet[split.storeNodes[node]] === 1;
  const attached = attachPaths(streets, paths, { isShared, isLoose: (node) => loose.has(node) }, finder);
  const { graph, dropped } = keepWalkable(pruneSpurs(attached));
  return { graph: joinLinks(graph), dropped, pavementsDropped };
}

/** The nodes of the file that are on streets: of those that are yards now, the nodes where they meet others. */
function nodesOnStreets(
  streets: StreetFinder,
  { nodes: store }: StreetExtract,
  { driven }: RoadsByUse,
  yards: ReadonlySet<number>,
): Uint8Array {
  const onStreet = new Uint8Array(store.size);
  for (const { id, nodes } of driven) {
    const isYard = yards.has(id);
    for (let i = 0; i < nodes.length; i++) {
      const node = nodes[i];
      if (node >= 0 && (!isYard || streets.isOn(store.x[node], store.y[node]))) onStreet[node] = 1;
    }
  }
  return onStreet;
}

/**
 * Streets without a place among those for cars, from which a path continues, and yards behind these: yards and dead ends that were
 * removed. People walk there.
 */
function yardsWithPaths(
  streets: StreetFinder,
  { nodes: store }: StreetExtract,
  { driven, ways }: RoadsByUse,
): ExtractedRoad[] {
  const onPath = new Uint8Array(store.size);
  for (const { nodes } of ways) for (const node of nodes) if (node >= 0) onPath[node] = 1;
  const roadsAt = new Uint8Array(store.size);
  for (const { nodes } of driven) for (const node of nodes) if (node >= 0 && roadsAt[node] < 2) roadsAt[node]++;
  const known = (node: number) => store.has(node);
  const isWithoutPlace = ({ tags, nodes }: ExtractedRoad) => {
    const { left, right } = tags.sidewalks;
    if (tags.ferry || !(left || right)) return false;
    const middle = nodes.length >> 1;
    const [a, b] = [nodes[middle - 1], nodes[middle]];
    if (!known(a) || !known(b)) return false;
    return !streets.isOn((store.x[a] + store.x[b]) / 2, (store.y[a] + store.y[b]) / 2);
  };
  // Other streets without a place are also pieces within junctions, which are no dead ends.
  const isYard = ({ tags }: ExtractedRoad) => tags.class === 'service';
  const reached = ({ nodes }: ExtractedRoad) => nodes.some((node) => known(node) && onPath[node] === 1);
  const leadsOn = (road: ExtractedRoad) => {
    const { nodes } = road;
    const ends = [nodes[0], nodes[nodes.length - 1]];
    return isYard(road) ? reached(road) : ends.some((node) => known(node) && onPath[node] === 1 && roadsAt[node] === 1);
  };
  const yards: ExtractedRoad[] = [];
  let waiting = driven.filter((road) => isYard(road) || leadsOn(road)).filter(isWithoutPlace);
  for (
    let next = waiting.filter(leadsOn);
    next.length > 0;
    next = waiting.filter((road) => isYard(road) && reached(road))
  ) {
    yards.push(...next);
    for (const { nodes } of next) for (const node of nodes) if (node >= 0) onPath[node] = 1;
    const added = new Set(next);
    waiting = waiting.filter((road) => !added.has(road));
  }
  return yards.map((road) => ({ ...road, tags: asWalked(road.tags) }));
}
