import type { Motion } from '@itinera/city/browser';
import { type Clock, DEGREES, type GroupTables, idsOf, NO_PARENT, statusKeys, textKeys } from '@itinera/run/browser';
import type { ProblemList } from '../agents/problem.js';
import { eventTable, type LoggedPerson, type PersonEnd, routeTable, tripTable } from './movement-tables.js';
import type { PersonRun } from './person-run.js';
import type { Profile } from './simulation-settings.js';

/** The rows, events, trips and problems of a group of people, ordered by person and step. */
export class GroupLog {
  readonly #ids: readonly number[];
  readonly #clock: Clock;
  readonly #toLngLat: (x: number, y: number) => readonly [number, number];
  readonly #lng: Int32Array;
  readonly #lat: Int32Array;
  readonly #parent: Int32Array;
  readonly #status: Uint8Array;
  readonly #action: string[];
  readonly #ends: PersonEnd[] = [];
  /** The motion of the last row, and its position. */
  #motion: Motion | null = null;
  #lastLng = 0;
  #lastLat = 0;
  readonly #people: PersonRun[] = [];

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
    // Whoever rests has one motion.
    if (motion !== this.#motion) {
      const [lng, lat] = this.#toLngLat(motion.x, motion.y);
      this.#lastLng = Math.round(lng / DEGREES);
      this.#lastLat = Math.round(lat / DEGREES);
      this.#motion = motion;
    }
    this.#lng[row] = this.#lastLng;
    this.#lat[row] = this.#lastLat;
    this.#parent[row] = motion.aoiId ?? motion.laneId ?? NO_PARENT;
    this.#status[row] = motion.status;
    this.#action[row] = action;
  }

  /** Saves the data that are complete after a person's last step. */
  end(index: number, person: PersonRun, end: PersonEnd): void {
    this.#ends[index] = end;
    this.#people[index] = person;
  }

  /** @param ofNobody problems that are reported with this group but do not belong to a person. */
  tables(ofNobody: ProblemList): GroupTables {
    const clock = this.#clock;
    const problems = [ofNobody, ...this.#people.map((person) => person.problems.list)];
    const cut = this.#people.flatMap(({ problems: { list } }, index) =>
      list.count > list.kept.length ? [[this.#ids[index]!, list.count] as const] : [],
    );
    const trips: LoggedPerson[] = this.#ends.map((end, index) => ({ id: this.#ids[index]!, ...end }));
    return {
      statuses: {
        facts: {
          clock,
          people: this.#ids.length,
          problems: problems.flatMap(({ kept }) => kept),
          problemCount: problems.reduce((sum, { count }) => sum + count, 0),
          ...(cut.length > 0 && { problemCounts: cut }),
          fallbacks: this.#people.reduce((sum, { problems }) => sum + problems.fallbacks, 0),
          failedTrips: this.#ends.flatMap(({ events }) => events).filter(({ kind }) => kind === 'failure').length,
          lostSteps: this.#people.reduce((sum, { lostSteps }) => sum + lostSteps, 0),
        },
        ...statusKeys(idsOf(this.#ids), clock),
        lng: this.#lng,
        lat: this.#lat,
        parentId: this.#parent,
        action: textKeys(this.#action),
        status: this.#status,
      },
      events: eventTable(trips),
      trips: tripTable(trips),
      routes: trips.every(({ routes }) => routes !== null) ? routeTable(trips) : null,
    };
  }
}
