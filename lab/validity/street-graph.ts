import { barrierAccess } from '../../packages/city-build/src/sources/osm/barriers.js';
import type { Tags } from '../../packages/city-build/src/sources/osm/elements.js';
import { openOsm } from '../../packages/city-build/src/sources/osm/open-osm.js';
import {
  isRestriction,
  parseRestriction,
  type Restriction,
} from '../../packages/city-build/src/sources/osm/restrictions.js';
import { parseRoad } from '../../packages/city-build/src/sources/osm/road-tags.js';
import { PUSHED } from './places.js';
import type { LonLat, Means } from './valhalla.js';

/** A way of the file that someone might use. */
export interface StreetWay {
  readonly id: number;
  readonly tags: Tags;
  /** Whether nodes of it are not in the file. */
  readonly isCut: boolean;
  /** How it is used here along it and against it. */
  readonly rules: readonly [along: StreetRule, against: StreetRule];
}

/** How a way is used in a direction. */
export interface StreetRule {
  /** The cost of a metre in metres; Infinity where it is closed. */
  readonly factor: number;
  /** Whether only those with a destination there use it, or those who have no other way. */
  readonly isLimited: boolean;
  /** Why it is not simply open; '' if it is. */
  readonly why: string;
}

/** A node on a route, and the directed segment by which it is reached. */
interface Reached {
  readonly node: number;
  readonly step?: number;
  readonly before?: Reached;
}

const OPEN: StreetRule = { factor: 1, isLimited: false, why: '' };
const closed = (why: string): StreetRule => ({ factor: Infinity, isLimited: false, why });
const LEVELS = ['', 'for those with a destination there', 'private', 'closed'];
/** Metres per degree of latitude. */
const DEGREE_METRES = 111_195;

/**
 * The ways of an extract as they are in the file, a segment between two nodes at a time, with the rules of map build for one
 * means of travel. Directed segments are `2 * segment` along the way, and one more against it.
 */
export class StreetGraph {
  readonly ways: StreetWay[] = [];
  readonly lon: number[] = [];
  readonly lat: number[] = [];
  readonly nodeIds: number[] = [];
  readonly nodeTags = new Map<number, Tags>();
  /** By segment: its nodes, its way, metres. */
  readonly from: number[] = [];
  readonly to: number[] = [];
  readonly wayOf: number[] = [];
  readonly metres: number[] = [];
  /** Directed segments that begin at each node. */
  readonly leaving: number[][] = [];
  /** Turn restrictions by node, for cars. */
  readonly restrictions = new Map<number, Restriction[]>();
  readonly #byPlace = new Map<string, number[]>();

