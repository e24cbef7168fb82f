import { Recent } from '../map/recent.js';
import type { LanePlace, Route } from './route.js';
import type { Router, Travel } from './router.js';

/** The ways between AOIs asked for last, at most `capacity` of each kind of travel. What it answers is what the router answers. */
export class RouteCache {
  #routes = this.#none();
  #router: Router | undefined;

  constructor(
    readonly capacity: number,
    private readonly aoiCount: number,
    private readonly gates: (aoi: number, travel: Travel) => readonly LanePlace[],
  ) {}

  /** The way from an AOI to another, by their rows; null when there is none. */
  route(router: Router, travel: Travel, from: number, to: number): Route | null {
    if (router !== this.#router) {
      // Other costs.
      this.#routes = this.#none();
      this.#router = router;
    }
    return this.#routes[travel].get(from * this.aoiCount + to, () =>
      router.route(travel, this.gates(from, travel), this.gates(to, travel)),
    );
  }

  #none() {
    const routes = () => new Recent<number, Route | null>(this.capacity);
    return { drive: routes(), walk: routes() };
  }
}
