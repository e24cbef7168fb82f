import { type RouteRow, type RouteTable, routeRow } from '../tables/route-table.js';
import { type TripRow, type TripTable, tripRows } from '../tables/trip-table.js';

/** A trip and its lanes, leg by leg. */
export interface TripWay {
  readonly trip: TripRow;
  /** Empty for a trip that ended before its first lane, and if the run has kept no routes. */
  readonly stretches: readonly RouteRow[];
}

/** Some trips of a run with their routes, by person and then by departure. Of each person, earlier trips come first. */
export interface WayPart {
  readonly trips: readonly TripRow[];
  readonly routes: RouteTable;
  /** The share of all trips after these, 0 to 1. */
  readonly share: number;
}

/**
 * The trips of a group of people with their routes, by person and then by departure.
 * @param routes of the same trips, in the same order; null if the run has kept none.
 */
export function* tripWays(trips: TripTable | readonly TripRow[], routes: RouteTable | null): Generator<TripWay> {
  let row = 0;
  for (const trip of 'id' in trips ? tripRows(trips) : trips) {
    const stretches: RouteRow[] = [];
    if (routes !== null)
      while (row < routes.id.length && routes.id[row] === trip.id && routes.trip[row] === trip.trip)
        stretches.push(routeRow(routes, row++));
    yield { trip, stretches };
  }
}