  static async read(path: string, by: Means): Promise<StreetGraph> {
    const graph = new StreetGraph();
    const refs: number[][] = [];
    const file = await openOsm(path);
    const none = () => {};
    const restrictions: Restriction[] = [];
    await file.visit(
      {
        way: (id, nodes, tags) => {
          if (!isStreet(tags)) return;
          graph.ways.push({ id, tags, isCut: false, rules: rulesOf(tags, by) });
          refs.push(Array.from(nodes));
        },
        relation: (_, members, tags) => {
          if (by !== 'car' || !isRestriction(tags.get('type'))) return;
          const restriction = parseRestriction(members, tags);
          if (typeof restriction !== 'string') restrictions.push(restriction);
        },
      },
      none,
    );
    const wanted = new Set(refs.flat());
    const index = new Map<number, number>();
    await file.visit(
      {
        node: (id, lon, lat, tags) => {
          if (!wanted.has(id)) return;
          const node = graph.nodeIds.push(id) - 1;
          index.set(id, node);
          graph.lon.push(lon / 1e7);
          graph.lat.push(lat / 1e7);
          graph.leaving.push([]);
          if (tags.size > 0) graph.nodeTags.set(node, tags);
        },
      },
      none,
    );
    refs.forEach((nodes, way) => {
      const known = nodes.map((id) => index.get(id));
      if (known.includes(undefined)) graph.ways[way] = { ...graph.ways[way]!, isCut: true };
      for (let i = 1; i < known.length; i++) {
        const [a, b] = [known[i - 1], known[i]];
        if (a === undefined || b === undefined || a === b) continue;
        const segment = graph.from.push(a) - 1;
        graph.to.push(b);
        graph.wayOf.push(way);
        graph.metres.push(apart(graph.pointOf(a), graph.pointOf(b)));
        graph.leaving[a]!.push(2 * segment);
        graph.leaving[b]!.push(2 * segment + 1);
      }
    });
    for (let node = 0; node < graph.lon.length; node++) {
      const key = keyOf(graph.lon[node]!, graph.lat[node]!, 0, 0);
      const there = graph.#byPlace.get(key);
      if (there) there.push(node);
      else graph.#byPlace.set(key, [node]);
    }
    const wayIndex = new Map(graph.ways.map(({ id }, way) => [id, way]));
    const known = (ids: readonly number[]) => ids.flatMap((id) => wayIndex.get(id) ?? []);
    for (const restriction of restrictions) {
      const node = index.get(restriction.viaNode ?? Number.NaN);
      if (node === undefined) continue;
      const own = { ...restriction, from: known(restriction.from), to: known(restriction.to) };
      graph.restrictions.set(node, [...(graph.restrictions.get(node) ?? []), own]);
    }
    return graph;
  }

  pointOf(node: number): LonLat {
    return [this.lon[node]!, this.lat[node]!];
  }

  tail(directed: number): number {
    return directed & 1 ? this.to[directed >> 1]! : this.from[directed >> 1]!;
  }

  head(directed: number): number {
    return this.tail(directed ^ 1);
  }

  way(directed: number): StreetWay {
    return this.ways[this.wayOf[directed >> 1]!]!;
  }

  rule(directed: number): StreetRule {
    return this.way(directed).rules[directed & 1]!;
  }

  middle(directed: number, share = 0.5): LonLat {
    const [a, b] = [this.pointOf(this.tail(directed)), this.pointOf(this.head(directed))];
    return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
  }

