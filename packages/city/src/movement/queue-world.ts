import { streetNames } from '../map/zone-names.js';
import { CurrentTraffic } from './current-traffic.js';
import { EventQueue } from './event-queue.js';
import type { Journey } from './journey.js';
import type { LearnedTraffic } from './learned-traffic.js';
import type { Movement } from './movement.js';
import { RoadSpace } from './road-space.js';
import { StopLines, type Waiting } from './stop-lines.js';
import type { Traveller } from './traveller.js';
import { WorldOfTravellers } from './travellers-world.js';
import { speedOn } from './trip-planner.js';
import type { Milliseconds, RoadJam, ScheduleOptions, Trip } from './world.js';

/** A car (or person) in the queues. */
interface Vehicle extends Waiting {
  readonly traveller: Traveller;
  /** The road (row) whose space it occupies or has reserved; -1 for none. */
  road: number;
  /** The road on which it waits to set out; -1 for none. */
  start: number;
  /** Number of cars that its lane has served when it gets to the place where its trip ends; -1 if there is no queue. */
  target: number;
  /** Increased at each departure: events due for the previous trip become void. */
  version: number;
}

/** A driver who waits no longer than this slows down instead of stopping, ms: looks at a crossing where no one comes take that long. */
const ROLLING = 2100;
/**
 * Events are numbers, since an object per event would take a quarter of the time: one of these, plus KINDS × the version of
 * the vehicle, or × the lane.
 */
const [WAKE, BEGIN, READY, JOIN, ARRIVE, DISCHARGE, KINDS] = [0, 1, 2, 3, 4, 5, 8] as const;

/**
 * Congestion as queues, after MATSim's QSim, but from event to event instead of second by second. A car that has driven a road
 * in its free-flow time joins the queue of a lane at its end, the shortest from which its turn is allowed. The first car of
 * a lane goes when
 * - its light is green and the lane has served the car before: 3600 / capacity s of green time, kept from cycle to cycle;
 * - those with priority leave a gap: no one who has the right of way passes within the critical headway; after twice the stuck
 *   time it forces its way;
 * - the next road has space (driving lanes' length / 7.5 m cars). Space that a car leaves at the front reaches the back of a
 *   road at 5 m/s. Otherwise it waits, and so do those behind it (spill-back), but no longer than the stuck time, after
 *   which it is let through so that rings of full roads move.
 *
 * Each simulated car stands for 1 / `sampleFactor` real ones and is served as long as all of them. A single car takes as
 * long as without congestion. Cars that begin their trip on a full road wait where they are.
 * @see Horni, Nagel, Axhausen 2016, The Multi-Agent Transport Simulation MATSim, doi:10.5334/baw
 */
export class QueueWorld extends WorldOfTravellers {
  readonly coupled = true;
  readonly #vehicles = new Map<number, Vehicle>();
  readonly #due = new EventQueue<number>();
  readonly #changed = new Set<Traveller>();
  #time: Milliseconds = 0;
  readonly #patience: Milliseconds;
  readonly #space: RoadSpace;
  readonly #lines: StopLines<Vehicle>;
  /** Null if no driver chooses routes by it. */
  readonly #traffic: CurrentTraffic | null;
  /** By road: the lanes whose first car waits for its space, and the cars that wait to set out, first come first. */
  readonly #waiting: (Set<number> | undefined)[];
  readonly #starting: (Vehicle[] | undefined)[];
  readonly #roadOf: Int32Array;
  readonly #turnOfLane: Int32Array;
  readonly #roadAfter: Int32Array;

  constructor(
    movement: Movement,
    private readonly learned?: LearnedTraffic,
  ) {
    super(movement);
    learned?.begin(movement);
    const { city, planner, signals, options } = movement;
    const { router } = planner;
    const network = router.driveNetwork;
    this.#patience = options.queue.stuckSeconds * 1000;
    this.#space = new RoadSpace(city, network, options);
    this.#lines = new StopLines(city, network, signals, options);
    this.#traffic = options.queue.rerouteShare > 0 ? new CurrentTraffic(router, options) : null;
    this.#waiting = Array.from({ length: city.roads.count });
    this.#starting = Array.from({ length: city.roads.count });
    this.#roadOf = network.laneRoads;
    this.#roadAfter = network.graph.heads;
    this.#turnOfLane = new Int32Array(city.lanes.count).fill(-1);
    for (let turn = 0; turn < network.turnCosts.length; turn++)
      for (let i = network.laneOffsets[turn]; i < network.laneOffsets[turn + 1]; i++)
        this.#turnOfLane[network.lanes[i]] = turn;
  }

