import {
  compareOd,
  daysOfText,
  intervalOfOd,
  looksSwapped,
  OD_RULES,
  type OdFlows,
  type OdScore,
  predictOd,
  readOdTsv,
  scoreOd,
  scoreOdGroups,
  windowDays,
} from '@itinera/humob';
import { counted, UserError } from '@itinera/metrics';
import { writeDurably } from '@itinera/run';
import { csvText } from '@itinera/run/text';
import {
  describeOdScore,
  describeOdScores,
  odHeadline,
  type ScoredFlows,
  type SimpleScores,
} from './humob-od-summary.js';
import { print, printHeadline } from './terminal.js';

export interface OdScoreOptions {
  readonly reference: string;
  readonly known?: string;
  readonly days?: string;
  readonly window?: string;
  readonly perDay?: string;
  readonly output?: string;
  readonly keep?: string;
  readonly seed: number;
  readonly block: number;
  readonly json?: true;
}

/** Baselines that a score is compared with if the known days are available. */
const COMPARED = ['flat-mean', 'weekday-mean', 'line'];

/** Scores predictions of flows and prints them, the best first. */
export async function printOdScores(paths: readonly string[], options: OdScoreOptions, home: string): Promise<void> {
  const reference = readOdTsv(options.reference, { boxOnly: true });
  const known = options.known === undefined ? undefined : readOdTsv(options.known, { boxOnly: true });
  const days = datesToScore(reference, options);
  const { seed, block } = options;
  const read = paths.map((path) => {
    const prediction = readOdTsv(path, { boxOnly: true });
    return { name: path, prediction, score: scoreNamed(path, prediction, reference, days) };
  });
  read.sort((a, b) => a.score.combined - b.score.combined);
  const best = read[0]!.score;
  const scored = read.map(({ name, prediction, score }, i) => {
    const interval = intervalOfOd(score, { seed, block });
    return { name, prediction, score, interval, ...(i > 0 && { difference: compareOd(score, best, { seed, block }) }) };
  });
  const simple = simpleScores(reference, known, days);
  for (const { name, prediction, score } of read) warn(name, prediction, reference, score, days);
  if (options.perDay !== undefined) writePerDay(options.perDay, scored);
  if (options.output !== undefined || options.keep !== undefined) {
    // Imported late: most scores need no page.
    const { showOdScores } = await import('./humob-od-page.js');
    const compared = { referencePath: options.reference, reference, known, days, sides: scored, simple };
    showOdScores(compared, options.output, home, options.keep);
  }
  if (options.json) {
    const described = scored.map((one) => asJson(one, simple, seed));
    print(JSON.stringify(described.length === 1 ? described[0] : described));
    return;
  }
  print(scored.length === 1 ? describeOdScore(scored[0]!, simple) : describeOdScores(scored, simple));
  printHeadline(odHeadline(scored[0]!));
}

function datesToScore(reference: OdFlows, { days, window }: OdScoreOptions): string[] {
  const asked = window === undefined ? (days === undefined ? undefined : daysOfText(days)) : windowDays(window);
  const dates = (asked ?? [...reference.keys()].sort()).filter((date) => reference.get(date) != null);
  if (dates.length === 0) throw new UserError('No day to score: the reference has no data on the chosen days.');
  return dates;
}

function scoreNamed(path: string, prediction: OdFlows, reference: OdFlows, days: readonly string[]): OdScore {
  try {
    return scoreOd(prediction, reference, { days });
  } catch (error) {
    throw error instanceof UserError ? new UserError(`${path}: ${error.message}`) : error;
  }
}

function simpleScores(reference: OdFlows, known: OdFlows | undefined, days: readonly string[]): SimpleScores {
  const combined = (name: string, from: OdFlows) =>
    [name, scoreOd(predictOd(from, days, name), reference, { days }).combined] as const;
  // No flows are the same whatever is known.
  const zeros = combined('zeros', new Map([['19700101', { pairs: new Uint32Array(), flows: new Float64Array() }]]));
  return new Map([zeros, ...(known === undefined ? [] : COMPARED.map((name) => combined(name, known)))]);
}

function warn(name: string, prediction: OdFlows, reference: OdFlows, score: OdScore, days: readonly string[]): void {
  const extra = [...prediction.keys()].filter((date) => !days.includes(date)).length;
  if (extra > 0)
    process.stderr.write(`${name}: ${counted(extra, 'day is', 'days are')} not in the reference and not scored.\n`);
  if (looksSwapped(prediction, reference, score))
    process.stderr.write(`${name}: x and y are probably swapped. Cells are named y_x, latitude number first.\n`);
}

function writePerDay(path: string, scored: readonly ScoredFlows[]): void {
  const rows = scored.flatMap(({ name, score }) =>
    score.days.map(({ date, combined, diagonal, offDiagonal }) =>
      [OD_RULES, csvText(name), date, combined, diagonal, offDiagonal].join(','),
    ),
  );
  writeDurably(path, [`rules,prediction,date,combined,diagonal,off_diagonal\n${rows.join('\n')}\n`]);
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
