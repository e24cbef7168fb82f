import { UserError } from '@itinera/base';
import type { Movement } from './movement.js';
import { routeOf } from './route-of.js';
import type { Traveller } from './traveller.js';
import type {
  Milliseconds,
  Motion,
  MovementEvent,
  RideTime,
  RoadJam,
  RouteStretch,
  ScheduleOptions,
  Trip,
  TripMode,
  TripTotals,
  World,
} from './world.js';

/** The shared part of all worlds: people by id, and queries about them. */
export abstract class WorldOfTravellers implements World {
  abstract readonly coupled: boolean;
  protected readonly travellers = new Map<number, Traveller>();

  constructor(protected readonly movement: Movement) {}

  abstract advancePerson(person: number, time: Milliseconds): void;
  abstract advance(time: Milliseconds): void;

  addPerson(person: number, aoiId: number): void {
    if (this.travellers.has(person)) throw new UserError(`Person ${person} is already in the world. Use another id.`);
    const aoi = this.movement.city.aoiIndex(aoiId);
    if (aoi < 0)
      throw new UserError(
        `Person ${person}: AOI ${aoiId} is not in the map. Check that the dataset belongs to this map.`,
      );
    this.travellers.set(person, this.movement.traveller(person, aoi));
  }

  setSchedule(person: number, trips: readonly Trip[], { stops = false }: ScheduleOptions = {}): void {
    this.movement.setSchedule(this.traveller(person), trips, stops);
  }

  rideTime(person: number, from: number, to: number, departure: Milliseconds): RideTime | null {
    const { city } = this.movement;
    return this.movement.planner.rideTime(this.#anyone(person), city.aoiIndex(from), city.aoiIndex(to), departure);
  }

  travelTime(person: number, from: number, to: number, departure: Milliseconds, mode: TripMode): number | null {
    const { city, planner } = this.movement;
    const aoi = city.aoiIndex(from);
    if (aoi < 0) return null;
    const traveller = this.movement.traveller(person, aoi);
    traveller.time = departure;
    return planner.travelTime(traveller, { aoiId: to, departure, mode }, city.aoiIndex(to));
  }

  motion(person: number): Motion {
    return this.movement.motion(this.traveller(person));
  }

  driveDelay(person: number, from: number, to: number, departure: Milliseconds): number {
    const { city } = this.movement;
    return this.movement.planner.driveDelay(this.#anyone(person), city.aoiIndex(from), city.aoiIndex(to), departure);
  }

  destination(person: number): number | null {
    const { journey } = this.traveller(person);
    return journey && this.movement.city.aois.id[journey.to];
  }

  totals(person: number): TripTotals {
    return this.movement.totals(this.traveller(person));
  }

  takeEvents(person?: number): MovementEvent[] {
    if (person !== undefined) return take(this.traveller(person));
    const all = [...this.travellers.keys()].flatMap((id) => take(this.traveller(id)));
    // The sort is stable: simultaneous events of a person stay in order.
    return all.sort((a, b) => a.time - b.time || a.person - b.person);
  }

  jams(): readonly RoadJam[] {
    return [];
  }

  keepRoutes(person: number): void {
    this.traveller(person).routes ??= [];
  }

  takeRoutes(person: number, { finished = false } = {}): (readonly RouteStretch[])[] {
    const traveller = this.traveller(person);
    const { journey, time, routes } = traveller;
    if (routes === null) return [];
    traveller.routes = [];
    return journey === null || finished ? routes : [...routes, routeOf(this.movement.city, journey, time)];
  }

  removePerson(person: number): void {
    this.travellers.delete(person);
  }

  /** People of a household plan for each other, also for those who are simulated elsewhere. */
  #anyone(person: number): Traveller {
    return this.travellers.get(person) ?? this.movement.traveller(person, -1);
  }

  protected traveller(person: number): Traveller {
    const traveller = this.travellers.get(person);
    if (traveller === undefined) throw new UserError(`Person ${person} is not in the world. Add it first.`);
    return traveller;
  }
}

function take(traveller: Traveller): MovementEvent[] {
  traveller.reportLegs(traveller.time);
  const { events } = traveller;
  traveller.events = [];
  return events;
}