  override addPerson(person: number, aoiId: number): void {
    super.addPerson(person, aoiId);
    const traveller = this.traveller(person);
    this.#vehicles.set(person, {
      traveller,
      road: -1,
      start: -1,
      turn: -1,
      lane: -1,
      over: -1,
      target: -1,
      due: 0,
      version: 0,
    });
  }

  override setSchedule(person: number, trips: readonly Trip[], options?: ScheduleOptions): void {
    super.setSchedule(person, trips, options);
    this.#changed.add(this.traveller(person));
  }

  advancePerson(person: number): never {
    throw new Error(`person ${person} shares congested roads: advance everyone together`);
  }

  override jams(): RoadJam[] {
    const { city } = this.movement;
    const nameOf = streetNames(city);
    return this.#space.jams().map(({ road, ...jam }) => ({ roadId: city.roads.id[road], name: nameOf(road), ...jam }));
  }

  advance(time: Milliseconds): void {
    if (!(time >= this.#time)) throw new Error(`time would run backwards from ${this.#time} to ${time}`);
    for (const traveller of this.#changed) this.#wakeNext(traveller);
    this.#changed.clear();
    const due = this.#due;
    while (due.take(time)) this.#happen(due.time, due.person, due.what!);
    this.#time = time;
  }

  /** Everybody has reached the time of the world, which is noted only when somebody looks: most advances are short. */
  protected override traveller(person: number): Traveller {
    const traveller = super.traveller(person);
    traveller.time = this.#time;
    return traveller;
  }

  #happen(time: Milliseconds, person: number, what: number): void {
    const kind = what % KINDS;
    const version = (what - kind) / KINDS;
    if (kind === DISCHARGE) {
      if (this.#lines.nextTry[version] !== time) return;
      this.#lines.nextTry[version] = -1;
      this.#discharge(version, time);
      return;
    }
    const vehicle = this.#vehicles.get(person)!;
    if (kind !== WAKE && version !== vehicle.version) return;
    switch (kind) {
      case WAKE:
        this.#wake(vehicle, time);
        break;
      case BEGIN:
        this.#begin(vehicle, time);
        break;
      case READY:
        this.#ready(vehicle, time);
        break;
      case JOIN:
        this.#join(vehicle, time);
        break;
      case ARRIVE:
        this.movement.arrive(vehicle.traveller);
        this.#wakeNext(vehicle.traveller);
    }
  }

  #wakeNext(traveller: Traveller): void {
    const turn = traveller.nextTurn;
    if (turn < Infinity) this.#due.put(turn, traveller.person, WAKE);
  }

  #wake(vehicle: Vehicle, time: Milliseconds): void {
    const { traveller } = vehicle;
    if (traveller.journey !== null && !traveller.mayInterrupt) return;
    traveller.time = time;
    if (traveller.nextTurn > time) return;
    const { movement } = this;
    const { router } = movement.planner;
    if (this.#traffic?.informs(traveller.person)) movement.planner.router = this.#traffic.router(time);
    else if (this.learned) movement.planner.router = this.learned.router(traveller.person, time);
    movement.turn(traveller, time);
    movement.planner.router = router;
    vehicle.version++;
    this.#leave(vehicle, time);
    const { journey } = traveller;
    if (journey?.isCar && journey.from.aoi >= 0) this.learned?.chose(traveller.person, journey);
    if (journey === null) this.#wakeNext(traveller);
    else if (!journey.isCar) {
      this.movement.pace.extend(journey, Infinity, speedOn(traveller, journey));
      this.#put(journey.arrival, vehicle, ARRIVE);
    } else this.#put(journey.begin, vehicle, BEGIN);
  }

  /** The car sets out, or waits for space on the first road. */
  #begin(vehicle: Vehicle, time: Milliseconds): void {
    const journey = vehicle.traveller.journey!;
    const road = this.#roadOf[journey.lanes[0]];
    if (road >= 0) {
      this.#starting[road] ??= [];
      const starting = this.#starting[road];
      const isNext = starting.length === 0 || starting[0] === vehicle;
      const free = isNext ? this.#space.freeAt(road, time) : Infinity;
      if (free > time) {
        if (vehicle.start < 0) starting.push(vehicle);
        vehicle.start = road;
        if (free < Infinity) this.#put(free, vehicle, BEGIN);
        return;
      }
      this.#setOut(vehicle, time);
    }
    vehicle.version++;
    journey.begin = time;
    this.#enter(vehicle, road, time);
  }

  /** The car no longer waits to set out: the next one may try. */
  #setOut(vehicle: Vehicle, time: Milliseconds): void {
    const starting = this.#starting[vehicle.start];
    vehicle.start = -1;
    if (starting === undefined) return;
    starting.splice(starting.indexOf(vehicle), 1);
    if (starting.length > 0) this.#put(time, starting[0], BEGIN);
  }

  /** The car enters the next lane of its trip, and the road after it if that lane is in a junction. */
  #enter(vehicle: Vehicle, road: number, time: Milliseconds): void {
    const { traveller } = vehicle;
    const journey = traveller.journey!;
    const { pace } = this.movement;
    if (road >= 0) {
      this.#space.take(road);
      vehicle.road = road;
    }
    let at = time - journey.begin;
    for (;;) {
      const i = journey.known++;
      const hasStopped = i === 0 ? !journey.isRolling : at > journey.reached[i - 1] + ROLLING;
      journey.entered[i] = at;
      at += Math.round(pace.moving(journey, i, hasStopped, 0));
      journey.reached[i] = at;
      if (this.#roadOf[journey.lanes[i]] >= 0 || journey.known === journey.lanes.length) break;
    }
    vehicle.due = journey.begin + at;
    vehicle.turn = -1;
    vehicle.target = -1;
    if (journey.known < journey.lanes.length) {
      vehicle.turn = this.#turnOfLane[journey.lanes[journey.known]];
      this.#lines.approach(vehicle);
    }
    this.#put(vehicle.due, vehicle, READY);
  }

  /** The car reaches the end of its road, or of its trip. */
  #ready(vehicle: Vehicle, time: Milliseconds): void {
    const journey = vehicle.traveller.journey!;
    const { pace, options } = this.movement;
    if (journey.known === journey.lanes.length) {
      const queued = this.#behindQueue(vehicle, time);
      if (queued > time) {
        this.#put(queued, vehicle, READY);
        return;
      }
      const last = journey.lanes.length - 1;
      journey.reached[last] = time - journey.begin;
      pace.finish(journey);
      this.#release(vehicle, time);
      this.#put(journey.arrival, vehicle, ARRIVE);
    } else if (options.signals === 'expected') this.#put(pace.enter(journey, journey.known, time), vehicle, JOIN);
    else this.#join(vehicle, time);
  }

  /** When a car whose trip ends on its road gets there: `time`, or later while a queue reaches further back than that. */
  #behindQueue(vehicle: Vehicle, time: Milliseconds): Milliseconds {
    const { city, options } = this.movement;
    const journey = vehicle.traveller.journey!;
    const lane = journey.lanes[journey.known - 1];
    const length = this.#lines.queued(lane);
    if (length === 0) return time;
    if (vehicle.target < 0) {
      // Cars that fit between the place and the end of the road do not matter.
      const room = ((city.lanes.length[lane] - journey.endS) / options.queue.vehicleMetres) * options.sampleFactor;
      vehicle.target = Math.max(0, this.#lines.passed[lane] + length - Math.floor(room));
    }
    const ahead = vehicle.target - this.#lines.passed[lane];
    return ahead > 0 ? this.#lines.servedAfter(lane, ahead, time) : time;
  }

  #join(vehicle: Vehicle, time: Milliseconds): void {
    const journey = vehicle.traveller.journey!;
    this.#lines.reach(vehicle);
    if (this.#lines.join(vehicle, journey.lanes[journey.known])) this.#discharge(vehicle.lane, time);
  }

  /** Lets the first cars of a lane's queue go, as many as may at `time`, and schedules the next attempt. */
  #discharge(lane: number, time: Milliseconds): void {
    for (;;) {
      const head = this.#lines.first(lane);
      if (head === undefined) return;
      const journey = head.traveller.journey!;
      const earliest = this.#lines.mayGo(lane, time, this.#greenAt(journey, lane, time));
      if (earliest > time) {
        this.#tryAt(earliest, head, lane);
        return;
      }
      const road = this.#roadAfter[head.turn];
      const free = this.#space.freeAt(road, time, this.#lines.leavesSpace(head.turn));
      if (free > time && !this.#isStuck(lane, road, time)) {
        this.#waiting[road] ??= new Set();
        this.#waiting[road].add(lane);
        this.#tryAt(Math.min(free, this.#lines.blockedSince[lane] + this.#patience), head, lane);
        return;
      }
      this.#unblock(lane, road);
      this.#lines.serve(lane, time);
      const entered = journey.begin + journey.entered[journey.known - 1];
      this.#traffic?.passed(head.road, head.turn, time - entered);
      this.learned?.passed(head.turn, entered, head.due, time);
      this.#release(head, time);
      head.lane = -1;
      this.#enter(head, road, time);
    }
  }

  /** When the light of the next lane of a trip lets it pass, once its lane has served the car before. */
  #greenAt(journey: Journey, lane: number, time: Milliseconds): Milliseconds {
    const { pace, options } = this.movement;
    const from = Math.max(time, this.#lines.servedUntil(lane));
    return options.signals === 'program' ? pace.enter(journey, journey.known, from) : from;
  }

  /** Whether the first car of a queue has waited for space long enough to go without it; starts the wait if necessary. */
  #isStuck(lane: number, road: number, time: Milliseconds): boolean {
    if (this.#lines.blockedSince[lane] < 0) this.#lines.blockedSince[lane] = time;
    const isStuck = time >= this.#lines.blockedSince[lane] + this.#patience;
    if (isStuck) this.#space.letThrough(road, this.#lines.blockedSince[lane], time);
    return isStuck;
  }

  #unblock(lane: number, road: number): void {
    if (this.#lines.blockedSince[lane] < 0) return;
    this.#lines.blockedSince[lane] = -1;
    this.#waiting[road]?.delete(lane);
  }

  /** Frees space on a road; those who wait for it look again once it has reached the back. */
  #release(vehicle: Vehicle, time: Milliseconds): void {
    const { road } = vehicle;
    if (road < 0) return;
    vehicle.road = -1;
    const free = this.#space.release(road, time);
    for (const lane of this.#waiting[road] ?? []) this.#tryAt(free, this.#lines.first(lane)!, lane);
    const first = this.#starting[road]?.[0];
    if (first !== undefined) this.#put(free, first, BEGIN);
  }

  /** Takes a car whose trip has ended off its road and out of its queue. */
  #leave(vehicle: Vehicle, time: Milliseconds): void {
    const { lane } = vehicle;
    if (lane < 0) this.#lines.reach(vehicle);
    else if (this.#lines.remove(vehicle)) {
      this.#unblock(lane, this.#roadAfter[vehicle.turn]);
      const next = this.#lines.first(lane);
      if (next !== undefined) this.#tryAt(time, next, lane);
    }
    this.#setOut(vehicle, time);
    vehicle.lane = -1;
    vehicle.turn = -1;
    this.#release(vehicle, time);
  }

  #tryAt(time: Milliseconds, head: Vehicle, lane: number): void {
    const due = this.#lines.nextTry[lane];
    if (due >= 0 && due <= time) return;
    this.#lines.nextTry[lane] = time;
    this.#due.put(time, head.traveller.person, DISCHARGE + KINDS * lane);
  }

  #put(time: Milliseconds, vehicle: Vehicle, kind: number): void {
    this.#due.put(time, vehicle.traveller.person, kind + KINDS * vehicle.version);
  }
}
