import { power, type Random, stepLength, UserError } from '@itinera/base';
import { drawersByZone, place, type Zones } from './zones.js';

/** The decrease of a place's attraction with distance d in metres: d^exponent, or exp(−rate · d). */
export type CommuteLaw =
  | { readonly law: 'power'; readonly exponent: number }
  | { readonly law: 'exponential'; readonly rate: number };

/**
 * Fitted by maximum likelihood to the 97,999 commutes between the 89 census tracts of Richland County SC, 2018 (LODES),
 * including those within a tract, with an exponent of 1 for the jobs of a tract (1.005 if fitted too).
 */
export const usualCommute: Extract<CommuteLaw, { law: 'power' }> = { law: 'power', exponent: -0.65 };
/** Schools are closer than work places (assumption). */
export const usualSchool: CommuteLaw = { law: 'power', exponent: -2 };

/** Metres over which the attraction falls to 1/e: fitted to the same flows as the power law. */
const USUAL_METRES = 1000 / 0.07048615979185323;

/**
 * Builds the law of attraction of work places.
 * @param terms `exponent` of the power law, or `metres` over which the exponential law falls to 1/e; defaults if omitted
 * @throws UserError for the parameter of the other law
 */
export function commuteLaw({
  law,
  exponent,
  metres,
}: {
  readonly law: CommuteLaw['law'];
  readonly exponent?: number | undefined;
  readonly metres?: number | undefined;
}): CommuteLaw {
  if (law === 'exponential' && exponent !== undefined)
    throw new UserError(
      `exponent ${exponent}: the exponential law expects metres, not an exponent. Pass metres, or choose the power law.`,
    );
  if (law === 'power' && metres !== undefined)
    throw new UserError(
      `metres ${metres}: the power law expects an exponent, not metres. Pass an exponent, or choose the exponential law.`,
    );
  if (law === 'exponential') return { law, rate: 1 / (metres ?? USUAL_METRES) };
  return exponent === undefined ? usualCommute : { law, exponent: -exponent };
}

/** Whether a law has its usual parameter, which is that of another place. */
export function isUsualLaw(law: CommuteLaw): boolean {
  return law.law === 'power' ? law.exponent === usualCommute.exponent : law.rate === 1 / USUAL_METRES;
}

/** The places of the people who need one. */
export interface ChosenPlaces {
  /** For each person, the row of the AOI, or -1 if no place is left. */
  readonly aois: Int32Array;
  /** Mean distance between zones that the law predicts for these homes, metres; NaN without places. */
  readonly expectedMetres: number;
}

/**
 * Draws places for people by a gravity law: jobs (or seats) of a zone times the deterrence of its distance from the
 * zone of the home, then a place in the zone by its weight. Outflows of homes are fixed, inflows of places are not.
 * @see Wilson 1971, A family of spatial interaction models, doi:10.1068/a030001
 */
export function choosePlaces(
  homes: Int32Array,
  weights: Float64Array,
  zones: Zones,
  law: CommuteLaw,
  random: Random,
): ChosenPlaces {
  const drawers = drawersByZone(zones, weights);
  const aois = new Int32Array(homes.length).fill(-1);
  const byZone: number[][] = Array.from({ length: zones.count }, () => []);
  homes.forEach((home, person) => {
    if (zones.of[home] >= 0) byZone[zones.of[home]].push(person);
  });
  const pull = new Pull(zones, drawers.totals, law);
  let [metres, people] = [0, 0];
  byZone.forEach((list, from) => {
    if (list.length === 0 || !(pull.from(from) > 0)) return;
    metres += pull.mean * list.length;
    people += list.length;
    for (const person of list) {
      const zone = place(pull.running, random.uniform() * pull.sum);
      aois[person] = drawers.draw(zone, random.uniform());
    }
  });
  return { aois, expectedMetres: people === 0 ? Number.NaN : metres / people };
}

/** Steepest laws that are tried: the exponent of the power law, and the rate of the exponential one per metre. */
const STEEPEST = { power: 6, exponential: 1 / 200 } as const;
const FIT_STEPS = 20;
/** Jobs are balanced until this share of people would have to change, within a number of steps. */
const [BALANCE_ERROR, BALANCE_STEPS] = [1e-4, 100];

/**
 * Weights of places so that by the law each gets its share of the people: a place near many homes attracts fewer from afar.
 * @see Wilson 1971, the doubly constrained model; Furness 1965 for the iteration
 */
export function balancedPlaces(homes: Int32Array, weights: Float64Array, zones: Zones, law: CommuteLaw): Float64Array {
  const balance = new Balance(homes, weights, zones);
  balance.settle(law);
  return weights.map((weight, aoi) => (zones.of[aoi] < 0 ? 0 : weight * balance.factors[zones.of[aoi]]));
}

/**
 * The law of the same form whose mean distance for these homes and places is a given one; for the exponential law, this is the
 * maximum likelihood given the flows' mean.
 * @param isBalanced whether the places will be balanced by the law
 * @see Hyman 1969, The calibration of trip distribution models, doi:10.1068/a010105
 * @throws UserError if no law has this mean
 */
