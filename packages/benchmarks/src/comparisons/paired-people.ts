import { SECONDS_PER_DAY } from '@itinera/metrics';
import {
  type EventRow,
  type RouteRow,
  type RunFolder,
  type RunManifest,
  readEvents,
  readRoutes,
  readTrips,
  type TripRow,
} from '@itinera/run';

/** What a person does in a run. */
export interface RunOfPerson {
  readonly trips: readonly TripRow[];
  /** Trips that could not be made. */
  readonly failed: number;
  /** Empty if the run has kept none. */
  readonly routes: readonly RouteRow[];
}

/** Reads a run person by person, in the order of the ids given, which is that of its tables. */
export function* peopleOfRun(folder: RunFolder, manifest: RunManifest, ids: readonly number[], withRoutes: boolean) {
  const trips = byPerson<TripRow>(readTrips(folder, manifest));
  const events = byPerson<EventRow>(readEvents(folder, manifest));
  const routes = byPerson<RouteRow>(withRoutes ? readRoutes(folder, manifest) : []);
  for (const id of ids) {
    const failed = events(id).filter(({ kind }) => kind === 'failure').length;
    yield { trips: trips(id), failed, routes: routes(id) } satisfies RunOfPerson;
  }
}

/** Returns a function that takes the rows of the next person; people without rows are not there. */
function byPerson<T extends { readonly id: number }>(rows: Iterable<T>): (id: number) => T[] {
  const iterator = rows[Symbol.iterator]();
  let next = iterator.next();
  return (id) => {
    const own: T[] = [];
    for (; !next.done && next.value.id === id; next = iterator.next()) own.push(next.value);
    return own;
  };
}

/** A trip of both runs, or of one of them. */
export type TripPair =
  | { readonly a: TripRow; readonly b: TripRow }
  | { readonly a: TripRow; readonly b: null }
  | { readonly a: null; readonly b: TripRow };

/**
 * Pairs the trips of a person in two runs: those of the same day between the same places, one after the other. The others
 * are only in one of the runs.
 */
export function pairTrips(a: readonly TripRow[], b: readonly TripRow[]): TripPair[] {
  const keyOf = ({ departure, origin, destination }: TripRow) =>
    `${Math.floor(departure / SECONDS_PER_DAY)} ${origin} ${destination}`;
  const left = new Map<string, TripRow[]>();
  for (const trip of b) left.set(keyOf(trip), [...(left.get(keyOf(trip)) ?? []), trip]);
  const pairs = a.map((trip): TripPair => ({ a: trip, b: left.get(keyOf(trip))?.shift() ?? null }));
  for (const trip of b) if (left.get(keyOf(trip))?.includes(trip)) pairs.push({ a: null, b: trip });
  return pairs;
}

/** The trips between the same places that a pair has in common. */
export function isInBoth(pair: TripPair): pair is { readonly a: TripRow; readonly b: TripRow } {
  return pair.a !== null && pair.b !== null;
}
