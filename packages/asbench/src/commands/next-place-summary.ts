import { counted, grouped, pValueText } from '@itinera/base';
import {
  type CheckIns,
  describeLeaks,
  type GroupScores,
  type NextPlaceReport,
  type RankScores,
  type ScoreInterval,
  targetRows,
} from '@itinera/mobility';
import { textTable } from './text-table.js';

/** Scores by column of a table. */
const COLUMNS: readonly (readonly [keyof RankScores, string])[] = [
  ['acc1', 'Acc@1'],
  ['acc5', 'Acc@5'],
  ['acc10', 'Acc@10'],
  ['mrr', 'MRR'],
  ['mrr5', 'MRR@5'],
  ['ndcg5', 'NDCG@5'],
  ['ndcg10', 'NDCG@10'],
];

/** A scored file. */
export interface ScoredFile {
  readonly name: string;
  readonly report: NextPlaceReport;
  /** Paired differences to the first file. */
  readonly difference?: Readonly<Record<keyof RankScores, ScoreInterval & { readonly pValue: number }>>;
}

const shown = (value: number, digits = 3) => (Number.isNaN(value) ? '–' : value.toFixed(digits));
const interval = ({ low, high }: ScoreInterval) => (Number.isNaN(low) ? '–' : `[${shown(low)}, ${shown(high)}]`);

/** Describes the scores of files, in the order given. */
export function describeNextPlace(
  files: readonly ScoredFile[],
  test: CheckIns,
  split: string,
  byHour: boolean,
  synthetic: boolean,
): string {
  const { targets, users, leaks } = files[0]!.report;
  const rows = targetRows(test).length < test.users.length ? ` (marked in ${test.name})` : '';
  return [
    `${counted(targets, 'target')}${rows} of ${counted(users, synthetic ? 'SYNTHETIC user' : 'user')}`,
    `split: ${split}`,
    ...(leaks.targetsAtNewPlaces > 0
      ? [`${counted(leaks.targetsAtNewPlaces, 'target is', 'targets are')} at places without training rows.`]
      : []),
    ...files.flatMap(({ name, report }) => [
      ...(report.unanswered > 0
        ? [
            `${name}: ${counted(report.unanswered, 'target has no candidates and counts as a miss', 'targets have no candidates and count as misses')}.`,
          ]
        : []),
      ...describeLeaks(report.leaks, report.targets).map((sentence) => `LEAK: ${name}: ${sentence}`),
    ]),
    ...files.flatMap((file) => ['', ...detailsOf(file, files[0]!.name, byHour)]),
    ...(files.length > 1
      ? [
          '',
          textTable([
            ['mean over targets', ...COLUMNS.map(([, title]) => title)],
            ...files.map(({ name, report }) => [name, ...COLUMNS.map(([score]) => shown(report.scores[score].value))]),
          ]),
        ]
      : []),
  ].join('\n');
}

function detailsOf({ name, report, difference }: ScoredFile, first: string, byHour: boolean): string[] {
  const { f1, distance, novelty, hours, meanOverUsers } = report;
  const { seen, unseen } = novelty;
  return [
    name,
    textTable([
      [
        'score',
        'mean',
        '95 % interval',
        'by user',
        `seen (${grouped(seen.targets)})`,
        `unseen (${grouped(unseen.targets)})`,
        ...(difference ? [`minus ${first}`, 'p'] : []),
      ],
      ...COLUMNS.map(([score, title]) => [
        title,
        shown(report.scores[score].value),
        interval(report.scores[score]),
        shown(meanOverUsers[score]),
        shown(seen[score]),
        shown(unseen[score]),
        ...(difference
          ? [`${shown(difference[score].value)} ${interval(difference[score])}`, pValueText(difference[score].pValue)]
          : []),
      ]),
    ]),
    `F1 of the first candidate: ${shown(f1.macro)} macro, ${shown(f1.weighted)} weighted, over ${counted(f1.classes, 'place')}`,
    distance.targets === 0
      ? 'distance: not computed: no target whose place and first candidate both have known positions'
      : `distance: ${Math.round(distance.value)} m mean, ${Math.round(distance.median)} m median, over ${counted(distance.targets, 'target')} with known positions`,
    ...(byHour
      ? ['', textTable([['hour', 'targets', ...COLUMNS.map(([, title]) => title)], ...hours.map(hourRow)])]
      : []),
  ];
}

function hourRow({ hour, ...scores }: GroupScores & { readonly hour: number }): string[] {
  return [`${hour} h`, grouped(scores.targets), ...COLUMNS.map(([score]) => shown(scores[score]))];
}
