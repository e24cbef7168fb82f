import { groupBy } from '@itinera/base';
import { type CityMap, type LaneWay, WayPaths } from '@itinera/city';
import {
  decodeEvents,
  decodeStatuses,
  decodeTrips,
  type EventRow,
  eventRows,
  type RunFolder,
  type StatusTable,
  type TripRow,
  tripRows,
} from '@itinera/run';
import { laneWays } from '../replay/lane-ways.js';
import { hasRoutes, storedWays } from './replay-workers/read-ways.js';
import { tableOf } from './run-list.js';

/** The places and paths of a map. */
export class DayMap {
  readonly map: CityMap | null;
  readonly paths: WayPaths | null;
  readonly #centroids: Float64Array | null;

  /** @param map null if it is not available; nothing then has a place */
  constructor(map: CityMap | null) {
    this.map = map;
    this.#centroids = map?.aoiCentroids ?? null;
    this.paths = map && new WayPaths(map, (aoi) => this.centre(aoi));
  }

  /** Metres on the plane of the map. */
  centre(aoi: number): readonly [x: number, y: number] | null {
    const row = this.map?.aoiIndex(aoi) ?? -1;
    return row < 0 || !this.#centroids ? null : [this.#centroids[2 * row]!, this.#centroids[2 * row + 1]!];
  }
}

/** The days of a group of people, read once for all of them: with queues, a group is everybody. */
export class GroupDays {
  readonly statuses: StatusTable;
  readonly #rows = new Map<number, [from: number, to: number]>();
  readonly #trips: ReadonlyMap<number, readonly TripRow[]>;
  readonly #ways: ReadonlyMap<number, readonly LaneWay[]>;
  readonly #failures: ReadonlyMap<number, readonly EventRow[]>;

  constructor(folder: RunFolder, group: number) {
    this.statuses = decodeStatuses(...tableOf(folder, 'statuses', group));
    this.statuses.id.forEach((id, row) => {
      const known = this.#rows.get(id);
      if (known) known[1] = row + 1;
      else this.#rows.set(id, [row, row + 1]);
    });
    this.#trips = groupBy([...tripRows(decodeTrips(...tableOf(folder, 'trips', group)))], ({ id }) => id);
    const ways = hasRoutes(folder) ? [...storedWays(folder, [group])].flatMap((part) => [...laneWays(part)]) : [];
    this.#ways = groupBy(ways, ({ person }) => person);
    const events = [...eventRows(decodeEvents(...tableOf(folder, 'events', group)))];
    this.#failures = groupBy(
      events.filter(({ kind }) => kind === 'failure'),
      ({ id }) => id,
    );
  }

  /** The rows of a person, one per step. */
  rows(id: number): readonly [from: number, to: number] {
    return this.#rows.get(id) ?? [0, 0];
  }

  trips(id: number): readonly TripRow[] {
    return this.#trips.get(id) ?? [];
  }

  /** The routes of the trips, in the same order; fewer if the run does not keep them. */
  ways(id: number): readonly LaneWay[] {
    return this.#ways.get(id) ?? [];
  }

  failures(id: number): readonly EventRow[] {
    return this.#failures.get(id) ?? [];
  }
}
