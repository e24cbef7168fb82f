import type { CityMap } from '../map/city-map.js';
import { AstarSearch } from './astar.js';
import type { Hierarchy } from './contraction.js';
import { buildCustomizableHierarchy, type CustomizableHierarchy } from './customizable-hierarchy.js';
import { customize } from './customize.js';
import { type DriveNetwork, withRoadFactors, withTurnDelays } from './drive-network.js';
import { EliminationSearch } from './elimination-search.js';
import { type Graph, type NodePath, type Seeds, withoutEntries } from './graph.js';
import type { HubLabels } from './hub-labels.js';
import { LabelSearch } from './label-search.js';
import { buildRideNetwork, hasRiding, ridePace, rideTime } from './ride-network.js';
import { DriveWays, type LanePlace, type Route, type RouteWays, WalkWays } from './route.js';
import type { RoutingData } from './routing-data.js';
import { type WalkNetwork, walkPace } from './walk-network.js';

/**
 * Kind of travel: by car along the driving lanes, on foot along the walking lanes, or by bicycle along those of both kinds that
 * the map says are for bicycles; in a map that does not say it, a ride is a walk, with the seconds of one.
 */
export type Travel = 'drive' | 'walk' | 'ride';

interface PathSearch {
  find(sources: Seeds, targets: Seeds, limit: number): NodePath | null;
}

/** Routes by bicycle, whose network is built when it is first needed. */
interface RideEngine {
  engine(): Engine;
  /** The same without some lanes. */
  without(isClosed: (lane: number) => boolean): RideEngine;
}

interface Engine {
  readonly ways: RouteWays;
  readonly graph: Graph;
  /** Created with its working memory on first use. */
  readonly search: () => PathSearch;
  readonly astar: () => AstarSearch;
}

/**
 * Fastest routes, exact: by contraction hierarchy and hub labels if the routing data has them, otherwise by A*. Answers
 * depend only on the query, never on previous ones. Not thread-safe: each thread needs its own router on the same data.
 */
export class Router {
  #engines: Readonly<Record<'drive' | 'walk', Engine>>;
  /** Null if the map does not say where bicycles may be ridden: then they go where people walk. */
  #ride: RideEngine | null;
  /** For changed costs; null if the routing data has no hierarchies. */
  #customizable: (() => CustomizableHierarchy) | null;

