import type { LonLatBox } from '@itinera/city/browser';
import { Access, unusedRules, withPlainKeys } from './access.js';
import { barrierAccess } from './barriers.js';
import type { OsmFile, OsmMember, Tags } from './elements.js';
import { withoutStretchedRoads } from './far-apart.js';
import { landFerries } from './ferries.js';
import { readTerminals } from './ferry-terminals.js';
import { type ExtractedGround, GroundElements } from './ground-elements.js';
import { GATE_BITS, NodeFlag, NodeIdList, NodeStore } from './node-store.js';
import { type AreaTags, type PoiTags, parseArea, parsePoi } from './place-tags.js';
import { isRestriction, parseRestriction, type Restriction, type RestrictionRefusal } from './restrictions.js';
import { type ExtractedRoad, parseRoad, type RoadRefusal, type RoadTags } from './road-tags.js';

/** An area: a closed way, or a multipolygon of several ways. */
export interface ExtractedArea {
  readonly area: AreaTags | undefined;
  readonly poi: PoiTags | undefined;
  /** Indices of nodes, way by way; a single closed way is its own ring. */
  readonly outer: readonly Int32Array[];
  readonly inner: readonly Int32Array[];
}

/** A POI that is a node. Degrees times 10⁷. */
export interface ExtractedPoi extends PoiTags {
  readonly lon: number;
  readonly lat: number;
}

/** Contents of a file that a city needs. */
export interface OsmExtract {
  readonly date: string;
  /** Remark of the server that created the file, or ''. */
  readonly remark: string;
  readonly nodes: NodeStore;
  readonly roads: readonly ExtractedRoad[];
  readonly areas: readonly ExtractedArea[];
  /** Whether any area is not a square: an extract of streets alone has at most squares. */
  readonly hasPlaces: boolean;
  readonly pois: readonly ExtractedPoi[];
  readonly ground: ExtractedGround;
  /** Restrictions by node ids; indices of via nodes are looked up in `nodes`. */
  readonly restrictions: readonly Restriction[];
  /** Relations of turn restrictions, and those without one for cars, by reason. */
  readonly restrictionRelations: number;
  readonly unusedRestrictions: ReadonlyMap<RestrictionRefusal, number>;
  /** Conditions and values of access tags on streets that are not used, with their number. */
  readonly unusedRules: ReadonlyMap<string, number>;
  /** Ways with `highway` or `route=ferry` that are not streets, by reason. */
  readonly refused: ReadonlyMap<RoadRefusal, number>;
  /** Multipolygons with missing ways. */
  readonly incompleteAreas: number;
}

interface Multipolygon {
  readonly area: AreaTags | undefined;
  readonly poi: PoiTags | undefined;
  readonly outer: readonly number[];
  readonly inner: readonly number[];
}

const DRIVEWAYS: RoadRefusal = 'driveways and parking aisles';

/** Receives the current phase and its completed share. */
export type OnBuildProgress = (phase: string, share: number) => void;

/**
 * Reads what a city needs from a file in three passes: relations, then ways, then their nodes. Memory grows with the selected
 * data, not with the file.
 *
 * @param box excludes everything outside
 * @throws UserError if the file is damaged
 */
export async function extractCity(file: OsmFile, box?: LonLatBox, onProgress?: OnBuildProgress): Promise<OsmExtract> {
  const phase = (name: string) => (share: number) => onProgress?.(name, share);
  const ground = new GroundElements();
  const relations = await readRelations(file, ground, phase('reading relations'));
  const ways = await readWays(file, relations, ground, phase('reading ways'));
  const terminals = await readTerminals(file, ways.roads, phase('reading ferry terminals'));
  for (const [id, way] of terminals) {
    ways.roads.set(id, way);
    for (const ref of way.refs) ways.needed.add(ref);
  }
  const { nodes, pois } = await readNodes(file, ways.needed, insideTest(box), ground, phase('reading nodes'));

  const offsets = (refs: Float64Array) => {
    const found = new Int32Array(refs.length);
    for (let i = 0; i < refs.length; i++) found[i] = nodes.find(refs[i]);
    return found;
  };
  const { refused } = ways;
  if (terminals.size > 0) refused.set(DRIVEWAYS, refused.get(DRIVEWAYS)! - terminals.size);
  const all = Array.from(ways.roads, ([id, { tags, refs }]) => ({ id, tags, nodes: offsets(refs) }));
  const near = withoutStretchedRoads(all, nodes);
  if (near.length < all.length) refused.set('with nodes farther apart than 50 km', all.length - near.length);
  const landed = landFerries(near, nodes);
  if (landed.length < near.length) refused.set('ferries without a connection on land', near.length - landed.length);
  return {
    date: file.header.date,
    remark: file.header.remark,
    nodes,
    roads: landed,
    ...areasOf(ways.closed, relations, offsets),
    hasPlaces: relations.hasPlaces || ways.hasPlaces,
    pois,
    ground: ground.finished(offsets),
    restrictions: [...relations.restrictions.values()].filter((one) => typeof one !== 'string'),
    restrictionRelations: relations.restrictions.size,
    unusedRestrictions: countEach([...relations.restrictions.values()].filter((one) => typeof one === 'string')),
    unusedRules: ways.unusedRules,
    refused,
  };
}

