import { Recent } from '../map/recent.js';
import type { LanePlace, Route } from './route.js';
import type { Router, Travel } from './router.js';

/**
 * The most recently requested routes between AOIs, at most `capacity` per kind of travel. Answers equal those of the router.
 */
export class RouteCache {
  #routes = this.#none();
  #router: Router | undefined;

  constructor(
    readonly capacity: number,
    private readonly aoiCount: number,
    private readonly gates: (aoi: number, travel: Travel) => readonly LanePlace[],
  ) {}

  /** The route from one AOI to another, by row; null if there is none. */
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
    return { drive: routes(), walk: routes(), ride: routes() };
  }
}
