import type { CityMap } from '@itinera/city';
import type { Tags } from '../../packages/city-build/src/sources/osm/elements.js';
import { MapPieces, type Piece } from './map-pieces.js';
import { gateRule, type StreetGraph } from './street-graph.js';
import { type Assumed, type StreetPath, type StreetPlace, StreetSearch } from './street-search.js';
import type { TripMade } from './trips.js';
import type { LonLat, Means, PeerRoute, Valhalla } from './valhalla.js';

/** A trip whose length here differs from that of another tool. */
export interface OffTrip {
  readonly from: LonLat;
  readonly to: LonLat;
  /** The trip on the map; null without a route. */
  readonly ours: TripMade | null;
  readonly theirs: PeerRoute;
}

/** A way, a node or a turn that only one of the two uses. */
export interface Cause {
  readonly kind: 'way' | 'node' | 'turn' | 'search' | Piece['kind'];
  /** Of the way or node in OpenStreetMap; of a piece, of the way where it begins. */
  readonly id: number;
  readonly tags: Tags;
  readonly isCut: boolean;
  /** Who uses it. */
  readonly by: 'theirs' | 'ours';
  /** Our rule, where it is not simply open. */
  readonly why: string;
}

export interface Explained {
  readonly trip: OffTrip;
  /** By the rules of map build on the ways of the file. */
  readonly byRules: number | null;
  /** The fewest that together make the lengths equal within the limit. */
  readonly causes: readonly Cause[];
  readonly isExplained: boolean;
}

/** Share by which a trip on the map may differ from its ways in the file, unless the map is named. */
const OF_MAP = 0.05;

/** Rounds in which more ways of ours are closed. */
const ROUNDS = 60;

interface Unit {
  readonly cause: Cause;
  readonly open: Set<number>;
  readonly openNodes: Set<number>;
  readonly closed: Set<number>;
  readonly closedTurns: Set<string>;
}

/** Names what makes the lengths of trips differ: ways that only one of the two tools uses. */
export class TripExplainer {
  readonly #search: StreetSearch;
  readonly #pieces: MapPieces;

  constructor(
    readonly graph: StreetGraph,
    readonly map: CityMap,
    readonly peer: Valhalla,
    readonly by: Means,
    /** Share by which lengths may differ. */
    readonly off: number,
  ) {
    this.#search = new StreetSearch(graph, by);
    this.#pieces = new MapPieces(map, graph, this.#search, by);
  }

  async explain(trip: OffTrip): Promise<Explained> {
    const { graph } = this;
    const along = graph.segmentsAlong(trip.theirs.shape);
    if (along === undefined || along.length === 0) return { trip, byRules: null, causes: [], isExplained: false };
    const placeOf = (directed: number, point: LonLat): StreetPlace => ({
      directed,
      share: graph.place(directed, point).share,
    });
    const from = placeOf(along[0]!, trip.theirs.shape[0]!);
    const to = placeOf(along.at(-1)!, trip.theirs.shape.at(-1)!);
    const target = trip.theirs.metres;
    // The map may add the other half.
    const isSame = (path: StreetPath | undefined) =>
      path !== undefined && Math.abs(path.metres / target - 1) <= this.off / 2;
    const pathWith = (units: readonly Unit[]) => this.#search.path(from, to, assumedBy(units));
    const first = pathWith([]);
    const byRules = first?.metres ?? null;
    const ofMap = this.#ofMap(trip, first);
    if (isSame(first)) return { trip, byRules, causes: ofMap, isExplained: ofMap.length > 0 };
    let units = this.#theirs(along);
    let path = pathWith(units);
    let missed: Unit[] = [];
    for (let round = 0; round < ROUNDS && path && path.metres < target * 0.97; round++) {
      const more = await this.#ours(path.segments, new Set(along));
      missed = more.filter(({ cause }) => cause.kind === 'search');
      if (more.length === missed.length) break;
      units = [...units, ...more.filter((unit) => !missed.includes(unit))];
      path = pathWith(units);
    }
    if (missed.length > 0 && !isSame(path))
      return { trip, byRules, causes: [...merged(missed), ...ofMap], isExplained: true };
    // Without a route here there is nothing to compare with, and whatever they use is a cause.
    const isOpened = first === undefined && path !== undefined && units.length > 0;
    if (!isSame(path)) return { trip, byRules, causes: [...merged(units), ...ofMap], isExplained: isOpened };
    // Whatever is not needed is no cause.
    for (const unit of [...units].reverse()) {
      const without = units.filter((one) => one !== unit);
      if (isSame(pathWith(without))) units = without;
    }
    return { trip, byRules, causes: [...merged(units), ...ofMap], isExplained: true };
  }

