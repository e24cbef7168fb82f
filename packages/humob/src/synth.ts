import { power, Random } from '@itinera/base';
import { isWeekend, SLOTS } from '@itinera/metrics';
import { MASKED, STEP_LIMITS } from './step-file.js';

export interface SynthOptions {
  readonly users: number;
  readonly days: number;
  readonly seed: number;
  /** The first uid; the others follow. Default 0. */
  readonly firstUid?: number;
  /** Days before this one are simulated but not reported; default 0. */
  readonly fromDay?: number;
}

type OnStep = (uid: number, d: number, t: number, x: number, y: number) => void;

const GRID = STEP_LIMITS.x[1];

/** A place as x * 1000 + y: each is at most 999. */
type Cell = number;
const CELL = MASKED + 1;

/**
 * Synthetic people whose days resemble those of the HuMob Challenge. No personal data are used, and a score on them says
 * nothing about how well a method works on real people.
 *
 * A city of a few centres on the 200 × 200 grid. Each person has a home near a centre, usually a workplace closer to the
 * main centre, some usual places whose visits follow a Zipf law, and is recorded in about 23 of 48 half hours per day,
 * fewer at night. On working days they leave home and work at their usual hours, a few minutes earlier or later, pass
 * cells on their route and stop somewhere on some evenings; weekends are for usual places, and one day in seven is an
 * excursion. Occasionally they try a new place near a known one, which then becomes a usual one (exploration and
 * preferential return). One step in twelve is recorded in a cell next to the true one, as with real positioning.
 *
 * Each person's stream comes from (seed, uid), so the number of people does not affect anyone's days.
 *
 * @param onStep receives the steps in order of uid, day, slot
 * @see C. Song, T. Koren, P. Wang, A.-L. Barabási (2010), Modelling the scaling properties of human mobility,
 *   doi:10.1038/nphys1760 (exploration and preferential return)
 */
export function synthesize({ users, days, seed, firstUid = 0, fromDay = 0 }: SynthOptions, onStep: OnStep): void {
  const city = createCity(seed);
  for (let uid = firstUid; uid < firstUid + users; uid++) {
    const person = new SynthPerson(city, new Random(seed, uid));
    for (let d = 0; d < days; d++) {
      person.liveDay(isWeekend(d));
      if (d >= fromDay) person.tellDay((t, x, y) => onStep(uid, d, t, x, y));
    }
  }
}

interface Centre {
  readonly x: number;
  readonly y: number;
  readonly spread: number;
}

/** Centres, the main one first. */
function createCity(seed: number): Centre[] {
  const random = new Random(seed, -1);
  const within = (low: number, high: number) => low + (high - low) * random.uniform();
  const suburbs = Array.from({ length: 6 }, () => ({ x: within(30, 170), y: within(30, 170), spread: within(4, 10) }));
  return [{ x: within(85, 115), y: within(85, 115), spread: 9 }, ...suburbs];
}

class SynthPerson {
  readonly #random: Random;
  readonly #home: Cell;
  readonly #work: Cell | undefined;
  /** The usual places, most visited first. */
  readonly #usual: Cell[];
  readonly #leavesHome: number;
  readonly #workSlots: number;
  readonly #seenShare: number;
  readonly #outgoing: number;
  /** Position of the person in each half hour of the day. */
  readonly #day = new Int32Array(SLOTS);

  constructor(city: readonly Centre[], random: Random) {
    this.#random = random;
    const centre = city[random.uniform() < 0.35 ? 0 : 1 + random.integer(city.length - 1)] as Centre;
    this.#home = this.#near(centre.x, centre.y, centre.spread);
    const main = city[0] as Centre;
    const towardsMain = random.uniform();
    const [homeX, homeY] = coordinates(this.#home);
    this.#work =
      random.uniform() < 0.8
        ? this.#near(homeX + (main.x - homeX) * towardsMain, homeY + (main.y - homeY) * towardsMain, 4)
        : undefined;
    this.#usual = Array.from({ length: 4 + random.integer(6) }, () => {
      const [x, y] = coordinates(this.#work !== undefined && random.uniform() < 0.3 ? this.#work : this.#home);
      return this.#near(x, y, 5);
    });
    this.#leavesHome = 15 + random.integer(5);
    this.#workSlots = 16 + random.integer(6);
    this.#seenShare = 0.3 + 0.4 * random.uniform();
    this.#outgoing = 0.15 + 0.5 * random.uniform();
  }

