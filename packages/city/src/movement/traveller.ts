import type { Journey, Spot } from './journey.js';
import type { Milliseconds, Motion, MovementEvent, RouteStretch, Trip } from './world.js';

/** A person's state. `Movement` changes it. */
export class Traveller {
  /** Time to which this person has been advanced. */
  time: Milliseconds = 0;
  journey: Journey | null = null;
  schedule: readonly Trip[] = [];
  /** Index of the next trip of the schedule. */
  next = 0;
  /** Whether the next trip does not wait for the end of the current one. */
  mayInterrupt = false;
  /** Time at which the current trip ends wherever the person is; Infinity if it need not end. */
  stopAt: Milliseconds = Infinity;
  /** Whether it has been stopped and waits on the way. */
  isStopped = false;
  /** The motion of a person who rests, at this spot. */
  rest: { readonly spot: Spot; readonly isStopped: boolean; readonly motion: Motion } | null = null;
  events: MovementEvent[] = [];
  /** Number of reported legs of the current trip. */
  legCount = 0;
  /** Routes of finished trips; null if not recorded. */
  routes: (readonly RouteStretch[])[] | null = null;
  tripCount = 0;
  /** Of finished trips. */
  tripMilliseconds: Milliseconds = 0;
  tripMetres = 0;

  constructor(
    readonly person: number,
    /** Position of the person between trips. */
    public spot: Spot,
    /** m/s on foot and by bike. */
    readonly walkingSpeed: number,
    readonly cyclingSpeed: number,
  ) {}

  /**
   * Departure of the next trip of the schedule if nothing else happens before; Infinity if there is none. People in a vehicle
   * first ride to its next stop.
   */
  get nextDeparture(): Milliseconds {
    const trip = this.schedule[this.next];
    if (trip === undefined) return Infinity;
    const due = Math.max(trip.departure ?? this.time, this.time);
    return this.mayInterrupt && this.journey !== null ? this.journey.exitAfter(due) : due;
  }

  /** Time of the person's next departure or stop on the way, if nothing else happens before. */
  get nextTurn(): Milliseconds {
    return Math.min(this.nextDeparture, this.stopAt);
  }

  /** Reports the legs of a trip by public transport that have begun by a time and were not reported yet. */
  reportLegs(time: Milliseconds): void {
    const legs = this.journey?.legs ?? [];
    for (let leg = legs[this.legCount]; leg !== undefined && leg.start <= time; leg = legs[++this.legCount])
      this.events.push({
        kind: 'leg',
        time: leg.start,
        person: this.person,
        leg: leg.kind,
        to: leg.to,
        subline: leg.subline,
      });
  }
}