// All three are keyed by id: in merged files, or with several `out` statements in a query, elements are repeated.

interface Relations {
  readonly restrictions: ReadonlyMap<number, Restriction | RestrictionRefusal>;
  readonly multipolygons: ReadonlyMap<number, Multipolygon>;
  /** The ways of multipolygons, and their nodes once these are read. */
  readonly memberWays: Map<number, Float64Array | undefined>;
  /** Ways of ferry routes with the tags of the route, because the ways may have none. */
  readonly ferryWays: ReadonlyMap<number, Tags>;
  readonly hasPlaces: boolean;
}

async function readRelations(
  file: OsmFile,
  ground: GroundElements,
  onProgress: (share: number) => void,
): Promise<Relations> {
  const restrictions = new Map<number, Restriction | RestrictionRefusal>();
  const multipolygons = new Map<number, Multipolygon>();
  const memberWays = new Map<number, Float64Array | undefined>();
  const ferryWays = new Map<number, Tags>();
  let hasPlaces = false;
  const relation = (id: number, members: readonly OsmMember[], tags: Tags) => {
    const type = tags.get('type');
    ground.relation(id, members, tags);
    if (isRestriction(type)) restrictions.set(id, parseRestriction(members, tags));
    else if (type === 'route' && tags.get('route') === 'ferry') {
      for (const member of members) if (member.type === 'way') ferryWays.set(member.ref, tags);
    } else if (type === 'multipolygon') {
      const area = parseArea(tags);
      const poi = parsePoi(tags);
      if (!area && !poi?.destination) return;
      hasPlaces ||= area !== undefined && !tags.has('highway');
      const ways = (inner: boolean) =>
        members.filter((m) => m.type === 'way' && (m.role === 'inner') === inner).map((m) => m.ref);
      const polygon = { area, poi, outer: ways(false), inner: ways(true) };
      multipolygons.set(id, polygon);
      for (const ref of [...polygon.outer, ...polygon.inner]) memberWays.set(ref, undefined);
    }
  };
  await file.visit({ relation }, onProgress);
  return { restrictions, multipolygons, memberWays, ferryWays, hasPlaces };
}

interface Ways {
  readonly roads: Map<number, { readonly tags: RoadTags; readonly refs: Float64Array }>;
  /** Rings that are places. */
  readonly closed: ReadonlyMap<number, ClosedWay>;
  readonly refused: Map<RoadRefusal, number>;
  readonly unusedRules: ReadonlyMap<string, number>;
  readonly needed: NodeIdList;
  readonly hasPlaces: boolean;
}

interface ClosedWay {
  readonly area: AreaTags | undefined;
  readonly poi: PoiTags | undefined;
  readonly refs: Float64Array;
}

async function readWays(
  file: OsmFile,
  { memberWays, ferryWays }: Relations,
  ground: GroundElements,
  onProgress: (share: number) => void,
): Promise<Ways> {
  const needed = new NodeIdList();
  const roads = new Map<number, { tags: RoadTags; refs: Float64Array }>();
  const closed = new Map<number, ClosedWay>();
  const refused = new Map<RoadRefusal, number>();
  const unused: string[] = [];
  let hasPlaces = false;
  const way = (id: number, refs: readonly number[], asTagged: Tags) => {
    const tags = withPlainKeys(asTagged);
    let kept: Float64Array | undefined;
    const keep = () => {
      kept ??= new Float64Array(refs);
      return kept;
    };
    const ferry = tags.size === 0 || tags.has('ferry') ? ferryWays.get(id) : undefined;
    if (tags.has('highway') || tags.get('route') === 'ferry' || ferry) {
      const road = refs.length > 1 ? parseRoad(ferry ? withPlainKeys(ferry) : tags) : 'without nodes';
      if (typeof road === 'string') refused.set(road, (refused.get(road) ?? 0) + 1);
      else {
        roads.set(id, { tags: road, refs: keep() });
        if (road.class !== 'path') unusedRules(tags, (what) => unused.push(what));
      }
    }
    if (tags.size > 0 && refs.length > 3 && refs[0] === refs[refs.length - 1]) {
      const area = parseArea(tags);
      const poi = parsePoi(tags);
      hasPlaces ||= area !== undefined && !tags.has('highway');
      if (area || poi) closed.set(id, { area, poi, refs: keep() });
    }
    if (memberWays.has(id)) memberWays.set(id, keep());
    if (kept) for (const ref of kept) needed.add(ref);
    ground.way(id, refs, tags, needed);
  };
  await file.visit({ way }, onProgress);
  return { roads, closed, refused, unusedRules: countEach(unused), needed, hasPlaces };
}

