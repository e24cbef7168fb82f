import { Access, unusedRules, withPlainKeys } from './access.js';
import { barrierAccess } from './barriers.js';
import { NO_TAGS, type OsmHeader, type OsmMember, type Tags } from './elements.js';
import { withoutStretchedRoads } from './far-apart.js';
import { landFerries } from './ferries.js';
import { ferryTerminals, type TaggedWay } from './ferry-terminals.js';
import { GATE_BITS, NodeFlag, type NodeStore, WayNodes } from './node-store.js';
import { isRestriction, parseRestriction, type Restriction, type RestrictionRefusal } from './restrictions.js';
import {
  type ExtractedRoad,
  isDriveway,
  isFerry,
  nameOf,
  parseRoad,
  type RoadRefusal,
  type RoadTags,
} from './road-tags.js';

/** The streets and paths of a file. */
export interface StreetExtract {
  readonly date: string;
  /** Remark of the server that created the file, or ''. */
  readonly remark: string;
  readonly nodes: NodeStore;
  readonly roads: readonly ExtractedRoad[];
  /** Restrictions by node ids; indices of via nodes are looked up in `nodes`. */
  readonly restrictions: readonly Restriction[];
  /** Relations of turn restrictions, and those without one for cars, by reason. */
  readonly restrictionRelations: number;
  readonly unusedRestrictions: ReadonlyMap<RestrictionRefusal, number>;
  /** Conditions and values of access tags on streets and paths, and on ways without access, that are not used, with their number. */
  readonly unusedRules: ReadonlyMap<string, number>;
  /** Ways with `highway` or `route=ferry` that are not streets, by reason. */
  readonly refused: ReadonlyMap<RoadRefusal, number>;
}

const DRIVEWAYS: RoadRefusal = 'driveways and parking aisles';

/**
 * Collects the streets of a file: it receives all relations, then all ways, then all nodes. Everything is keyed by id, because merged
 * files, and queries with several `out` statements, repeat elements.
 */
export class StreetElements {
  readonly #restrictions = new Map<number, Restriction | RestrictionRefusal>();
  /** Ways of ferry routes with the tags of the route, because the ways may have none. */
  readonly #ferryWays = new Map<number, Tags>();
  readonly #roads = new Map<number, TaggedWay>();
  readonly #driveways = new Map<number, TaggedWay<Tags>>();
  /** By tags. */
  readonly #known = new Map<string, ReadRoad>();
  readonly #refused = new Map<RoadRefusal, number>();
  readonly #unusedRules = new Map<string, number>();
  readonly #roadNodes = new WayNodes();
  readonly #drivewayNodes = new WayNodes();
  #nodes: NodeStore | undefined;

  relation(id: number, members: readonly OsmMember[], tags: Tags): void {
    const type = tags.get('type');
    if (isRestriction(type)) this.#restrictions.set(id, parseRestriction(members, tags));
    else if (type === 'route' && tags.get('route') === 'ferry')
      for (const member of members) if (member.type === 'way') this.#ferryWays.set(member.ref, tags);
  }

