import { Random } from '@itinera/base';
import { PLACE_BASELINES } from './baselines.js';
import { History, PLACE } from './history.js';
import { learnVotes, predictByVotes, type VoteWeights } from './learned.js';
import type { OnProgress } from './progress.js';
import { StepTable } from './step-table.js';
import type { StepTrajectories } from './trajectories.js';

/** The organisers' baseline of 2023, which may predict a cell where the person has never been. */
export const CENTER_POINT = 'center-point';

/** The baseline whose weights are learned, from the people to predict or first from those of another city. */
export const LEARNED_MODE = 'learned-mode';

/** All baselines with one sentence each, the organisers' first. */
export const BASELINES: Readonly<Record<string, string>> = {
  [CENTER_POINT]:
    'the mean of all places, x and y rounded to the nearest cell, halves up (the organisers’ baseline of 2023)',
  ...Object.fromEntries(Object.entries(PLACE_BASELINES).map(([name, { summary }]) => [name, summary])),
  [LEARNED_MODE]:
    'like decayed-mode, but with weights by time of day, days back and weekday that are learned from people’s last days; ' +
    'with --learn-from, from those of another city, then adapted to this one (transfer)',
};

export interface PredictOptions {
  /** Seed of the baselines that draw, one stream per person; default 1. */
  readonly seed?: number;
  /** Weights of `learned-mode`; default: learned from the training steps. */
  readonly votes?: VoteWeights;
  /** Receives the number of people done. */
  readonly onProgress?: OnProgress;
}

export interface Prediction {
  /** The steps of the target with predicted cells, in the order of the target's file. */
  readonly steps: StepTable;
  /** People of the target without training steps, placed in the cell with the most training steps. */
  readonly withoutPast: readonly number[];
}

/**
 * Predicts the cells of the target's steps from training steps, each person from their own past only.
 *
 * @param target steps to predict; their cells are ignored
 * @param name one of `BASELINES`
 * @throws RangeError for another name
 */
export function predictSteps(
  train: StepTrajectories,
  target: StepTrajectories,
  name: string,
  { seed = 1, votes, onProgress }: PredictOptions = {},
): Prediction {
  const predict =
    name === LEARNED_MODE ? predictByVotes(votes ?? learnVotes(train, seed)) : PLACE_BASELINES[name]?.predict;
  if (predict === undefined && name !== CENTER_POINT) {
    throw new RangeError(
      `predictSteps: no baseline named ${name}. Choose one of ${Object.keys(BASELINES).join(', ')}.`,
    );
  }
  const cells = new Int32Array(target.length);
  const personOfTrain = new Map(Array.from(train.people, (uid, person) => [uid, person]));
  const withoutPast: number[] = [];
  for (let person = 0; person < target.people.length; person++) {
    onProgress?.('predicting', person, target.people.length);
    const uid = target.people[person] as number;
    const from = target.firstRow[person] as number;
    const to = target.firstRow[person + 1] as number;
    const known = personOfTrain.get(uid);
    if (known === undefined) {
      withoutPast.push(uid);
      continue;
    }
    const past = [train.firstRow[known] as number, train.firstRow[known + 1] as number] as const;
    if (predict === undefined) {
      cells.fill(centerPoint(train, ...past), from, to);
      continue;
    }
    const history = new History(train, ...past);
    const place = cells.subarray(from, to);
    predict(history, { d: target.d.subarray(from, to), t: target.t.subarray(from, to), place }, new Random(seed, uid));
    for (let i = 0; i < place.length; i++) place[i] = history.places[place[i] as number] as number;
  }
  if (withoutPast.length > 0) fillUnknown(cells, busiestCell(train));
  return { steps: inFileOrder(target, cells), withoutPast };
}

function centerPoint({ x, y }: StepTrajectories, from: number, to: number): number {
  let sumX = 0;
  let sumY = 0;
  for (let row = from; row < to; row++) {
    sumX += x[row] as number;
    sumY += y[row] as number;
  }
  const mean = (sum: number) => Math.floor(sum / (to - from) + 0.5);
  return mean(sumX) * PLACE + mean(sumY);
}

/** Cells start at 1, so 0 means not predicted. */
function fillUnknown(cells: Int32Array, cell: number): void {
  for (let i = 0; i < cells.length; i++) if (cells[i] === 0) cells[i] = cell;
}

function busiestCell({ x, y, length }: StepTrajectories): number {
  const visits = new Int32Array(PLACE * PLACE);
  let busiest = 0;
  for (let row = 0; row < length; row++) {
    const cell = (x[row] as number) * PLACE + (y[row] as number);
    const count = ++(visits[cell] as number);
    if (count > (visits[busiest] as number)) busiest = cell;
  }
  return busiest;
}

function inFileOrder(target: StepTrajectories, cells: Int32Array): StepTable {
  const { uid, d, t, line, length } = target;
  const order = Int32Array.from({ length }, (_, row) => row);
  if (line.subarray(1, length).some((number, row) => number < (line[row] as number))) {
    order.sort((a, b) => (line[a] as number) - (line[b] as number));
  }
  const steps = new StepTable(length);
  for (const row of order) {
    const cell = cells[row] as number;
    steps.push(
      uid[row] as number,
      d[row] as number,
      t[row] as number,
      Math.floor(cell / PLACE),
      cell % PLACE,
      line[row] as number,
    );
  }
  return steps;
}