  /** Where the map differs from its file: the pieces that matter most, until the rest is within the limit. */
  #ofMap({ ours, theirs }: OffTrip, path: StreetPath | undefined): Cause[] {
    if (path === undefined) return [];
    if (ours === null) {
      const ends = [path.segments[0]!, path.segments.at(-1)!];
      const points = [theirs.shape[0]!, theirs.shape.at(-1)!];
      const missing = ends.filter((_, i) => !this.#pieces.has(points[i]!));
      return missing.map((directed) => ({ ...this.#way(directed, 'ours', ''), kind: 'not in the map' }));
    }
    const difference = ours.metres - path.metres;
    let rest = Math.abs(difference);
    if (rest <= OF_MAP * path.metres) return [];
    const pieces = difference > 0 ? this.#pieces.longer(path) : this.#pieces.shorter(ours.laneIds);
    const causes: Cause[] = [];
    for (const { kind, directed, excess } of pieces) {
      // Negative after a piece that differs by more than the whole trip, or has no route.
      if (rest <= OF_MAP * path.metres) break;
      rest -= Math.abs(excess);
      causes.push({ ...this.#way(directed, 'ours', ''), kind });
    }
    return causes;
  }

  /** What they use that is not simply open here, by way and node. */
  #theirs(along: readonly number[]): Unit[] {
    const { graph, by } = this;
    const ways = new Map<number, Unit>();
    const units: Unit[] = [];
    along.forEach((directed, i) => {
      const { why } = graph.rule(directed);
      if (why !== '') {
        const way = graph.wayOf[directed >> 1]!;
        const known = ways.get(2 * way + (directed & 1));
        if (known) known.open.add(directed);
        else {
          const unit = unitOf(this.#way(directed, 'theirs', why), { open: [directed] });
          ways.set(2 * way + (directed & 1), unit);
          units.push(unit);
        }
      }
      const next = along[i + 1];
      if (next === undefined) return;
      const node = graph.head(directed);
      const gate = gateRule(graph.nodeTags.get(node), by);
      const turn =
        by === 'car' && next === (directed ^ 1)
          ? 'turning back'
          : by === 'car' && this.#search.isBanned(directed, node, next)
            ? 'banned turn'
            : '';
      if (gate.why !== '' || turn !== '')
        units.push(unitOf(this.#node(node, 'theirs', gate.why || turn), { openNodes: [node] }));
    });
    return units;
  }

  /** What is used here, but not by them, of a path: the first way, node or turn of each stretch that they cannot follow. */
  async #ours(segments: readonly number[], theirs: ReadonlySet<number>): Promise<Unit[]> {
    const { graph } = this;
    const units: Unit[] = [];
    const isFollowed = async (i: number, j: number, start = 0.5, end = 0.5) => {
      const [a, b] = [segments[i]!, segments[j]!];
      let metres = i === j ? (end - start) * graph.metres[a >> 1]! : (1 - start) * graph.metres[a >> 1]!;
      for (let k = i + 1; k < j; k++) metres += graph.metres[segments[k]! >> 1]!;
      if (i !== j) metres += end * graph.metres[b >> 1]!;
      const route = await this.peer.route(graph.middle(a, start), graph.middle(b, end));
      return route !== null && route.metres <= metres * 1.02 + 2;
    };
    const add = async (i: number, j: number): Promise<void> => {
      if (await isFollowed(i, j)) return;
      if (j - i > 1) {
        const middle = (i + j) >> 1;
        const halves = [await isFollowed(i, middle), await isFollowed(middle, j)];
        // They have both halves and a longer route over both.
        if (halves[0] && halves[1]) units.push(unitOf(this.#missed(segments[middle]!), {}));
        if (!halves[0]) await add(i, middle);
        if (!halves[1]) await add(middle, j);
        return;
      }
      for (const k of [i, j]) {
        const directed = segments[k]!;
        if (
          theirs.has(directed) ||
          (await this.#isUsed(directed)) ||
          (graph.metres[directed >> 1]! > 4 && (await isFollowed(k, k, 0.2, 0.8)))
        )
          continue;
        units.push(unitOf(this.#way(directed, 'ours', graph.rule(directed).why), { closed: [directed] }));
        return;
      }
      const [before, after] = [segments[i]!, segments[j]!];
      units.push(unitOf(this.#turn(before, after), { closedTurns: [`${before},${after}`] }));
    };
    await add(0, segments.length - 1);
    return units;
  }

  /** Whether they have the way of a segment. A short one is beside others, which are found as well. */
  async #isUsed(directed: number): Promise<boolean> {
    const { graph } = this;
    if (graph.metres[directed >> 1]! > 4) return false;
    return (await this.peer.waysNear(graph.middle(directed), 1)).has(graph.way(directed).id);
  }

  #way(directed: number, by: Cause['by'], why: string): Cause {
    const { id, tags, isCut } = this.graph.way(directed);
    return { kind: 'way', id, tags, isCut, by, why };
  }

  #node(node: number, by: Cause['by'], why: string): Cause {
    const { nodeTags, nodeIds } = this.graph;
    return { kind: 'node', id: nodeIds[node]!, tags: nodeTags.get(node) ?? new Map(), isCut: false, by, why };
  }

  #missed(directed: number): Cause {
    return { ...this.#way(directed, 'ours', ''), kind: 'search' };
  }

  /** A barrier, if there is one between the two, else the turn. */
  #turn(before: number, after: number): Cause {
    const { graph } = this;
    const node = this.#node(graph.head(before), 'ours', '');
    if (node.tags.has('barrier')) return node;
    return { ...node, kind: 'turn', why: `from way ${graph.way(before).id} into way ${graph.way(after).id}` };
  }
}

const unitOf = (
  cause: Cause,
  sets: { open?: number[]; openNodes?: number[]; closed?: number[]; closedTurns?: string[] },
): Unit => ({
  cause,
  open: new Set(sets.open),
  openNodes: new Set(sets.openNodes),
  closed: new Set(sets.closed),
  closedTurns: new Set(sets.closedTurns),
});

function assumedBy(units: readonly Unit[]): Assumed {
  const all = <T>(of: (unit: Unit) => Iterable<T>) => new Set(units.flatMap((unit) => [...of(unit)]));
  return {
    open: all((unit) => unit.open),
    openNodes: all((unit) => unit.openNodes),
    closed: all((unit) => unit.closed),
    closedTurns: all((unit) => unit.closedTurns),
  };
}

function merged(units: readonly Unit[]): Cause[] {
  return [...new Map(units.map(({ cause }) => [`${cause.kind} ${cause.id} ${cause.by}`, cause])).values()];
}