  way(id: number, refs: ArrayLike<number>, tags: Tags): void {
    const ferry = tags.size === 0 || tags.has('ferry') ? this.#ferryWays.get(id) : undefined;
    if (!ferry && !tags.has('highway') && !isFerry(tags)) return;
    const { road, unusedRules, plainTags } = refs.length > 1 ? this.#read(ferry ?? tags) : WITHOUT_NODES;
    if (!ferry && isDriveway(plainTags))
      this.#driveways.set(id, { name: nameOf(tags), tags: plainTags, way: this.#drivewayNodes.add(refs) });
    for (const what of unusedRules) count(this.#unusedRules, what);
    if (typeof road === 'string') {
      count(this.#refused, road);
      return;
    }
    this.#roads.set(id, { name: nameOf(ferry ?? tags), tags: road, way: this.#roadNodes.add(refs) });
  }

  /** Adds the driveways by which cars reach ferries, once all ways are known. */
  addTerminals(): void {
    const terminals = ferryTerminals(this.#roads.values(), this.#roadNodes, this.#driveways, this.#drivewayNodes);
    for (const [id, { name, tags, way }] of terminals)
      this.#roads.set(id, { name, tags, way: this.#roadNodes.add(this.#drivewayNodes.idsOf(way)) });
    if (terminals.size > 0) count(this.#refused, DRIVEWAYS, -terminals.size);
  }

  /** @param isInside whether the node is inside the box */
  node(id: number, lon: number, lat: number, tags: Tags, isInside: boolean): void {
    const at = this.#store.find(id);
    if (at < 0) return;
    const flags = isInside ? NodeFlag.KNOWN | (tags.size > 0 ? flagsOf(tags) : 0) : NodeFlag.OUTSIDE;
    this.#store.put(at, lon, lat, flags);
  }

  finished({ date, remark }: OsmHeader): StreetExtract {
    const nodes = this.#store;
    const nodesOf = this.#roadNodes.findIn(nodes);
    const all = Array.from(this.#roads, ([id, { name, tags, way }]) => ({ id, name, tags, nodes: nodesOf(way) }));
    const near = withoutStretchedRoads(all, nodes);
    const landed = landFerries(near, nodes);
    const left = (reason: RoadRefusal, ways: number) => ways > 0 && count(this.#refused, reason, ways);
    left('with nodes farther apart than 50 km', all.length - near.length);
    left('ferries without a connection on land', near.length - landed.length);
    const restrictions = [...this.#restrictions.values()];
    const unusedRestrictions = new Map<RestrictionRefusal, number>();
    for (const one of restrictions) if (typeof one === 'string') count(unusedRestrictions, one);
    return {
      date,
      remark,
      nodes,
      roads: landed,
      restrictions: restrictions.filter((one) => typeof one !== 'string'),
      restrictionRelations: restrictions.length,
      unusedRestrictions,
      unusedRules: this.#unusedRules,
      refused: this.#refused,
    };
  }

  /** What tags say of a street. Most streets have the same tags as another, except for its name. */
  #read(tags: Tags): ReadRoad {
    let key = '';
    for (const [name, value] of tags) if (!SILENT.test(name)) key += `${name}=${value}\n`;
    let known = this.#known.get(key);
    if (known === undefined) {
      known = readRoad(withPlainKeys(tags));
      this.#known.set(key, known);
    }
    return known;
  }

  /** The nodes, once all ways are known. */
  get #store(): NodeStore {
    this.#nodes ??= this.#roadNodes.store();
    return this.#nodes;
  }
}

/** Keys that say nothing but the name of a street, or who mapped it and from what. */
const SILENT = /^(name|ref|alt_name|old_name|short_name|tiger|wikidata|wikipedia|note|created_by|source$)/;

interface ReadRoad {
  readonly road: RoadTags | RoadRefusal;
  readonly unusedRules: readonly string[];
  /** As `withPlainKeys` gives them. */
  readonly plainTags: Tags;
}

const WITHOUT_NODES: ReadRoad = { road: 'without nodes', unusedRules: [], plainTags: NO_TAGS };

function readRoad(tags: Tags): ReadRoad {
  const road = parseRoad(tags);
  const unused: string[] = [];
  // A way that is closed, to all or to cars, may be open at certain times.
  if (typeof road !== 'string' || road === 'no access') unusedRules(tags, (what) => unused.push(what));
  return { road, unusedRules: unused, plainTags: tags };
}

function count<T>(counts: Map<T, number>, what: T, times = 1): void {
  counts.set(what, (counts.get(what) ?? 0) + times);
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

function signFlags(tags: Tags, highway: 'stop' | 'give_way'): number {
  const kind = highway === 'stop' ? NodeFlag.STOP : NodeFlag.GIVE_WAY;
  const direction = tags.get('direction');
  if (direction === 'forward') return kind | NodeFlag.FORWARD;
  if (direction === 'backward') return kind | NodeFlag.BACKWARD;
  return direction === 'both' || tags.get('stop') === 'all' ? kind | NodeFlag.FORWARD | NodeFlag.BACKWARD : kind;
}
