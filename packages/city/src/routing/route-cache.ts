import type { LanePlace, Route } from './route.js';
import type { Router, Travel } from './router.js';

/**
 * The ways between AOIs asked for last, at most `capacity` of each kind of travel; the one unused for longest goes
 * first. What it answers is what the router answers.
 */
export class RouteCache {
  readonly #routes = { drive: new Map<number, Route | null>(), walk: new Map<number, Route | null>() };
  #router: Router | undefined;

  constructor(
    readonly capacity: number,
    private readonly aoiCount: number,
    private readonly gates: (aoi: number, travel: Travel) => readonly LanePlace[],
  ) {}

  /** The way from an AOI to another, by their rows; null when there is none. */
  route(router: Router, travel: Travel, from: number, to: number): Route | null {
    const routes = this.#routes[travel];
    if (router !== this.#router) {
      // Other costs.
      this.#routes.drive.clear();
      this.#routes.walk.clear();
      this.#router = router;
    }
    const key = from * this.aoiCount + to;
    let route = routes.get(key);
    if (route === undefined) route = router.route(travel, this.gates(from, travel), this.gates(to, travel));
    else routes.delete(key);
    routes.set(key, route);
    if (routes.size > this.capacity) routes.delete(routes.keys().next().value!);
    return route;
  }
}
