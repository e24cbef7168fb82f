import { type Motion, type MovementEvent, type TripTotals, tripLegs } from '@itinera/city';
import type { Clock, Column, Columns } from '@itinera/run';
import { DEGREES, eventKinds, failureReasons, type GroupHeader, NO_PARENT } from '@itinera/run';
import type { ProblemList } from '../agents/problem.js';
import type { PersonRun } from './person-run.js';
import type { Profile } from './simulation-settings.js';

/** The rows, events and problems of a group of people, by person and then by step, whatever the order of arrival. */
export class GroupLog {
  readonly #ids: readonly number[];
  readonly #clock: Clock;
  readonly #toLngLat: (x: number, y: number) => readonly [number, number];
  readonly #lng: Int32Array;
  readonly #lat: Int32Array;
  readonly #parent: Int32Array;
  readonly #status: Uint8Array;
  readonly #action: string[];
  readonly #totals: TripTotals[] = [];
  readonly #events: MovementEvent[][] = [];
  readonly #people: PersonRun[] = [];
  #failedTrips = 0;

  constructor(
    profiles: readonly Profile[],
    clock: Clock,
    toLngLat: (x: number, y: number) => readonly [number, number],
  ) {
    this.#ids = profiles.map(({ id }) => id);
    this.#clock = clock;
    this.#toLngLat = toLngLat;
    const rows = profiles.length * clock.steps;
    this.#lng = new Int32Array(rows);
    this.#lat = new Int32Array(rows);
    this.#parent = new Int32Array(rows);
    this.#status = new Uint8Array(rows);
    this.#action = new Array<string>(rows);
  }

  /** Saves the row of a step. `index` is the person's place in the group. */
  row(index: number, step: number, motion: Motion, action: string): void {
    const row = index * this.#clock.steps + step;
    const [lng, lat] = this.#toLngLat(motion.x, motion.y);
    this.#lng[row] = Math.round(lng / DEGREES);
    this.#lat[row] = Math.round(lat / DEGREES);
    this.#parent[row] = motion.aoiId ?? motion.laneId ?? NO_PARENT;
    this.#status[row] = motion.status;
    this.#action[row] = action;
  }

  /** Saves what is known when a person's last step is over. */
  end(index: number, person: PersonRun, totals: TripTotals, events: MovementEvent[]): void {
    this.#totals[index] = totals;
    this.#events[index] = events;
    this.#people[index] = person;
    for (const { kind } of events) if (kind === 'failure') this.#failedTrips++;
  }

  /** @param ofNobody problems that are told with this group, though they are no person's. */
  statuses(ofNobody: ProblemList): Columns {
    const numbers = new Map<string, number>();
    const action = Uint32Array.from(this.#action, (text) => {
      const number = numbers.get(text) ?? numbers.size;
      if (number === numbers.size) numbers.set(text, number);
      return number;
    });
    const problems = [ofNobody, ...this.#people.map((person) => person.problems.list)];
    const header: GroupHeader = {
      ids: this.#ids,
      clock: this.#clock,
      actions: [...numbers.keys()],
      problems: problems.flatMap(({ kept }) => kept),
      problemCount: problems.reduce((sum, { count }) => sum + count, 0),
      fallbacks: this.#people.reduce((sum, { problems }) => sum + problems.fallbacks, 0),
      failedTrips: this.#failedTrips,
    };
    const columns: Record<string, Column> = {
      lng: this.#lng,
      lat: this.#lat,
      parent: this.#parent,
      status: this.#status,
      action: numbers.size < 256 ? Uint8Array.from(action) : action,
      trips: Uint32Array.from(this.#totals, ({ trips }) => trips),
      seconds: Float64Array.from(this.#totals, ({ seconds }) => seconds),
      metres: Float64Array.from(this.#totals, ({ metres }) => metres),
    };
    return { header: { ...header }, columns };
  }

  /** Departures, arrivals and so on, a row each: what kind, whose (place in the group), when, from where and to where. */
  events(): Columns {
    const events = this.#events.flat();
    const person = new Uint32Array(events.length);
    let row = 0;
    this.#events.forEach((own, index) => {
      for (let i = 0; i < own.length; i++) person[row++] = index;
    });
    return {
      header: { ids: this.#ids, kinds: eventKinds, reasons: failureReasons, legs: tripLegs },
      columns: {
        kind: Uint8Array.from(events, (event) => eventKinds.indexOf(event.kind)),
        person,
        time: Int32Array.from(events, (event) => event.time),
        // Departures: the AOI; legs: the subline that is ridden.
        from: Int32Array.from(events, (event) =>
          event.kind === 'departure'
            ? (event.from ?? NO_PARENT)
            : event.kind === 'leg'
              ? (event.subline ?? NO_PARENT)
              : NO_PARENT,
        ),
        to: Int32Array.from(events, (event) => ('to' in event ? (event.to ?? NO_PARENT) : event.aoiId)),
        // Departures: how; failures: why; legs: what kind.
        detail: Uint8Array.from(events, detailOf),
        seconds: Float64Array.from(events, (event) => (event.kind === 'arrival' ? event.seconds : 0)),
        metres: Float64Array.from(events, (event) => (event.kind === 'arrival' ? event.metres : 0)),
      },
    };
  }
}

function detailOf(event: MovementEvent): number {
  if (event.kind === 'departure') return event.mode;
  if (event.kind === 'failure') return failureReasons.indexOf(event.reason);
  return event.kind === 'leg' ? tripLegs.indexOf(event.leg) : 0;
}
