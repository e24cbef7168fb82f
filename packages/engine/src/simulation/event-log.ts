import { eventKinds, failureReasons, type MovementEvent, tripLegs } from '@itinera/city';
import { type EventTable, idsOf, NO_PARENT } from '@itinera/run';
import { type LoggedPerson, modeKey, modeTexts } from './person-trips.js';

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
