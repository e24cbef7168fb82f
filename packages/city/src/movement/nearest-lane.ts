import type { CityMap } from '../map/city-map.js';
import { LaneType } from '../map/message.js';
import { LaneFinder } from '../routing/lane-finder.js';
import type { LanePlace } from '../routing/route.js';
import type { Travel } from '../routing/router.js';

/** Maximum distance of such a lane, metres. */
const REACH = 200;

/** Finds the lane nearest to a point, for people on a road without a lane of the required kind. Built on first use. */
export class NearestLane {
  private readonly finders = new Map<Travel, LaneFinder>();

  constructor(private readonly city: CityMap) {}

  /** The nearest position on a road's lane of this kind, as a list of one; empty if there is none within 200 m. */
  placesNear(x: number, y: number, travel: Travel): LanePlace[] {
    let finder = this.finders.get(travel);
    if (finder === undefined) {
      const wanted = travel === 'drive' ? LaneType.DRIVING : LaneType.WALKING;
      const { type, parentId } = this.city.lanes;
      const isWanted = (lane: number) => type[lane] === wanted && this.city.roadIndex(parentId[lane]) >= 0;
      finder = new LaneFinder(this.city, isWanted);
      this.finders.set(travel, finder);
    }
    return finder
      .near(x, y, REACH)
      .slice(0, 1)
      .map(({ lane, s }) => ({ lane, s }));
  }
}
