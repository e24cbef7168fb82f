import type { Router } from '../routing/router.js';
import type { Journey, Way } from './journey.js';
import type { Movement } from './movement.js';
import { hashUnit } from './personal-speed.js';
import type { Milliseconds } from './world.js';

const SLICE = 600_000;
/** Stream of random numbers that decides who chooses routes again in which iteration. */
const STREAM = 4;
/** Maximum number of trips by which the gap is measured. */
const MAX_TRIPS = 4000;

/** Delays of turns (arcs) by the slice of 10 minutes in which cars enter the road before them: seconds in total, and cars. */
type Delays = Map<number, Map<number, Delay>>;
type Delay = { readonly seconds: number; readonly cars: number };

interface ChosenTrip {
  readonly key: number;
  readonly slice: number;
  readonly journey: Journey;
}

/**
 * What drivers have learned about traffic from simulating the same days before: in iteration k, counted from 0, a share of
 * 2 / (k + 2) chooses routes again by the delays of iteration k − 1 at the time of departure. The others keep to the
 * iteration in which they last did. This approaches routes of which nobody knows a faster one (user equilibrium).
 * @see Sheffi 1985, Urban Transportation Networks, chapter 12: successive averages
 */
export class LearnedTraffic {
  readonly #past: Delays[] = [];
  #delays: Delays = new Map();
  #trips: ChosenTrip[] = [];
  /** Share of the trips by which the gap is measured. */
  #share = 1;
  #movement!: Movement;
  /** By iteration, for the current slice. */
  #routers = new Map<number, Router>();
  #slice = -1;

  /** Starts the next iteration, in a new world. */
  begin(movement: Movement): void {
    this.#movement = movement;
    this.#slice = -1;
  }

  /** The router by which a person chooses a route at a time. */
  router(person: number, time: Milliseconds): Router {
    const { seed } = this.#movement.options;
    for (let k = this.#past.length; k > 0; k--)
      if (hashUnit(seed, person, STREAM, k) < 2 / (k + 2)) return this.#routerAfter(k - 1, Math.floor(time / SLICE));
    return this.#movement.planner.router;
  }

  /** Notes the route of a car that sets out from an AOI. */
  chose(person: number, journey: Journey): void {
    const { seed } = this.#movement.options;
    const key = hashUnit(seed, person, journey.departure);
    if (key >= this.#share) return;
    this.#trips.push({ key, slice: Math.floor(journey.departure / SLICE), journey });
    if (this.#trips.length <= MAX_TRIPS) return;
    this.#share /= 2;
    this.#trips = this.#trips.filter((trip) => trip.key < this.#share);
  }

  /** Notes a car that leaves a road for a turn: when it entered the road, and when it was ready to leave it. */
  passed(turn: number, entered: Milliseconds, ready: Milliseconds, time: Milliseconds): void {
    const slice = Math.floor(entered / SLICE);
    const turns = this.#delays.get(slice) ?? new Map<number, Delay>();
    this.#delays.set(slice, turns);
    const { seconds, cars } = turns.get(turn) ?? { seconds: 0, cars: 0 };
    turns.set(turn, { seconds: seconds + (time - ready) / 1000, cars: cars + 1 });
  }

  /**
   * Ends an iteration. @returns its relative gap: how much longer the routes take than the fastest ones, by the times of
   * this iteration, as a share of the latter; NaN without trips by car
   */
  end(): number {
    const iteration = this.#past.push(this.#delays) - 1;
    let excess = 0;
    let least = 0;
    this.#slice = -1;
    for (const { slice, journey } of this.#trips.sort((a, b) => a.slice - b.slice)) {
      const router = this.#routerAfter(iteration, slice);
      const fastest = this.#movement.planner.freeWay(router, journey);
      if (fastest === null) continue;
      const seconds = secondsOf(router, this.#movement, fastest);
      least += seconds;
      excess += Math.max(0, secondsOf(router, this.#movement, journey) - seconds);
    }
    this.#delays = new Map();
    this.#trips = [];
    return excess / least;
  }

  #routerAfter(iteration: number, slice: number): Router {
    if (slice !== this.#slice) this.#routers = new Map();
    this.#slice = slice;
    const known = this.#routers.get(iteration);
    if (known !== undefined) return known;
    const free = this.#movement.planner.router;
    const turns = this.#past[iteration].get(slice);
    const delays = new Float64Array(free.driveNetwork.turnCosts.length);
    for (const [turn, { seconds, cars }] of turns ?? [])
      delays[turn] = Math.max(0, seconds / cars - free.driveNetwork.turnCosts[turn]);
    const router = turns === undefined ? free : free.withTurnDelays(delays);
    this.#routers.set(iteration, router);
    return router;
  }
}

/** Cost of a way by the costs of a router. */
function secondsOf({ driveNetwork }: Router, { city }: Movement, { lanes, startS, endS }: Way): number {
  const { laneRoads, roadCosts, turnCosts, graph } = driveNetwork;
  const last = lanes.length - 1;
  let sum = 0;
  lanes.forEach((lane, i) => {
    const road = laneRoads[lane];
    if (road < 0) return;
    const { length } = city.lanes;
    sum += (((i === last ? endS : length[lane]) - (i === 0 ? startS : 0)) / length[lane]) * roadCosts[road];
    const next = i < last ? laneRoads[lanes[i + 2]] : -1;
    for (let arc = graph.offsets[road]; next >= 0 && arc < graph.offsets[road + 1]; arc++)
      if (graph.heads[arc] === next) {
        sum += turnCosts[arc];
        break;
      }
  });
  return sum;
}
