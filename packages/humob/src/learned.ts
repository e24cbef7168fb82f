import { power, Random } from '@itinera/base';
import { isWeekend, SLOTS } from '@itinera/metrics';
import { type PlaceBaseline, Votes } from './baselines.js';
import { History } from './history.js';
import type { StepTrajectories } from './trajectories.js';

/** Upper ends of the classes of a past step: half hours from the time of day, and days between. */
const SLOT_CLASSES = [0, 1, 2, 4, 8, SLOTS / 2];
const AGE_CLASSES = [3, 7, 14, 28, 65_535];
/** The same day of the week; another day of its kind, working day or weekend; a day of the other kind. */
const RELATIONS = 3;
const CLASSES = SLOT_CLASSES.length * AGE_CLASSES.length * RELATIONS;
const classesOf = (ends: readonly number[], values: number) =>
  Uint8Array.from({ length: values }, (_, value) => ends.findIndex((end) => value <= end));
const SLOT_CLASS = classesOf(SLOT_CLASSES, SLOTS / 2 + 1);
/** The last class contains all longer ages. */
const AGE_CLASS = classesOf(AGE_CLASSES, 30);

/** Share of each person's recorded days, the last ones, that is predicted from the earlier ones while learning. */
const HELD_OUT = 0.2;
/** Maximum number of people to learn from. */
export const MOST_PEOPLE = 2000;
const MOST_STEPS = 40_000;
const ROUNDS = 60;
/** The number of steps for which the prior counts: the guess in learning, the first city in adapting. */
const GUESS = 200;
const FIRST_CITY = 2000;

/** How much a past step of each class votes for its place, learned from held-out days. Only ratios count. */
export interface VoteWeights {
  readonly weights: Float64Array;
  /** Share of the votes for right places by class. */
  readonly shares: Float64Array;
  /** People and steps that the weights were learned from. */
  readonly people: number;
  readonly steps: number;
}

/**
 * Learns the weights from people's last days, predicted from their earlier ones: the probability of a place is its share
 * of the votes of the person's past steps, and the weights maximise the likelihood of the places visited (minorise–maximise,
 * which needs no step size), with a gamma prior on each.
 *
 * @param first weights of another city, which are adapted: they count as much as `FIRST_CITY` steps
 * @see D. R. Hunter (2004), MM algorithms for generalized Bradley–Terry models, doi:10.1214/aos/1079120141
 */
export function learnVotes(city: StepTrajectories, seed: number, first?: VoteWeights): VoteWeights {
  const prior = first ?? { weights: guessedWeights(), shares: new Float64Array(CLASSES).fill(1 / CLASSES) };
  const strength = first === undefined ? GUESS : FIRST_CITY;
  const { right, all, people } = heldOutSteps(city, new Random(seed, -1));
  const weights = prior.weights.slice();
  const steps = right.length;
  const credit = new Float64Array(CLASSES);
  const burden = new Float64Array(CLASSES);
  for (let round = 0; round < ROUNDS; round++) {
    for (let k = 0; k < CLASSES; k++) {
      credit[k] = strength * prior.shares[k]!;
      burden[k] = credit[k]! / prior.weights[k]!;
    }
    for (let step = 0; step < steps; step++) {
      const [atPlace, past] = [right[step]!, all[step]!];
      let [won, cast] = [0, 0];
      for (let k = 0; k < CLASSES; k++) {
        won += weights[k]! * atPlace[k]!;
        cast += weights[k]! * past[k]!;
      }
      for (let k = 0; k < CLASSES; k++) {
        credit[k]! += (weights[k]! * atPlace[k]!) / won;
        burden[k]! += past[k]! / cast;
      }
    }
    for (let k = 0; k < CLASSES; k++) weights[k] = credit[k]! / burden[k]!;
  }
  return { weights, shares: credit.map((votes) => votes / (steps + strength)), people, steps };
}

/** The place with the most votes of the person's past steps, weighted as learned. */
export const predictByVotes =
  ({ weights }: VoteWeights): PlaceBaseline['predict'] =>
  (history, { d, t, place }) => {
    const votes = new Votes(history.places.length);
    for (let i = 0; i < place.length; i++) {
      eachPast(history, history.rows, d[i]!, t[i]!, (row, k) => votes.add(history.place[row]!, weights[k]!));
      place[i] = votes.takeWinner();
    }
  };

/** For each step on held-out days at a known place, the person's earlier steps by class: those at that place, and all. */
function heldOutSteps(city: StepTrajectories, random: Random) {
  const people = random.shuffled(city.people.length).subarray(0, MOST_PEOPLE);
  const quota = Math.ceil(MOST_STEPS / people.length);
  const right: Uint16Array[] = [];
  const all: Uint16Array[] = [];
  let learnedFrom = 0;
  for (const person of people) {
    const history = new History(city, city.firstRow[person]!, city.firstRow[person + 1]!);
    const before = firstHeldOut(history);
    const stride = Math.ceil((history.rows - before) / quota);
    const found = right.length;
    for (let row = before; row < history.rows; row += stride) {
      const counts = new Uint16Array(CLASSES);
      const atPlace = new Uint16Array(CLASSES);
      eachPast(history, before, history.d[row]!, history.t[row]!, (past, k) => {
        counts[k]!++;
        if (history.place[past] === history.place[row]) atPlace[k]!++;
      });
      if (!atPlace.some((count) => count > 0)) continue;
      right.push(atPlace);
      all.push(counts);
    }
    if (right.length > found) learnedFrom++;
  }
  return { right, all, people: learnedFrom };
}

/** The first row of the last fifth of the recorded days. */
function firstHeldOut({ d, rows }: History): number {
  const days = [...new Set(d)];
  const first = days[Math.ceil(days.length * (1 - HELD_OUT))];
  return first === undefined ? rows : d.indexOf(first);
}

/** Calls `visit` with the first `rows` rows in time order, each with its class as seen from a day and slot. */
function eachPast({ d, t }: History, rows: number, day: number, slot: number, visit: (row: number, k: number) => void) {
  const weekend = isWeekend(day);
  for (let row = 0; row < rows; row++) {
    const apart = Math.abs(t[row]! - slot);
    const age = Math.abs(day - d[row]!);
    const relation = age % 7 === 0 ? 0 : isWeekend(d[row]!) === weekend ? 1 : 2;
    const near = SLOT_CLASS[Math.min(apart, SLOTS - apart)]!;
    visit(row, (near * AGE_CLASSES.length + AGE_CLASS[Math.min(age, AGE_CLASS.length - 1)]!) * RELATIONS + relation);
  }
}

/** The weights of `decayed-mode`, roughly. */
function guessedWeights(): Float64Array {
  const weights: number[] = [];
  for (const slots of SLOT_CLASSES)
    for (const days of AGE_CLASSES)
      for (const relation of [1, 1, 0.25])
        weights.push(power(0.5, slots) * power(0.5, Math.min(days, 45) / 14) * relation);
  return Float64Array.from(weights);
}