  constructor(
    private readonly city: CityMap,
    private readonly data: RoutingData,
  ) {
    const { drive, walk } = data;
    this.#engines = {
      drive: engineOf(new DriveWays(city, drive), drive, data.driveHierarchy, data.driveLabels),
      walk: engineOf(new WalkWays(city, walk, walkPace(city)), walk, data.walkHierarchy, data.walkLabels),
    };
    this.#ride = hasRiding(city) ? rideEngine(city, data.ride) : null;
    this.#customizable = data.driveHierarchy && once(() => buildCustomizableHierarchy(drive.graph, drive.points));
  }

  get driveNetwork(): DriveNetwork {
    return this.data.drive;
  }

  get walkNetwork(): WalkNetwork {
    return this.data.walk;
  }

  /**
   * The router with the cost of each road (by row) multiplied by a factor: congestion (> 1), or Infinity for closed
   * roads. If the routing data has hierarchies, the first route by car builds a customizable one for all such routers
   * of this one (about 1 s for 50,000 roads, once), and applies these costs (about 50 ms); otherwise routes are
   * searched by A*.
   */
  withRoadFactors(factors: ArrayLike<number>): Router {
    return this.#withCosts(withRoadFactors(this.data.drive, factors));
  }

  /** The same with some seconds more for each turn, by arc of the network. */
  withTurnDelays(seconds: ArrayLike<number>): Router {
    return this.#withCosts(withTurnDelays(this.data.drive, seconds));
  }

  #withCosts(drive: DriveNetwork): Router {
    const router = new Router(this.city, { ...this.data, drive, driveHierarchy: null, driveLabels: null });
    const customizable = this.#customizable;
    router.#customizable = customizable;
    const search = customizable && once(() => customSearch(customizable(), drive.graph));
    router.#engines = { drive: { ...router.#engines.drive, ...(search && { search }) }, walk: this.#engines.walk };
    router.#ride = this.#ride;
    return router;
  }

  /** The router without some walking lanes (rows); routes on foot are searched by A*. */
  withoutWalkingOn(isClosed: (lane: number) => boolean): Router {
    const { walk } = this.data;
    const costs = walk.graph.costs.map((cost, arc) => {
      const way = walk.lanes[arc];
      return isClosed(way < 0 ? ~way : way) ? Infinity : cost;
    });
    const open = { ...walk, graph: { ...walk.graph, costs } };
    const router = new Router(this.city, { ...this.data, walk: open, walkHierarchy: null, walkLabels: null });
    router.#customizable = this.#customizable;
    router.#engines = { drive: this.#engines.drive, walk: router.#engines.walk };
    router.#ride = this.#ride?.without(isClosed) ?? null;
    return router;
  }

  /**
   * The fastest route from any of the origins to any of the targets. Ties are always resolved in the same way.
   * @returns null if there is none, or if no place is on a lane for this kind of travel
   */
  route(travel: Travel, from: readonly LanePlace[], to: readonly LanePlace[]): Route | null {
    const search = this.#engine(travel).search();
    return this.#route(travel, from, to, (sources, targets, limit) => search.find(sources, targets, limit));
  }

  /**
   * The fastest route and a few others that are nearly as fast but clearly different, fastest first, by penalties: the
   * arcs of every route found are made 40 % more expensive, and the search (A*) is repeated. A route is kept if it
   * takes at most `stretch` times as long as the fastest and shares at most `overlap` of its time with each route kept
   * so far.
   * @see de la Barra, Pérez, Añez 1993; Abraham, Delling, Goldberg, Werneck 2013, doi:10.1145/2444016.2444019
   */
  alternatives(
    travel: Travel,
    from: readonly LanePlace[],
    to: readonly LanePlace[],
    { count = 3, stretch = 1.3, overlap = 0.7 }: { count?: number; stretch?: number; overlap?: number } = {},
  ): Route[] {
    const { graph, astar } = this.#engine(travel);
    const search = astar();
    const costs = graph.costs.slice();
    const kept: { route: Route; arcs: Set<number> }[] = [];
    for (let round = 0; kept.length < count && round < count * 4; round++) {
      let path: NodePath | null = null;
      const route = this.#route(travel, from, to, (sources, targets, limit) => {
        path = search.find(sources, targets, limit, costs);
        if (path === null) return null;
        const real = (path as NodePath).arcs.reduce((sum, arc) => sum + graph.costs[arc], 0);
        return { ...(path as NodePath), cost: sources.costs[path.source] + real + targets.costs[path.target] };
      });
      if (route === null) break;
      const arcs = new Set<number>((path as NodePath | null)?.arcs);
      for (const arc of arcs) costs[arc] *= 1.4;
      const timeOf = (some: readonly number[]) => some.reduce((sum, arc) => sum + withoutEntries(graph.costs[arc]), 0);
      const own = timeOf([...arcs]);
      const isNew = (other: { arcs: ReadonlySet<number> }) =>
        timeOf([...arcs].filter((arc) => other.arcs.has(arc))) <= overlap * own;
      const isShort = kept.length === 0 || route.seconds <= stretch * kept[0].route.seconds;
      if (isShort && kept.every(isNew)) kept.push({ route, arcs });
      if (own === 0) break;
    }
    return kept.map(({ route }) => route).sort((a, b) => a.seconds - b.seconds);
  }

  #engine(travel: Travel): Engine {
    if (travel === 'ride') return this.#ride?.engine() ?? this.#engines.walk;
    return this.#engines[travel];
  }

  #route(
    travel: Travel,
    from: readonly LanePlace[],
    to: readonly LanePlace[],
    find: (sources: Seeds, targets: Seeds, limit: number) => NodePath | null,
  ): Route | null {
    const { ways } = this.#engine(travel);
    let cost = Infinity;
    let origin = -1;
    let target = -1;
    from.forEach((a, i) => {
      to.forEach((b, j) => {
        const direct = ways.direct(a, b);
        if (direct < cost) [cost, origin, target] = [direct, i, j];
      });
    });
    const sources = ways.sources(from);
    const targets = ways.targets(to);
    const path = find(sources, targets, cost);
    if (path !== null) {
      origin = sources.places[path.source];
      target = targets.places[path.target];
    }
    if (origin < 0) return null;
    const [a, b] = [from[origin], to[target]];
    const seconds = ways.seconds(a, b, path, path?.cost ?? cost);
    return { seconds, origin, target, ...ways.lanes(a, b, path) };
  }
}

function engineOf(
  ways: RouteWays,
  network: { readonly graph: Graph; readonly points: Float64Array },
  hierarchy: Hierarchy | null,
  labels: HubLabels | null,
): Engine {
  const { graph } = network;
  const astar = once(() => new AstarSearch(graph, network.points));
  return { ways, graph, astar, search: hierarchy && labels ? once(() => new LabelSearch(hierarchy, labels)) : astar };
}

/** Searches by A*, since rides are few and short: a hierarchy would pay off after thousands of them. */
function rideEngine(city: CityMap, built: WalkNetwork | null): RideEngine {
  const network = once(() => built ?? buildRideNetwork(city));
  const withCosts = (costs: () => Float64Array): RideEngine => ({
    engine: once(() => {
      const { graph: ways, points } = network();
      const graph = { ...ways, costs: costs() };
      const search = once(() => new AstarSearch(graph, points));
      return { ways: new WalkWays(city, network(), ridePace(city), rideTime(city)), graph, astar: search, search };
    }),
    without: (isClosed) =>
      withCosts(() => {
        const { lanes } = network();
        return costs().map((cost, arc) => (isClosed(lanes[arc] < 0 ? ~lanes[arc] : lanes[arc]) ? Infinity : cost));
      }),
  });
  return withCosts(() => network().graph.costs);
}

function customSearch(hierarchy: CustomizableHierarchy, { costs }: Graph): EliminationSearch {
  return new EliminationSearch(hierarchy, customize(hierarchy, costs));
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
