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

/** Trips by public transport, and where their time goes, in seconds. */
export interface TransitTime {
  trips: number;
  walk: number;
  wait: number;
  ride: number;
}

/** What a person does in a run. */
export interface RunOfPerson {
  readonly trips: readonly TripRow[];
  /** Trips that could not be made. */
  readonly failed: number;
  /** Ids of the lines that they ride, as often as they do. */
  readonly rides: readonly number[];
  /** Their trips by public transport that arrive, in seconds: on foot, waiting and riding. */
  readonly transit: TransitTime;
  /** Empty if the run has kept none. */
  readonly routes: readonly RouteRow[];
}

/** Reads a run person by person, in the order of the ids given, which is that of its tables. */
export function* peopleOfRun(folder: RunFolder, manifest: RunManifest, ids: readonly number[], withRoutes: boolean) {
  const trips = byPerson<TripRow>(readTrips(folder, manifest));
  const events = byPerson<EventRow>(readEvents(folder, manifest));
  const routes = byPerson<RouteRow>(withRoutes ? readRoutes(folder, manifest) : []);
  for (const id of ids) {
    const own = events(id);
    const failed = own.filter(({ kind }) => kind === 'failure').length;
    const rides = own.flatMap(({ leg, subline }) => (leg === 'ride' && subline !== null ? [subline] : []));
    yield { trips: trips(id), failed, rides, transit: transitTimeOf(own), routes: routes(id) } satisfies RunOfPerson;
  }
}

/** @param events of a person, by time: a leg lasts until the next event */
function transitTimeOf(events: readonly EventRow[]): TransitTime {
  const sum = { trips: 0, walk: 0, wait: 0, ride: 0 };
  let trip = { walk: 0, wait: 0, ride: 0 };
  events.forEach(({ kind, leg, time }, i) => {
    const next = events[i + 1];
    if (kind === 'departure') trip = { walk: 0, wait: 0, ride: 0 };
    if (kind !== 'leg' || next === undefined) return;
    trip[leg === 'wait' || leg === 'ride' ? leg : 'walk'] += next.time - time;
    if (next.kind !== 'arrival' || trip.ride === 0) return;
    sum.trips++;
    for (const part of ['walk', 'wait', 'ride'] as const) sum[part] += trip[part];
  });
  return sum;
}

/** Returns a function that takes the rows of the next person; people without rows are not there. */
export function byPerson<T extends { readonly id: number }>(rows: Iterable<T>): (id: number) => T[] {
  const iterator = rows[Symbol.iterator]();
  let next = iterator.next();
  return (id) => {
    const own: T[] = [];
    for (; !next.done && next.value.id === id; next = iterator.next()) own.push(next.value);
    return own;
  };
}