export function fitLaw(
  homes: Int32Array,
  weights: Float64Array,
  zones: Zones,
  { law }: CommuteLaw,
  meanMetres: number,
  isBalanced: boolean,
): CommuteLaw {
  const balance = new Balance(homes, weights, zones);
  const steep = (share: number): CommuteLaw =>
    law === 'power' ? { law, exponent: -share * STEEPEST.power } : { law, rate: share * STEEPEST.exponential };
  const mean = (share: number) => balance.settle(steep(share), isBalanced ? BALANCE_STEPS : 1);
  const [most, least] = [mean(0), mean(1)];
  if (Number.isNaN(most)) throw new UserError('mean distance to work: nobody works on this map. Omit it.');
  if (!(meanMetres > least && meanMetres < most))
    throw new UserError(
      `mean distance to work: got ${km(meanMetres)} km, expected ${km(least)} to ${km(most)} km, the range of homes and jobs on this map.`,
    );
  let [low, high] = [0, 1];
  for (let step = 0; step < FIT_STEPS; step++) {
    const middle = (low + high) / 2;
    if (mean(middle) > meanMetres) low = middle;
    else high = middle;
  }
  return steep((low + high) / 2);
}

/** Factors of zones with which the people who go there are as many as their share of places. */
class Balance {
  readonly factors: Float64Array;
  readonly #people: Float64Array;
  readonly #places: Float64Array;
  readonly #zones: Zones;

  constructor(homes: Int32Array, weights: Float64Array, zones: Zones) {
    this.#zones = zones;
    this.factors = new Float64Array(zones.count).fill(1);
    this.#people = new Float64Array(zones.count);
    for (const home of homes) if (zones.of[home] >= 0) this.#people[zones.of[home]]++;
    const { totals } = drawersByZone(zones, weights);
    const [people, places] = [this.#people, totals].map((list) => list.reduce((sum, value) => sum + value, 0));
    this.#places = totals.map((total) => (places > 0 ? (total / places) * people : 0));
  }

  /** Balances the zones for a law, from the factors of the last one. @returns mean distance, metres; NaN without people or places */
  settle(law: CommuteLaw, steps = BALANCE_STEPS): number {
    const zones = this.#zones;
    const [people, places, factors] = [this.#people, this.#places, this.factors];
    const all = people.reduce((sum, value) => sum + value, 0);
    const coming = new Float64Array(zones.count);
    let metres = 0;
    for (let step = 1; ; step++) {
      const pull = new Pull(
        zones,
        places.map((value, zone) => value * factors[zone]),
        law,
      );
      coming.fill(0);
      metres = 0;
      people.forEach((count, from) => {
        if (count === 0 || !(pull.from(from) > 0)) return;
        metres += pull.mean * count;
        const each = count / pull.sum;
        for (let to = 0; to < zones.count; to++)
          coming[to] += each * (pull.running[to] - (to > 0 ? pull.running[to - 1] : 0));
      });
      if (step === steps) break;
      let error = 0;
      places.forEach((value, zone) => {
        error += Math.abs(value - coming[zone]) / 2;
      });
      if (!(error > BALANCE_ERROR * all)) break;
      places.forEach((value, zone) => {
        if (coming[zone] > 0) factors[zone] *= value / coming[zone];
      });
    }
    return metres / all;
  }
}

function km(metres: number): string {
  return (metres / 1000).toFixed(2);
}

/** The pull of all zones on one of them. */
class Pull {
  /** Running sums by zone, their last, and the mean distance. */
  readonly running: Float64Array;
  sum = 0;
  mean = 0;
  readonly #deterrence: (metres: number) => number;

  constructor(
    private readonly zones: Zones,
    private readonly totals: Float64Array,
    law: CommuteLaw,
  ) {
    this.running = new Float64Array(zones.count);
    this.#deterrence = deterrenceOf(law);
  }

  /** Computes the pull on a zone. @returns its sum */
  from(from: number): number {
    const { zones, totals, running } = this;
    let [sum, moment] = [0, 0];
    for (let to = 0; to < zones.count; to++) {
      const distance = distanceOf(zones, from, to);
      const weight = totals[to] === 0 ? 0 : totals[to] * this.#deterrence(distance);
      sum += weight;
      moment += weight * distance;
      running[to] = sum;
    }
    this.mean = moment / sum;
    this.sum = sum;
    return sum;
  }
}

/** Distance between the centres of two zones; within a zone, the mean distance of two of its points; metres. */
export function distanceOf({ centres, inside }: Zones, from: number, to: number): number {
  if (from === to) return inside;
  return Math.max(inside, stepLength(centres[2 * to] - centres[2 * from], centres[2 * to + 1] - centres[2 * from + 1]));
}

function deterrenceOf(law: CommuteLaw): (metres: number) => number {
  if (law.law === 'exponential') return (metres) => Math.exp(-law.rate * metres);
  return (metres) => power(metres, law.exponent);
}
