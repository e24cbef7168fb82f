import type { CityMap } from '../map/city-map.js';
import { AstarSearch } from './astar.js';
import type { Hierarchy } from './contraction.js';
import { type DriveNetwork, withRoadFactors } from './drive-network.js';
import type { Graph, NodePath, Seeds } from './graph.js';
import type { HubLabels } from './hub-labels.js';
import { LabelSearch } from './label-search.js';
import { DriveWays, type LanePlace, type Route, type RouteWays, WalkWays } from './route.js';
import type { RoutingData } from './routing-data.js';
import type { WalkNetwork } from './walk-network.js';

/** How a way is made: by car along the driving lanes, or on foot along the walking lanes. */
export type Travel = 'drive' | 'walk';

interface Engine {
  readonly ways: RouteWays;
  readonly graph: Graph;
  readonly points: Float64Array;
  readonly hierarchy: Hierarchy | null;
  readonly labels: HubLabels | null;
}

/**
 * Exact shortest ways in time: by contraction hierarchy and hub labels where the routing data has them, otherwise by A*.
 * Answers depend on the question alone, never on what was asked before. Not for use by several threads at once: each
 * has its own on the same data.
 */
export class Router {
  readonly #engines: Readonly<Record<Travel, Engine>>;
  readonly #searches: { [travel in Travel]?: ReturnType<typeof searchOf> } = {};
  readonly #exact: { [travel in Travel]?: AstarSearch } = {};

  constructor(
    private readonly city: CityMap,
    private readonly data: RoutingData,
  ) {
    const { drive, walk } = data;
    this.#engines = {
      drive: {
        ways: new DriveWays(city, drive),
        graph: drive.graph,
        points: drive.points,
        hierarchy: data.driveHierarchy,
        labels: data.driveLabels,
      },
      walk: {
        ways: new WalkWays(city, walk),
        graph: walk.graph,
        points: walk.points,
        hierarchy: data.walkHierarchy,
        labels: data.walkLabels,
      },
    };
  }

  get driveNetwork(): DriveNetwork {
    return this.data.drive;
  }

  get walkNetwork(): WalkNetwork {
    return this.data.walk;
  }

  /** The router when the cost of each road (by row) is times a factor: congestion (> 1), or Infinity when closed. */
  withRoadFactors(factors: ArrayLike<number>): Router {
    return new Router(this.city, {
      ...this.data,
      drive: withRoadFactors(this.data.drive, factors),
      driveHierarchy: null,
      driveLabels: null,
    });
  }

  /**
   * The shortest way from any of the origins to any of the targets. Of ways that take equally long, always the same.
   * @returns null when there is none, or when no place is on a lane for this kind of travel
   */
  route(travel: Travel, from: readonly LanePlace[], to: readonly LanePlace[]): Route | null {
    this.#searches[travel] ??= searchOf(this.#engines[travel]);
    const search = this.#searches[travel];
    return this.#route(travel, from, to, (sources, targets, limit) => search.find(sources, targets, limit));
  }

  /**
   * The shortest way and a few others that are nearly as short and not nearly the same, shortest first, by penalties:
   * the arcs of every way found are made 40 % dearer and the search (A*) is repeated. A way is kept when it takes at
   * most `stretch` times the shortest and shares at most `overlap` of its time with each way kept.
   * @see de la Barra, Pérez, Añez 1993; Abraham, Delling, Goldberg, Werneck 2013, doi:10.1145/2444016.2444019
   */
  alternatives(
    travel: Travel,
    from: readonly LanePlace[],
    to: readonly LanePlace[],
    { count = 3, stretch = 1.3, overlap = 0.7 }: { count?: number; stretch?: number; overlap?: number } = {},
  ): Route[] {
    const { graph, points } = this.#engines[travel];
    this.#exact[travel] ??= new AstarSearch(graph, points);
    const search = this.#exact[travel];
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
      const timeOf = (some: readonly number[]) => some.reduce((sum, arc) => sum + graph.costs[arc], 0);
      const own = timeOf([...arcs]);
      const isNew = (other: { arcs: ReadonlySet<number> }) =>
        timeOf([...arcs].filter((arc) => other.arcs.has(arc))) <= overlap * own;
      const isShort = kept.length === 0 || route.seconds <= stretch * kept[0].route.seconds;
      if (isShort && kept.every(isNew)) kept.push({ route, arcs });
      if (own === 0) break;
    }
    return kept.map(({ route }) => route).sort((a, b) => a.seconds - b.seconds);
  }

  #route(
    travel: Travel,
    from: readonly LanePlace[],
    to: readonly LanePlace[],
    find: (sources: Seeds, targets: Seeds, limit: number) => NodePath | null,
  ): Route | null {
    const { ways } = this.#engines[travel];
    let seconds = Infinity;
    let origin = -1;
    let target = -1;
    from.forEach((a, i) => {
      to.forEach((b, j) => {
        const direct = ways.direct(a, b);
        if (direct < seconds) [seconds, origin, target] = [direct, i, j];
      });
    });
    const sources = ways.sources(from);
    const targets = ways.targets(to);
    const path = find(sources, targets, seconds);
    if (path !== null) {
      seconds = path.cost;
      origin = sources.places[path.source];
      target = targets.places[path.target];
    }
    if (origin < 0) return null;
    return { seconds, origin, target, ...ways.lanes(from[origin], to[target], path) };
  }
}

function searchOf({ graph, points, hierarchy, labels }: Engine): LabelSearch | AstarSearch {
  return hierarchy && labels ? new LabelSearch(hierarchy, labels) : new AstarSearch(graph, points);
}
