import { counted, UserError } from '@itinera/base';
import { predictOd } from './baselines.js';
import { compareOd, intervalOfOd, looksSwapped, type OdDifference, type OdInterval, scoreOdGroups } from './report.js';
import { type OdScore, scoreOd } from './score.js';
import type { OdFlows } from './tsv.js';
import { chosenDays } from './windows.js';

/** A prediction with its figures. */
export interface ScoredFlows {
  readonly name: string;
  readonly prediction: OdFlows;
  readonly score: OdScore;
  readonly interval: OdInterval;
  /** Against the best prediction, if there are several. */
  readonly difference?: OdDifference;
}

/** The combined scores of simple predictions on the same days. */
export type SimpleScores = ReadonlyMap<string, number>;

export interface ScorePredictionsOptions {
  /** Days to score, as `daysOfText` reads them; by default all days of the reference with data. */
  readonly days?: string | undefined;
  /** The same by the name of a window. */
  readonly window?: string | undefined;
  readonly seed: number;
  /** Days per block of the bootstrap. */
  readonly block: number;
  /** Sentences that mark files as synthetic. */
  readonly marks?: readonly string[];
}

/** Predictions scored on the same days. */
export interface OdScoring {
  /** The scored days. */
  readonly days: readonly string[];
  /** The best first. */
  readonly scored: readonly ScoredFlows[];
  readonly simple: SimpleScores;
  readonly synthetic: boolean;
  /** One line each. */
  readonly warnings: readonly string[];
}

/** Baselines that a score is compared with if the known days are available. */
const COMPARED = ['flat-mean', 'weekday-mean', 'line'];

/** Scores predictions of flows, and simple baselines from the known days. @throws UserError see `scoreOd` */
export function scoreOdPredictions(
  predictions: readonly { readonly name: string; readonly prediction: OdFlows }[],
  reference: OdFlows,
  known: OdFlows | undefined,
  { seed, block, marks = [], ...wanted }: ScorePredictionsOptions,
): OdScoring {
  const days = datesToScore(reference, wanted);
  const scores = predictions.map((one) => ({ ...one, score: scoreNamed(one, reference, days) }));
  scores.sort((a, b) => a.score.combined - b.score.combined);
  const best = scores[0]!.score;
  const scored = scores.map((one, i) => ({
    ...one,
    interval: intervalOfOd(one.score, { seed, block }),
    ...(i > 0 && { difference: compareOd(one.score, best, { seed, block }) }),
  }));
  const simple = simpleScores(reference, known, days);
  const warnings = [...marks, ...scores.flatMap((one) => warningsOf(one, reference, days))];
  return { days, scored, simple, synthetic: marks.length > 0, warnings };
}

function datesToScore(
  reference: OdFlows,
  { days, window }: Pick<ScorePredictionsOptions, 'days' | 'window'>,
): string[] {
  const dates = (chosenDays({ days, window }) ?? [...reference.keys()].sort()).filter(
    (date) => reference.get(date) != null,
  );
  if (dates.length === 0) throw new UserError('No day to score: the reference has no data on the chosen days.');
  return dates;
}

function scoreNamed(
  { name, prediction }: Pick<ScoredFlows, 'name' | 'prediction'>,
  reference: OdFlows,
  days: readonly string[],
): OdScore {
  try {
    return scoreOd(prediction, reference, { days });
  } catch (error) {
    throw error instanceof UserError ? new UserError(`${name}: ${error.message}`) : error;
  }
}

function simpleScores(reference: OdFlows, known: OdFlows | undefined, days: readonly string[]): SimpleScores {
  const combined = (name: string, from: OdFlows) =>
    [name, scoreOd(predictOd(from, days, name), reference, { days }).combined] as const;
  // No flows are the same whatever is known.
  const zeros = combined('zeros', new Map([['19700101', { pairs: new Uint32Array(), flows: new Float64Array() }]]));
  return new Map([zeros, ...(known === undefined ? [] : COMPARED.map((name) => combined(name, known)))]);
}

function warningsOf(
  { name, prediction, score }: Pick<ScoredFlows, 'name' | 'prediction' | 'score'>,
  reference: OdFlows,
  days: readonly string[],
): string[] {
  const extra = [...prediction.keys()].filter((date) => !days.includes(date)).length;
  return [
    ...(extra > 0 ? [`${name}: ${counted(extra, 'day is', 'days are')} not in the reference and not scored.`] : []),
    ...(looksSwapped(prediction, reference, score)
      ? [`${name}: x and y are probably swapped. Cells are named y_x, latitude number first.`]
      : []),
  ];
}

/** The figures of predictions as plain data: of one, or a list of several. */
export function odScoringAsJson({ scored, simple, synthetic, warnings }: OdScoring, seed: number): unknown {
  const marked = { ...(synthetic && { synthetic }), warnings: [...new Set(warnings)] };
  const described = scored.map((one) => ({ ...asJson(one, simple, seed), ...marked }));
  return described.length === 1 ? described[0] : described;
}

function asJson({ name, score, interval, difference }: ScoredFlows, simple: SimpleScores, seed: number) {
  const { days, onDiagonal, offTheDiagonal, rules, ...means } = score;
  return {
    rules,
    prediction: name,
    days: days.length,
    ...means,
    interval: { low: interval.low, high: interval.high, level: interval.level, block: interval.block, seed },
    baselines: Object.fromEntries(
      [...simple].map(([baseline, combined]) => [baseline, { combined, ratio: score.combined / combined }]),
    ),
    flows: { diagonal: onDiagonal, offDiagonal: offTheDiagonal },
    ...scoreOdGroups(score),
    byDay: days.map(({ onDiagonal: on, offTheDiagonal: off, ...day }) => ({
      ...day,
      flows: { diagonal: on, offDiagonal: off },
    })),
    ...(difference && { minusBest: difference }),
  };
}
