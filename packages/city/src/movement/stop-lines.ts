import type { CityMap } from '../map/city-map.js';
import type { Signals } from '../map/signals.js';
import type { DriveNetwork } from '../routing/drive-network.js';
import { commitmentSeconds } from '../routing/driving-time.js';
import { laneSpeed } from '../routing/lane-speed.js';
import { allWayHeadway, MOVE_UP } from './all-way.js';
import { FlowService } from './flow-service.js';
import type { MovementOptions } from './options.js';
import { type RightOfWay, rightOfWay } from './right-of-way.js';
import { oppositeOnSharedLanes } from './shared-lanes.js';
import type { Milliseconds } from './world.js';

/** A car before a stop line. */
export interface Waiting {
  /** The turn (arc of the network) that it makes there; -1 for none. */
  turn: number;
  /** The lane in whose queue it is, and the turning lane after it (rows of the map); -1 for none. */
  lane: number;
  over: number;
  /** When it reaches the end of its road. */
  due: Milliseconds;
}

/** Time until a car that has passed is out of the way, ms: on the move, and from standing (20 m at 2.6 m/s²). */
const CLEARING = 1000;
const STARTING = 3900;
/**
 * Unused green that a lane keeps if each car stands for several: enough for this number of simulated cars, but, if each
 * stands for more than one, for no more than this number of real ones. It makes up for a small sample arriving less evenly.
 */
const KEPT_CARS = 4;
const KEPT_REAL_CARS = 80;
/** Lost by those behind a driver who has waited for a gap at a light, ms: Highway Capacity Manual 2010, chapter 18. */
const START_UP = 2000;
/**
 * Longest wait for a gap, in stuck times: 180 s by default. Then the driver forces their way.
 * @see SUMO, time-to-impatience: the time after which drivers accept any gap
 */
const GAP_PATIENCE = 2;
/** Longest time between two looks at a busy stream, ms. */
const LOOK_AGAIN = 6000;
/** Time since a driver of a lane had to wait for a gap during which the next ones follow at the headway of gaps, ms. */
const IN_GAPS = 12_000;

/** The queues at the ends of lanes, what each lets through, and who gives way to whom. Lanes and turns are rows. */
export class StopLines<V extends Waiting> {
  /** When the first car of each queue is looked at next, and since when it waits for space beyond the junction; -1: not. */
  readonly nextTry: Float64Array;
  readonly blockedSince: Float64Array;
  /** Number of cars that each lane has served. */
  readonly passed: Int32Array;
  readonly #queues: (V[] | undefined)[];
  // When each lane has served its last car, when that car is out of the way, and its turn.
  readonly #served: Float64Array;
  readonly #cleared: Float64Array;
  readonly #lastTurn: Int32Array;
  // The lane of the other direction on the same strip of street.
  readonly #opposite: Int32Array;
  // When its last car left.
  readonly #left: Float64Array;
  // Since when the first car waits for a gap, when one last did, and when it leaves the junction as the light turns red.
  readonly #yieldsSince: Float64Array;
  readonly #yielded: Float64Array;
  readonly #clearsAt: Float64Array;
  readonly #way: RightOfWay;
  /** By turn with priority: when the cars on the way to it will be there, ascending. */
  readonly #coming: (Milliseconds[] | undefined)[];
  /** By turning lane: how much of its yellow is used, and its share of green. */
  readonly #grace: Float64Array;
  readonly #green: Float64Array;
  readonly #headway: Milliseconds;
  readonly #patience: Milliseconds;
  /** Real cars per simulated one, and how many of them can use green that was not used; what each takes, if there are several. */
  readonly #weight: number;
  readonly #kept: number;
  readonly #flows: FlowService | null;

