import type { Rules } from '@itinera/metrics';
import type { Year } from './tasks.js';

/** A release of the organisers' package: which rules it scores by, and how its validator behaves. */
export interface Release {
  /** `2023-08`: the year, and the month where a year had several. */
  readonly name: string;
  readonly year: Year | '2026';
  readonly published: string;
  /** The rules of its scores; null where they are those of daily flows. */
  readonly rules: Rules | null;
  /** How it scores, in words. */
  readonly score: string;
  readonly validator: ValidatorRelease;
}

/** The command line and the output of a release's validator. */
export interface ValidatorRelease {
  /** The words of its command line after the program's name. */
  readonly arguments: readonly string[];
  readonly tasks: readonly string[];
  /** Its tasks as its usage names them. */
  readonly taskNames: string;
  /** Whether it prints what it does, and how many people it has found. */
  readonly reportsSteps: boolean;
  readonly countsUids: boolean;
  /** What it checks, in words. */
  readonly checks: string;
}

const WITH_DATASET = ['task_id', 'dataset_file_path', 'submission_file_path'] as const;
const LINES = 'columns, numbers, ranges of d, t, x and y, the set of people';
const MATCHED = 'GEO-BLEU with n-grams of up to 3 steps over matched pairs; DTW that may skip leading reference points';

/** All releases, oldest first. @see github.com/yahoojapan/geobleu, and for 2026 the organisers' page */
export const RELEASES: readonly Release[] = [
  {
    name: '2023-08',
    year: '2023',
    published: '2023-08-15',
    rules: 'humob2023',
    score: MATCHED,
    validator: {
      arguments: ['task_id', 'submission_file_path'],
      tasks: ['1', '2'],
      taskNames: 'either 1 or 2',
      reportsSteps: false,
      countsUids: false,
      checks: LINES,
    },
  },
  {
    name: '2023-09',
    year: '2023',
    published: '2023-09-10',
    rules: 'humob2023',
    score: MATCHED,
    validator: {
      arguments: WITH_DATASET,
      tasks: ['1', '2', 'test'],
      taskNames: 'either 1 or 2',
      reportsSteps: true,
      countsUids: false,
      checks: `${LINES}, and days and times against the data set`,
    },
  },
  {
    name: '2024',
    year: '2024',
    published: '2024-08-27',
    rules: 'humob2024',
    score: MATCHED,
    validator: {
      arguments: WITH_DATASET,
      tasks: ['b', 'c', 'd', 'test'],
      taskNames: 'b, c, or d',
      reportsSteps: true,
      countsUids: false,
      checks: 'as before; messages name the prediction period',
    },
  },
  {
    name: '2025',
    year: '2025',
    published: '2025-05-28',
    rules: 'giscup2025',
    score: 'GEO-BLEU with n-grams of up to 5 steps over all generated n-grams; DTW from both first points',
    validator: {
      arguments: WITH_DATASET,
      tasks: ['a', 'b', 'c', 'd', 'test'],
      taskNames: 'a, b, c, or d',
      reportsSteps: true,
      countsUids: true,
      checks: 'as before; counts people',
    },
  },
  {
    name: '2026',
    year: '2026',
    published: '2026',
    rules: null,
    score: 'Combined NRMSE of daily flows',
    validator: {
      arguments: ['submission_file_path'],
      tasks: [],
      taskNames: '',
      reportsSteps: true,
      countsUids: false,
      checks: 'dates, cells and counts of flows',
    },
  },
];

/** The validator that a command line of a year belongs to: in 2023, a file without a data set is August's. */
export function releaseOf(year: Year, args: readonly string[]): ValidatorRelease {
  const releases = RELEASES.filter((release) => release.year === year).map(({ validator }) => validator);
  const newest = releases.at(-1)!;
  const [task = ''] = args;
  const knows = ({ tasks }: ValidatorRelease) => tasks.includes(task) || !newest.tasks.includes(task);
  return releases.find((release) => release.arguments.length === args.length && knows(release)) ?? newest;
}