  /** The nodes at a point with six decimals. */
  nodesAt([lon, lat]: LonLat): number[] {
    const found: number[] = [];
    for (const dx of [-1, 0, 1])
      for (const dy of [-1, 0, 1]) found.push(...(this.#byPlace.get(keyOf(lon, lat, dx, dy)) ?? []));
    return found;
  }

  /**
   * The directed segments along the points of another tool's route, which are those of the file, except for the first and the
   * last one. Undefined if they are not.
   */
  segmentsAlong(shape: readonly LonLat[]): number[] | undefined {
    const inner = shape.slice(1, -1).map((point) => this.nodesAt(point));
    if (inner.length === 0 || inner.some((nodes) => nodes.length === 0)) return undefined;
    // Of several nodes at a point, any may be the one from which the route continues.
    let at: Reached[] = inner[0]!.map((node) => ({ node }));
    for (const next of inner.slice(1)) {
      const reached = new Map<number, Reached>();
      for (const before of at) {
        if (next.includes(before.node)) reached.set(before.node, before);
        for (const step of this.leaving[before.node]!) {
          const node = this.head(step);
          const known = reached.get(node)?.step;
          const isBetter = known !== undefined && this.rule(known).why !== '' && this.rule(step).why === '';
          if (next.includes(node) && (isBetter || !reached.has(node))) reached.set(node, { node, step, before });
        }
      }
      if (reached.size === 0) return undefined;
      at = [...reached.values()];
    }
    const found: number[] = [];
    for (let end: Reached | undefined = at[0]; end?.step !== undefined; end = end.before) found.unshift(end.step);
    const node = at[0]!.node;
    const first = this.#through(shape[0]!, found.length > 0 ? this.tail(found[0]!) : node);
    const last = this.#through(shape.at(-1)!, found.length > 0 ? this.head(found.at(-1)!) : node);
    return [...(first === undefined ? [] : [first ^ 1]), ...found, ...(last === undefined ? [] : [last])];
  }

  /** The directed segment from a node that passes a point. */
  #through(point: LonLat, node: number): number | undefined {
    let best: number | undefined;
    let least = 1.5;
    for (const directed of this.leaving[node]!) {
      const { distance } = this.place(directed, point);
      if (distance < least) [least, best] = [distance, directed];
    }
    return best;
  }

  /** Where a point is along a directed segment, as a share, and how far beside it, metres. */
  place(directed: number, point: LonLat): { readonly share: number; readonly distance: number } {
    const [a, b] = [this.pointOf(this.tail(directed)), this.pointOf(this.head(directed))];
    const scale = Math.cos((a[1] * Math.PI) / 180);
    const [dx, dy] = [(b[0] - a[0]) * scale, b[1] - a[1]];
    const [px, py] = [(point[0] - a[0]) * scale, point[1] - a[1]];
    const share = Math.min(1, Math.max(0, (px * dx + py * dy) / (dx * dx + dy * dy || 1)));
    return { share, distance: Math.hypot(px - share * dx, py - share * dy) * DEGREE_METRES };
  }
}

export function apart(a: LonLat, b: LonLat): number {
  const scale = Math.cos((((a[1] + b[1]) / 2) * Math.PI) / 180);
  return Math.hypot((a[0] - b[0]) * scale, a[1] - b[1]) * DEGREE_METRES;
}

function keyOf(lon: number, lat: number, dx: number, dy: number): string {
  return `${Math.round(lon * 1e6) + dx} ${Math.round(lat * 1e6) + dy}`;
}

/** Platforms are used by others. */
function isStreet(tags: Tags): boolean {
  return (
    tags.has('highway') ||
    tags.get('route') === 'ferry' ||
    tags.get('railway') === 'platform' ||
    tags.get('public_transport') === 'platform'
  );
}

function rulesOf(tags: Tags, by: Means): [StreetRule, StreetRule] {
  if (!tags.has('highway') && tags.get('route') !== 'ferry') return [closed('not a road'), closed('not a road')];
  const road = parseRoad(tags);
  if (typeof road === 'string') return [closed(road), closed(road)];
  return [0, 1].map((d) => {
    if (by === 'car') {
      if (road.lanes[0] + road.lanes[1] === 0) return closed('not for cars');
      if (road.lanes[d] === 0) return closed('one way');
      return road.untagged
        ? { ...OPEN, isLimited: true, why: 'a track without a tag for cars' }
        : limited(road.access[d]!);
    }
    const isDriven = road.lanes[0] + road.lanes[1] > 0;
    const { left, right } = road.sidewalks;
    const isWalked = isDriven ? left || right : road.walkable;
    if (by === 'foot') return isWalked ? limited(road.walkAccess[d]!) : closed('not for walking');
    const percent = road.ride[d]!;
    if (percent > PUSHED) return limited(road.rideAccess[d]!);
    if (percent === 0 && !isWalked) return closed('not for bicycles');
    const isOneway = percent === 0 && road.ride[1 - d]! > PUSHED;
    const why = isOneway ? 'pushed against the one-way street' : percent > 0 && percent < PUSHED ? 'carried' : 'pushed';
    return { factor: 100 / (percent || PUSHED), isLimited: percent !== PUSHED, why };
  }) as [StreetRule, StreetRule];
}

function limited(level: number): StreetRule {
  return level === 0 ? OPEN : { factor: 1, isLimited: true, why: LEVELS[level]! };
}

/** Why a node is not simply passed; '' if it is. `isClosed`: by no one. */
export function gateRule(tags: Tags | undefined, by: Means): { readonly why: string; readonly isClosed: boolean } {
  const level = tags === undefined ? 0 : barrierAccess(tags, by);
  return { why: LEVELS[level]!, isClosed: by === 'car' && level >= 2 };
}
