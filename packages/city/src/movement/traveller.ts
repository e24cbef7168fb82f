import type { Journey, Spot } from './journey.js';
import type { Milliseconds, MovementEvent, RouteStretch, Trip } from './world.js';

/** A person's state. What becomes of it is in `Movement`. */
export class Traveller {
  /** How far this person has been advanced. */
  time: Milliseconds = 0;
  journey: Journey | null = null;
  schedule: readonly Trip[] = [];
  /** The next trip of the schedule. */
  next = 0;
  /** Whether the next trip does not wait for the one under way to end. */
  mayInterrupt = false;
  /** When the trip under way ends wherever it is; Infinity when it need not. */
  stopAt: Milliseconds = Infinity;
  /** Whether it has been stopped and stands on the way with nothing to do. */
  isStopped = false;
  events: MovementEvent[] = [];
  /** Legs of the trip under way that were reported. */
  legCount = 0;
  /** Ways of trips that are over; null when nobody wants them. */
  routes: (readonly RouteStretch[])[] | null = null;
  tripCount = 0;
  /** Of trips that are over. */
  tripMilliseconds: Milliseconds = 0;
  tripMetres = 0;

  constructor(
    readonly person: number,
    /** Where the person is when it is on no trip. */
    public spot: Spot,
    /** m/s on foot and by bike. */
    readonly walkingSpeed: number,
    readonly cyclingSpeed: number,
  ) {}

  /**
   * When the next trip of the schedule departs if nothing else happens before; Infinity when there is none. Those in a
   * vehicle ride to its next stop first.
   */
  get nextDeparture(): Milliseconds {
    const trip = this.schedule[this.next];
    if (trip === undefined) return Infinity;
    const due = Math.max(trip.departure ?? this.time, this.time);
    return this.mayInterrupt && this.journey !== null ? this.journey.exitAfter(due) : due;
  }

  /** When the person departs next or stops on the way, if nothing else happens before. */
  get nextTurn(): Milliseconds {
    return Math.min(this.nextDeparture, this.stopAt);
  }

  /** Reports the parts of a trip by public transport that have begun by a time and were not reported yet. */
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