async function readNodes(
  file: OsmFile,
  needed: NodeIdList,
  inside: (lon: number, lat: number) => boolean,
  ground: GroundElements,
  onProgress: (share: number) => void,
): Promise<{ readonly nodes: NodeStore; readonly pois: ExtractedPoi[] }> {
  const nodes = new NodeStore(needed.sorted());
  const pois = new Map<number, ExtractedPoi>();
  const node = (id: number, lon: number, lat: number, tags: Tags) => {
    if (!(Math.abs(lon) <= 180e7 && Math.abs(lat) <= 90e7)) return;
    const isInside = inside(lon, lat);
    if (isInside && tags.size > 0) {
      const poi = parsePoi(tags);
      if (poi) pois.set(id, { lon, lat, ...poi });
      ground.node(id, lon, lat, tags);
    }
    const at = nodes.find(id);
    if (at < 0) return;
    nodes.lon[at] = lon;
    nodes.lat[at] = lat;
    nodes.flags[at] |= isInside ? NodeFlag.KNOWN | (tags.size > 0 ? flagsOf(tags) : 0) : NodeFlag.OUTSIDE;
  };
  await file.visit({ node }, onProgress);
  return { nodes, pois: [...pois.values()] };
}

/** Rings and multipolygons as areas; incomplete multipolygons are counted. */
function areasOf(
  closed: Ways['closed'],
  { multipolygons, memberWays }: Relations,
  offsets: (refs: Float64Array) => Int32Array,
): Pick<OsmExtract, 'areas' | 'incompleteAreas'> {
  const areas: ExtractedArea[] = Array.from(closed.values(), ({ area, poi, refs }) => ({
    area,
    poi,
    outer: [offsets(refs)],
    inner: [],
  }));
  let incompleteAreas = 0;
  for (const { area, poi, outer, inner } of multipolygons.values()) {
    const present = (ids: readonly number[]) => ids.flatMap((id) => memberWays.get(id) ?? []).map(offsets);
    const polygon = { area, poi, outer: present(outer), inner: present(inner) };
    if (polygon.outer.length < outer.length || polygon.inner.length < inner.length) incompleteAreas++;
    if (polygon.outer.length > 0) areas.push(polygon);
  }
  return { areas, incompleteAreas };
}

function flagsOf(tags: Tags): number {
  const highway = tags.get('highway');
  const crossing =
    highway === 'crossing' && (tags.get('crossing') === 'traffic_signals' || tags.get('crossing:signals') === 'yes');
  return (
    (highway === 'traffic_signals' ? NodeFlag.SIGNALS : crossing ? NodeFlag.SIGNAL_CROSSING : 0) |
    barrierFlags(tags) |
    (highway === 'stop' || highway === 'give_way' ? signFlags(tags, highway) : 0)
  );
}

function barrierFlags(tags: Tags): number {
  const car = barrierAccess(tags, 'car');
  const closed = car === Access.CLOSED ? NodeFlag.BARRIER : NodeFlag.BARRIER | NodeFlag.BARRIER_DESTINATION;
  return (
    (car === Access.OPEN ? 0 : closed) |
    (barrierAccess(tags, 'foot') << GATE_BITS.walk) |
    (barrierAccess(tags, 'bike') << GATE_BITS.ride)
  );
}

function countEach<T>(values: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function signFlags(tags: Tags, highway: 'stop' | 'give_way'): number {
  const kind = highway === 'stop' ? NodeFlag.STOP : NodeFlag.GIVE_WAY;
  const direction = tags.get('direction');
  if (direction === 'forward') return kind | NodeFlag.FORWARD;
  if (direction === 'backward') return kind | NodeFlag.BACKWARD;
  return direction === 'both' || tags.get('stop') === 'all' ? kind | NodeFlag.FORWARD | NodeFlag.BACKWARD : kind;
}

function insideTest(box: LonLatBox | undefined): (lon: number, lat: number) => boolean {
  if (!box) return () => true;
  const [west, south, east, north] = [box.west, box.south, box.east, box.north].map((degrees) => degrees * 1e7);
  return (lon, lat) => lon >= west && lon <= east && lat >= south && lat <= north;
}
