import {
  eventKinds,
  failureReasons,
  type MovementEvent,
  type RouteStretch,
  TripMode,
  type TripTotals,
  tripLegs,
} from '@itinera/city/browser';
import { type EventTable, idsOf, NO_PARENT, type RouteTable, type TripEnd, type TripTable } from '@itinera/run/browser';

/** The trips of a person after its last step. */
export interface PersonEnd {
  readonly totals: TripTotals;
  readonly events: readonly MovementEvent[];
  /** One route per trip; null if routes are not recorded. */
  readonly routes: readonly (readonly RouteStretch[])[] | null;
}

export interface LoggedPerson extends PersonEnd {
  readonly id: number;
}

/** Names of the modes, in the order of `modeKey`. */
const modeTexts = Object.keys(TripMode);
const modeNumbers: readonly number[] = Object.values(TripMode);

function modeKey(mode: TripMode): number {
  return modeNumbers.indexOf(mode);
}

/** Builds the table of events. Kinds and reasons have the numbers of the city. */
export function eventTable(people: readonly LoggedPerson[]): EventTable {
  const ids = people.flatMap(({ id, events }) => events.map(() => id));
  const events = people.flatMap((person) => person.events);
  const keys = (of: (event: MovementEvent) => number) => Int8Array.from(events, of);
  const ended = (of: (event: MovementEvent & { readonly seconds: number; readonly metres: number }) => number) =>
    Float64Array.from(events, (event) => ('seconds' in event ? of(event) : Number.NaN));
  return {
    id: idsOf(ids),
    time: Float64Array.from(events, ({ time }) => time / 1000),
    kind: { keys: keys(({ kind }) => eventKinds.indexOf(kind)), texts: eventKinds },
    origin: idsOf(events.map((event) => (event.kind === 'departure' ? (event.from ?? NO_PARENT) : NO_PARENT))),
    destination: idsOf(events.map((event) => ('to' in event ? (event.to ?? NO_PARENT) : event.aoiId))),
    mode: { keys: keys((event) => (event.kind === 'departure' ? modeKey(event.mode) : -1)), texts: modeTexts },
    reason: {
      keys: keys((event) => (event.kind === 'failure' ? failureReasons.indexOf(event.reason) : -1)),
      texts: failureReasons,
    },
    leg: { keys: keys((event) => (event.kind === 'leg' ? tripLegs.indexOf(event.leg) : -1)), texts: tripLegs },
    subline: idsOf(events.map((event) => (event.kind === 'leg' ? (event.subline ?? NO_PARENT) : NO_PARENT))),
    seconds: ended(({ seconds }) => seconds),
    metres: ended(({ metres }) => metres),
  };
}

const ends = ['arrived', 'interrupted', 'under-way'] as const satisfies readonly TripEnd[];

type Departure = MovementEvent & { readonly kind: 'departure' };
type Arrival = MovementEvent & { readonly kind: 'arrival' | 'interrupted' };

interface Trip {
  readonly id: number;
  readonly number: number;
  readonly departure: Departure;
  /** Null for a trip that did not finish. */
  readonly arrival: Arrival | null;
  readonly seconds: number;
  readonly metres: number;
}

/** Builds the table of trips: departures and their outcomes. */
export function tripTable(people: readonly LoggedPerson[]): TripTable {
  const trips = people.flatMap(tripsOf);
  const arrived = ({ arrival }: Trip) => arrival?.kind === 'arrival';
  return {
    id: idsOf(trips.map(({ id }) => id)),
    trip: Int32Array.from(trips, ({ number }) => number),
    departure: Float64Array.from(trips, ({ departure }) => departure.time / 1000),
    arrival: Float64Array.from(trips, (trip) => (arrived(trip) ? trip.arrival!.time / 1000 : Number.NaN)),
    mode: { keys: Int8Array.from(trips, ({ departure }) => modeKey(departure.mode)), texts: modeTexts },
    origin: idsOf(trips.map(({ departure }) => departure.from ?? NO_PARENT)),
    destination: idsOf(trips.map(({ departure }) => departure.to)),
    seconds: Float64Array.from(trips, ({ seconds }) => seconds),
    metres: Float64Array.from(trips, ({ metres }) => metres),
    ended: { keys: Int8Array.from(trips, (trip) => (trip.arrival === null ? 2 : arrived(trip) ? 0 : 1)), texts: ends },
  };
}

function tripsOf({ id, events, totals }: LoggedPerson): Trip[] {
  const trips: Trip[] = [];
  let departure: Departure | null = null;
  let { seconds, metres } = totals;
  for (const event of events) {
    if (event.kind === 'departure') departure = event;
    else if (departure !== null && (event.kind === 'arrival' || event.kind === 'interrupted')) {
      seconds -= event.seconds;
      metres -= event.metres;
      trips.push({ id, number: trips.length, departure, arrival: event, seconds: event.seconds, metres: event.metres });
      departure = null;
    }
  }
  // The remainder after all finished trips. The sums are equal except for rounding.
  const rest = { seconds: Math.max(0, Math.round(seconds * 1000) / 1000), metres: Math.max(0, metres) };
  if (departure !== null) trips.push({ id, number: trips.length, departure, arrival: null, ...rest });
  return trips;
}

/** Builds the table of routes. */
export function routeTable(people: readonly LoggedPerson[]): RouteTable {
  return stretchTable(
    people.flatMap(({ id, routes }) =>
      (routes ?? []).flatMap((route, trip) => route.map((stretch) => ({ id, trip, stretch }))),
    ),
  );
}

/** Builds the table of routes from their stretches. @param rows with the number of the trip among the person's */
export function stretchTable(
  rows: readonly { readonly id: number; readonly trip: number; readonly stretch: RouteStretch }[],
): RouteTable {
  const offsets = new Int32Array(rows.length + 1);
  rows.forEach(({ stretch }, row) => {
    offsets[row + 1] = offsets[row]! + stretch.laneIds.length;
  });
  const count = offsets.at(-1)!;
  const joined = <T extends Int32Array | Uint8Array>(items: T, of: (stretch: RouteStretch) => ArrayLike<number>) => {
    rows.forEach(({ stretch }, row) => {
      items.set(of(stretch), offsets[row]);
    });
    return { offsets, items };
  };
  const numbers = (of: (stretch: RouteStretch) => number) => Float64Array.from(rows, ({ stretch }) => of(stretch));
  return {
    id: idsOf(rows.map(({ id }) => id)),
    trip: Int32Array.from(rows, ({ trip }) => trip),
    status: Uint8Array.from(rows, ({ stretch }) => stretch.status),
    begin: numbers(({ begin }) => begin / 1000),
    startS: numbers(({ startS }) => startS),
    endS: numbers(({ endS }) => endS),
    lanes: joined(new Int32Array(count), ({ laneIds }) => laneIds),
    backward: joined(new Uint8Array(count), ({ backward }) => backward),
    entered: joined(new Int32Array(count), ({ entered }) => entered),
    reached: joined(new Int32Array(count), ({ reached }) => reached),
  };
}
