import { csvCell } from '@itinera/base';
import { writeDurably, writeFileSet } from '@itinera/base/node';
import {
  flowsData,
  keepFlows,
  OD_RULES,
  odScoringAsJson,
  readOdTsv,
  type ScoredFlows,
  scoreOdPredictions,
} from '@itinera/humob';
import { marksOfTables } from '../trajectories/synthetic-mark.js';
import { describeOdScore, describeOdScores, odHeadline } from './humob-od-summary.js';
import { printKept } from './output-path.js';
import { printWarnings } from './print-result.js';
import { print, printHeadline } from './terminal.js';

export interface OdScoreOptions {
  readonly reference: string;
  readonly known?: string;
  readonly onlyDays?: string;
  readonly window?: string;
  readonly perDay?: string;
  readonly output?: string;
  readonly keep?: string;
  readonly seed: number;
  readonly block: number;
  readonly json?: true;
}

/** Scores predictions of flows and prints them, the best first. */
export async function printOdScores(paths: readonly string[], options: OdScoreOptions, home: string): Promise<void> {
  const read = (path: string) => readOdTsv(path, { boxOnly: true });
  const reference = read(options.reference);
  const known = options.known === undefined ? undefined : read(options.known);
  const predictions = paths.map((path) => ({ name: path, prediction: read(path) }));
  const scoring = scoreOdPredictions(predictions, reference, known, {
    ...options,
    days: options.onlyDays,
    marks: await marksOfTables(...paths, options.reference, options.known),
  });
  const { scored, warnings } = scoring;
  printWarnings(warnings);
  const { perDay, output, keep } = options;
  let page = '';
  if (output !== undefined || keep !== undefined) {
    // Imported late: most scores need no page.
    const { flowsReport } = await import('@itinera/viewer');
    const data = flowsData(scoring, options.reference, reference, known);
    if (output !== undefined) page = flowsReport(data);
    if (keep !== undefined) {
      keepFlows(home, keep, data);
      printKept(keep);
    }
  }
  await writeFileSet([
    [output, (path) => writeDurably(path, [page])],
    [perDay, (path) => writePerDay(path, scored)],
  ]);
  if (options.json) return print(JSON.stringify(odScoringAsJson(scoring, options.seed)));
  print(scored.length === 1 ? describeOdScore(scored[0]!, scoring) : describeOdScores(scoring));
  printHeadline(odHeadline(scored[0]!));
}

function writePerDay(path: string, scored: readonly ScoredFlows[]): void {
  const rows = scored.flatMap(({ name, score }) =>
    score.days.map(({ date, combined, diagonal, offDiagonal }) =>
      [OD_RULES, csvCell(name), date, combined, diagonal, offDiagonal].join(','),
    ),
  );
  writeDurably(path, [`rules,prediction,date,combined,diagonal,off_diagonal\n${rows.join('\n')}\n`]);
}