  /** Fills the day: home, unless the plan says otherwise. */
  liveDay(weekend: boolean): void {
    this.#day.fill(this.#home);
    if (this.#random.uniform() < 0.15) this.#takeTrip();
    else if (this.#work !== undefined && !weekend && this.#random.uniform() > 0.07) {
      const from = this.#leavesHome + this.#random.integer(7) - 3;
      const to = Math.min(from + this.#workSlots + this.#random.integer(9) - 4, 44);
      this.#go(from, this.#home, this.#work);
      this.#day.fill(this.#work, from + 1, to);
      if (this.#random.uniform() < 0.3) this.#day.fill(this.#choosePlace(), from + 9, from + 11);
      if (this.#random.uniform() < this.#outgoing) {
        const stop = this.#choosePlace();
        this.#go(to, this.#work, stop);
        const until = Math.min(to + 2 + this.#random.integer(4), SLOTS - 1);
        this.#day.fill(stop, to + 1, until);
        this.#go(until, stop, this.#home);
      } else {
        this.#go(to, this.#work, this.#home);
      }
    } else {
      this.#goOut();
    }
  }

  /** A free day: from home to usual places and back, as often as the person likes. */
  #goOut(): void {
    let slot = 17 + this.#random.integer(8);
    while (slot < 42 && this.#random.uniform() < 0.3 + this.#outgoing) {
      const place = this.#choosePlace();
      const until = Math.min(slot + 2 + this.#random.integer(6), SLOTS - 1);
      this.#go(slot, this.#home, place);
      this.#day.fill(place, slot + 1, until);
      this.#go(until, place, this.#home);
      slot = until + 1 + this.#random.integer(6);
    }
  }

  /** An excursion: a day far away, around one place there. */
  #takeTrip(): void {
    const there = this.#near(...coordinates(this.#home), 30);
    const from = 14 + this.#random.integer(6);
    const to = 36 + this.#random.integer(8);
    this.#go(from, this.#home, there);
    this.#day.fill(there, from + 1, to);
    const aside = from + 2 + this.#random.integer(12);
    this.#day.fill(this.#near(...coordinates(there), 3), aside, aside + 3);
    this.#go(to, there, this.#home);
  }

  /** Reports the half hours in which the person is recorded. */
  tellDay(onStep: (t: number, x: number, y: number) => void): void {
    for (let t = 0; t < SLOTS; t++) {
      const share = t < 12 ? this.#seenShare * 0.6 : this.#seenShare * 1.08;
      if (this.#random.uniform() >= share) continue;
      let [x, y] = coordinates(this.#day[t] as Cell);
      if (this.#random.integer(12) === 0) {
        x = clamp(x + this.#random.integer(3) - 1);
        y = clamp(y + this.#random.integer(3) - 1);
      }
      onStep(t, x, y);
    }
  }

  /** On the way in this slot: a cell between the two places. */
  #go(slot: number, from: Cell, to: Cell): void {
    const share = this.#random.uniform();
    const [fromX, fromY] = coordinates(from);
    const [toX, toY] = coordinates(to);
    this.#day[slot] = cellAt(fromX + (toX - fromX) * share, fromY + (toY - fromY) * share);
  }

  /** A usual place, the k-th with weight 1/k, or occasionally a new one. */
  #choosePlace(): Cell {
    if (this.#random.uniform() < 0.6 * power(this.#usual.length, -0.6)) {
      const [x, y] = coordinates(this.#usual[this.#random.integer(this.#usual.length)] as Cell);
      const found = this.#near(x, y, 6);
      this.#usual.push(found);
      return found;
    }
    let total = 0;
    for (let k = 1; k <= this.#usual.length; k++) total += 1 / k;
    let rest = this.#random.uniform() * total;
    let k = 1;
    while (k < this.#usual.length) {
      rest -= 1 / k;
      if (rest < 0) break;
      k++;
    }
    return this.#usual[k - 1] as Cell;
  }

  /** A cell whose distance from a point is exponential with this mean, in cells. */
  #near(x: number, y: number, meanDistance: number): Cell {
    const distance = -Math.log(1 - this.#random.uniform()) * meanDistance;
    const angle = this.#random.uniform() * 2 * Math.PI;
    return cellAt(x + distance * Math.cos(angle), y + distance * Math.sin(angle));
  }
}

function cellAt(x: number, y: number): Cell {
  return clamp(Math.round(x)) * CELL + clamp(Math.round(y));
}

function coordinates(cell: Cell): [x: number, y: number] {
  return [Math.floor(cell / CELL), cell % CELL];
}

function clamp(coordinate: number): number {
  return Math.max(1, Math.min(GRID, coordinate));
}