  constructor(
    city: CityMap,
    private readonly network: DriveNetwork,
    private readonly signals: Signals,
    private readonly options: MovementOptions,
  ) {
    const { count } = city.lanes;
    this.#weight = 1 / options.sampleFactor;
    this.#kept = Math.min(KEPT_CARS * (this.#weight - 1), Math.max(this.#weight - 1, KEPT_REAL_CARS));
    this.#headway = 3_600_000 / options.laneCapacity;
    this.#patience = GAP_PATIENCE * options.queue.stuckSeconds * 1000;
    this.nextTry = new Float64Array(count).fill(-1);
    this.blockedSince = new Float64Array(count).fill(-1);
    this.passed = new Int32Array(count);
    this.#queues = Array.from({ length: count });
    this.#served = new Float64Array(count);
    this.#cleared = new Float64Array(count);
    this.#lastTurn = new Int32Array(count).fill(-1);
    this.#opposite = oppositeOnSharedLanes(city);
    this.#left = new Float64Array(count).fill(-Infinity);
    this.#yieldsSince = new Float64Array(count).fill(-1);
    this.#yielded = new Float64Array(count).fill(-Infinity);
    this.#clearsAt = new Float64Array(count).fill(-1);
    this.#coming = Array.from({ length: network.turnCosts.length });
    this.#grace = new Float64Array(count);
    this.#green = new Float64Array(count).fill(1);
    network.lanes.forEach((over, i) => {
      if (options.signals === 'none' || !signals.has(over)) return;
      const approach = laneSpeed(city, network.lanesBefore[i]) * options.speedFactor;
      const entry = Math.min(approach, laneSpeed(city, over) * options.speedFactor);
      this.#grace[over] = Math.round(commitmentSeconds(approach, entry, options) * 1000);
      this.#green[over] = 1 - signals.expected(over, this.#grace[over]).stops;
    });
    const { present } = city.junctions.fixedProgram;
    this.#way = rightOfWay(
      city,
      network,
      (junction) => options.signals !== 'none' && present[junction] === 1,
      (a, b) => signals.areTogether(a, b),
    );
    this.#flows =
      this.#weight > 1
        ? new FlowService(network, signals, this.#way, this.#green, {
            headway: this.#headway,
            clearing: STARTING,
            startUp: START_UP,
            inGaps: IN_GAPS,
            weight: this.#weight,
          })
        : null;
  }

  /** The first car of a lane's queue. */
  first(lane: number): V | undefined {
    return this.#queues[lane]?.[0];
  }

  /** Number of cars in a lane's queue. */
  queued(lane: number): number {
    return this.#queues[lane]?.length ?? 0;
  }

  /** Until when a lane serves the car before. */
  servedUntil(lane: number): Milliseconds {
    return this.#served[lane];
  }

  /** Whether a turn has to leave space on the road after it to others: they do not see the gaps of those in a sample. */
  leavesSpace(turn: number): boolean {
    return this.#flows?.merges[turn] === 1;
  }

  /** Notes a car on the way to its turn. */
  approach({ turn, due }: V): void {
    if (this.#way.isFoe[turn] === 0 || this.#flows !== null) return;
    this.#coming[turn] ??= [];
    const coming = this.#coming[turn];
    let place = coming.push(due) - 1;
    while (place > 0 && coming[place - 1] > due) coming[place] = coming[--place];
    coming[place] = due;
  }

  /** The car is no longer on the way to its turn. */
  reach({ turn, due }: V): void {
    const coming = this.#coming[turn];
    const place = coming?.indexOf(due) ?? -1;
    if (place >= 0) coming!.splice(place, 1);
  }

  /**
   * Adds a car to the shortest queue from which its turn is allowed.
   * @param own the turning lane of its route, preferred among equals
   * @returns whether it is the first
   */
  join(car: V, own: number): boolean {
    const { laneOffsets, lanes, lanesBefore } = this.network;
    let shortest = Infinity;
    for (let i = laneOffsets[car.turn]; i < laneOffsets[car.turn + 1]; i++) {
      const length = this.queued(lanesBefore[i]) - (lanes[i] === own ? 0.5 : 0);
      if (length < shortest) [shortest, car.lane, car.over] = [length, lanesBefore[i], lanes[i]];
    }
    this.#queues[car.lane] ??= [];
    return this.#queues[car.lane]!.push(car) === 1;
  }

  /** Takes a car out of its queue. @returns whether it was the first */
  remove(car: V): boolean {
    const queue = this.#queues[car.lane]!;
    const place = queue.indexOf(car);
    queue.splice(place, 1);
    if (place === 0) this.#yieldsSince[car.lane] = -1;
    return place === 0;
  }

  /**
   * When the first car of a lane may go, if there is space: `time`, or when to look again.
   * @param green when its light lets it pass
   */
  mayGo(lane: number, time: Milliseconds, green: Milliseconds): Milliseconds {
    const { turn, over } = this.first(lane)!;
    if (this.#clearsAt[lane] === time) return time;
    if (green > time || this.#flows !== null) return green;
    const turnTaken = this.#turnAt(lane, time);
    if (turnTaken > time) return turnTaken;
    const next = this.#gapAt(turn, time);
    if (next === time) return time;
    if (this.#yieldsSince[lane] < 0) this.#yieldsSince[lane] = time;
    this.#yielded[lane] = time;
    if (time - this.#yieldsSince[lane] >= this.#patience) return time;
    // A car that waits in the junction leaves it when the light turns red.
    const closes = this.options.signals === 'program' ? this.signals.closes(over, time) : Infinity;
    if (next <= closes) return next;
    this.#clearsAt[lane] = closes;
    return closes;
  }

  /** The first car of a lane goes: notes until when that takes the lane. */
  serve(lane: number, time: Milliseconds): void {
    const { turn, over, due } = this.#queues[lane]!.shift()!;
    const each = this.#flows?.milliseconds(turn, lane, over, time) ?? this.#takes(lane, turn, over, time);
    const kept = Math.round((each * this.#kept) / this.#green[over]);
    const from = this.#served[lane] > time - Math.max(kept, 1) ? this.#served[lane] : time - kept;
    this.#served[lane] = this.#servedAt(over, from, Math.round(this.#weight * each));
    const opposite = this.#opposite[lane];
    if (opposite >= 0) {
      this.#served[opposite] = Math.max(this.#served[opposite], from) + Math.round(this.#weight * this.#headway);
      // If someone waits there, it is their turn next.
      if (this.queued(opposite) > 0) this.#served[lane] = Math.max(this.#served[lane], this.#served[opposite] + 1);
    }
    this.#flows?.passed(over, lane, each, time);
    this.#cleared[lane] = time + (time > due + this.#headway ? STARTING : CLEARING);
    this.#lastTurn[lane] = turn;
    this.#left[lane] = time;
    this.#yieldsSince[lane] = -1;
    this.#clearsAt[lane] = -1;
    this.passed[lane]++;
  }

  /** How long a car that has waited for its own gap takes its lane, ms. */
  #takes(lane: number, turn: number, over: number, time: Milliseconds): Milliseconds {
    const { turning, followUp, looking } = this.#way;
    const inGap = time - this.#yielded[lane] < IN_GAPS ? followUp[turn] : looking[turn];
    const lost = this.#yieldsSince[lane] >= 0 && this.signals.has(over) ? START_UP : 0;
    return Math.max(this.#headway * turning[turn] + lost, inGap);
  }

  /** About when a lane will have served a number of cars more. */
  servedAfter(lane: number, cars: number, time: Milliseconds): Milliseconds {
    const { over } = this.first(lane)!;
    return Math.max(time + CLEARING, this.#servedAt(over, time, Math.round(cars * this.#headway * this.#weight)));
  }

  #servedAt(over: number, from: Milliseconds, service: number): Milliseconds {
    const { signals } = this.options;
    if (signals === 'program') return this.signals.afterGreen(over, from, service, this.#grace[over]);
    return from + Math.round(service / (signals === 'expected' ? this.#green[over] : 1));
  }

  /** When it is the turn of a driver among equals: `time`, or when to look again. */
  #turnAt(lane: number, time: Milliseconds): Milliseconds {
    const { equals, ranks } = this.#way;
    const { turn, due } = this.first(lane)!;
    const road = this.network.tails[turn];
    const street = equals.streets[road];
    if (street === undefined) return time;
    let [opposite, sides, lanes] = [false, 0, 0];
    for (let i = equals.offsets[road]; i < equals.offsets[road + 1]; i++) {
      const waiting = this.#lanesWaiting(equals.roads[i]);
      if (waiting === 0) continue;
      lanes += waiting;
      if (equals.isOpposite[i] === 1) opposite = true;
      else sides++;
    }
    const atLine = Math.max(due, this.#left[lane] + MOVE_UP);
    const headway = allWayHeadway(street, ranks[turn], opposite, sides, lanes);
    return Math.max(time, atLine + headway - MOVE_UP);
  }

  /** The number of lanes of a road whose first car waits for others at the crossing. */
  #lanesWaiting(road: number): number {
    let count = 0;
    for (const lane of this.#way.lanesOf[road]) if (this.queued(lane) > 0 && this.blockedSince[lane] < 0) count++;
    return count;
  }

  /** When a driver may expect a gap between those who have the right of way: `time` if there is one. */
  #gapAt(turn: number, time: Milliseconds): Milliseconds {
    const { offsets, foes, critical } = this.#way;
    let next = time;
    for (let i = offsets[turn]; i < offsets[turn + 1]; i++)
      next = Math.max(next, this.#clearAt(foes[i], time, time + critical[i] - CLEARING));
    return Math.ceil(next);
  }

  /** When the cars of a turn that pass before `until` are out of the way; `time` if there are none. */
  #clearAt(turn: number, time: Milliseconds, until: Milliseconds): Milliseconds {
    const { laneOffsets, lanes, lanesBefore } = this.network;
    const { equals } = this.#way;
    const road = this.network.tails[turn];
    // Where streets are equal, everyone starts from standing, and those behind the first one wait for their own turn.
    const takesTurns = equals.streets[road] !== undefined;
    const starting = takesTurns ? STARTING - CLEARING : 0;
    let clear = time;
    let isOpen = false;
    for (let i = laneOffsets[turn]; i < laneOffsets[turn + 1]; i++) {
      const lane = lanesBefore[i];
      const queue = this.#queues[lane];
      if (this.#lastTurn[lane] === turn) clear = Math.max(clear, this.#cleared[lane]);
      if (queue === undefined || queue.length === 0) isOpen = true;
      else if (queue[0].turn === turn && this.blockedSince[lane] < 0) {
        const next = Math.max(time, this.nextTry[lane]);
        const waits = this.#yieldsSince[lane] >= 0;
        if (next + starting > until) continue;
        let followers = 0;
        while (!waits && !takesTurns && queue[followers + 1]?.turn === turn) followers++;
        const behind = Math.min(LOOK_AGAIN, followers * this.#headway);
        clear = Math.max(clear, next + CLEARING + behind);
      }
    }
    if (!isOpen) return clear;
    const first = lanes[laneOffsets[turn]];
    for (const due of this.#coming[turn] ?? []) {
      if (due > until) break;
      const passes = this.options.signals === 'program' ? this.signals.nextGreen(first, due, this.#grace[first]) : due;
      if (passes <= until) clear = Math.max(clear, passes + CLEARING);
    }
    return clear;
  }
}
