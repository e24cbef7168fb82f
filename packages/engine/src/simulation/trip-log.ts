import type { MovementEvent } from '@itinera/city';
import { idsOf, NO_PARENT, type TripEnd, type TripTable } from '@itinera/run';
import { type LoggedPerson, modeKey, modeTexts } from './person-trips.js';

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
