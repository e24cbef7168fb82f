import { type Random, UserError } from '@itinera/metrics';
import { drawersByZone, place, type Zones } from './zones.js';

/** The decrease of a place's attraction with distance d in metres: d^exponent, or exp(−rate · d). */
export type CommuteLaw =
  | { readonly law: 'power'; readonly exponent: number }
  | { readonly law: 'exponential'; readonly rate: number };

/**
 * Fitted by maximum likelihood to the 97,999 commutes between the 89 census tracts of Richland County SC, 2018 (LODES),
 * including those within a tract, with an exponent of 1 for the jobs of a tract (1.005 if fitted too).
 */
export const usualCommute: CommuteLaw = { law: 'power', exponent: -0.65 };
/** Schools are closer than work places (assumption). */
export const usualSchool: CommuteLaw = { law: 'power', exponent: -2 };

/** Metres over which the attraction falls to 1/e: fitted to the same flows as the power law. */
const USUAL_METRES = 1000 / 0.07048615979185323;

/**
 * Builds the law of attraction of work places.
 * @param terms `exponent` of the power law, or `metres` over which the exponential law falls to 1/e; defaults if omitted
 */
export function commuteLaw({
  law,
  exponent,
  metres = USUAL_METRES,
}: {
  readonly law: CommuteLaw['law'];
  readonly exponent?: number | undefined;
  readonly metres?: number | undefined;
}): CommuteLaw {
  if (law === 'exponential') return { law, rate: 1 / metres };
  return exponent === undefined ? usualCommute : { law, exponent: -exponent };
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

/**
 * The law of the same form whose mean distance for these homes and places is a given one; for the exponential law, this is the
 * maximum likelihood given the flows' mean.
 * @see Hyman 1969, The calibration of trip distribution models, doi:10.1068/a010105
 * @throws UserError if no law has this mean
 */
export function fitLaw(
  homes: Int32Array,
  weights: Float64Array,
  zones: Zones,
  { law }: CommuteLaw,
  meanMetres: number,
): CommuteLaw {
  const { totals } = drawersByZone(zones, weights);
  const counts = new Float64Array(zones.count);
  for (const home of homes) if (zones.of[home] >= 0) counts[zones.of[home]]++;
  const steep = (share: number): CommuteLaw =>
    law === 'power' ? { law, exponent: -share * STEEPEST.power } : { law, rate: share * STEEPEST.exponential };
  const mean = (share: number) => {
    const pull = new Pull(zones, totals, steep(share));
    let [metres, people] = [0, 0];
    counts.forEach((count, from) => {
      if (count === 0 || !(pull.from(from) > 0)) return;
      metres += pull.mean * count;
      people += count;
    });
    return metres / people;
  };
  const [most, least] = [mean(0), mean(1)];
  if (Number.isNaN(most)) throw new UserError('mean distance to work: nobody here has work on the map. Omit it.');
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
  return Math.max(inside, Math.hypot(centres[2 * to] - centres[2 * from], centres[2 * to + 1] - centres[2 * from + 1]));
}

function deterrenceOf(law: CommuteLaw): (metres: number) => number {
  if (law.law === 'exponential') return (metres) => Math.exp(-law.rate * metres);
  return (metres) => metres ** law.exponent;
}
