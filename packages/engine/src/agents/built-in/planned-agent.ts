import { SECONDS_PER_DAY } from '@itinera/base';
import { TripMode } from '@itinera/city/browser';
import type { AoiPlace } from '../../memory/status-memory.js';
import { type AgentContext, type Intention, MobilityAgent } from '../mobility-agent.js';
import type { RandomStream } from '../random-stream.js';
import { hasBike } from './bikes.js';
import { chooseDatedMode, vehiclesOf } from './choose-mode.js';
import { drivesOwnCar } from './licences.js';
import { metresBetween, placeOnMap } from './outing-places.js';
import { type Leg, modesByTour, rideOfTour } from './tour-modes.js';

/** A stay with its start, place and activity. */
export interface PlannedStop {
  /** Seconds since midnight of day 0. */
  readonly from: number;
  readonly aoiId: number;
  readonly intention: Intention;
}

/** Keys of the streams of random numbers of modes count down from here, so many per day. */
const [MODES, CHOICES] = [-40_000, 1000];

/**
 * An agent that plans its whole day in the morning, with the second of each departure. On days with dates it chooses modes by the same
 * logit as `day-pattern`, one for all trips from home to home, and only people with a car drive; otherwise all trips are by car.
 */
export abstract class PlannedAgent extends MobilityAgent {
  protected readonly home: number;
  /** The workplace, if it is on the map. */
  protected readonly work: number | undefined;
  /** The school of the profile, if it is on the map and days have dates. */
  protected readonly school: number | undefined;
  #stops: readonly PlannedStop[] = [];
  #next = 0;
  #today = -1;
  /** The mode of the last trip. */
  #mode: TripMode = TripMode.WALK_ONLY;

  constructor(context: AgentContext) {
    super(context);
    this.home = this.status.get('home').aoiPosition.aoiId;
    const { map, weekday } = this.environment;
    this.work = placeOnMap(map, (this.status.get('work', null) as AoiPlace | null)?.aoiPosition.aoiId);
    if (weekday !== null) this.school = placeOnMap(map, this.status.get('school', null));
  }

  /** The places that a person knows before the first day: on days with dates the workplace and the school, and last home. */
  protected get usualPlaces(): readonly number[] {
    const duties = this.environment.weekday === null ? [] : [this.work, this.school];
    return [...duties.flatMap((place) => (place === undefined || place === this.home ? [] : [place])), this.home];
  }

  /** Returns the stops of a day in order; the first may continue from the day before. */
  protected abstract planDay(from: number, to: number): readonly PlannedStop[];

  forward(): void {
    const [day, time] = this.environment.getDatetime();
    if (day !== this.#today) {
      this.#today = day;
      this.#stops = this.planDay(day * SECONDS_PER_DAY, (day + 1) * SECONDS_PER_DAY);
      this.#next = 0;
      this.environment.setAoiSchedules(
        this.id,
        this.#stops.map(({ aoiId }) => aoiId),
        this.#stops.map(({ from }) => from),
        this.environment.weekday === null ? [] : this.#modesOf(day),
      );
    }
    const now = day * SECONDS_PER_DAY + time;
    while (this.#next < this.#stops.length && this.#stops[this.#next]!.from <= now)
      this.logIntention(this.#stops[this.#next++]!.intention);
  }

  /** The modes of the trips to all stops; where the person is already, there is no trip. */
  #modesOf(day: number): TripMode[] {
    const stops = this.#stops;
    const legs = stops.flatMap(({ aoiId: to, from: departure }, i): Leg[] => {
      const from = stops[i - 1]?.aoiId ?? to;
      return from === to ? [] : [{ from, to, departure, metres: metresBetween(this.environment.map, from, to) }];
    });
    const modes = modesByTour(legs, this.home, undefined, (tour, number) => {
      // Whatever brought the person here yesterday brings them on.
      if (tour[0]!.from !== this.home) return this.#mode;
      return this.#modeOf(tour, this.random.fork(MODES - day * CHOICES - number));
    });
    this.#mode = modes.at(-1) ?? this.#mode;
    let next = 0;
    return stops.map(({ aoiId }, i) => (aoiId === (stops[i - 1]?.aoiId ?? aoiId) ? this.#mode : modes[next++]!));
  }

  #modeOf(tour: readonly Leg[], random: RandomStream): TripMode {
    const { environment, status } = this;
    const longest = Math.max(...tour.map(({ metres }) => metres));
    const ride = rideOfTour(tour, (from, to, departure) => environment.getRideTime(from, to, departure));
    const delay = Math.max(...tour.map(({ from, to, departure }) => environment.getDriveDelay(from, to, departure)));
    const isHouseholds = status.get<number>('cars', 0) > 0;
    const drives = drivesOwnCar(status);
    const vehicles = vehiclesOf[drives ? 'own' : isHouseholds ? 'household' : 'none'];
    const isToWork = tour.some(({ from, to }) => from === this.home && to === this.work);
    const mode = chooseDatedMode(random, longest, vehicles, ride, isToWork, hasBike(this.random), delay);
    return mode === TripMode.DRIVE_ONLY && !drives ? TripMode.PASSENGER : mode;
  }

  /** Activities for a model without activities: sleep at home at night, work at the workplace, otherwise `other`. */
  protected intentionAt(aoiId: number, seconds: number): Intention {
    if (aoiId === this.work) return 'work';
    if (aoiId !== this.home) return 'other';
    const hour = (seconds % SECONDS_PER_DAY) / 3600;
    return hour >= 22 || hour < 7 ? 'sleep' : 'home activity';
  }

  /** Splits stays at home at the boundaries of day and night. */
  protected withNights(stops: readonly PlannedStop[], to: number): PlannedStop[] {
    return stops.flatMap((stop, i) => {
      const end = stops[i + 1]?.from ?? to;
      const midnight = Math.floor(stop.from / SECONDS_PER_DAY) * SECONDS_PER_DAY;
      const changes = [7, 22].map((hour) => midnight + hour * 3600).filter((at) => at > stop.from && at < end);
      if (stop.aoiId !== this.home || stop.intention === 'work') return [stop];
      return [stop, ...changes.map((from) => ({ ...stop, from, intention: this.intentionAt(stop.aoiId, from) }))];
    });
  }
}
